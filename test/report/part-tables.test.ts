import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poolSections } from '../../src/report/part-tables.ts';
import type { PartFigures } from '../../src/studies/figure-catalogue.ts';
import { without } from '../../src/studies/statistics/part-means.ts';

const part = (name: string, gprs: number): PartFigures => ({ ...without(name), gprs });
const titlesOf = (pools: PartFigures[], clusters: PartFigures[]) => {
  const variants = [{ name: 'strict', parts: { pools, clusters, workspaces: [] } }];
  const page = poolSections(variants, { unit: 'GPU', without: new Set() }).join('\n');
  const titles = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
  return [titles, page.includes('Each cluster has one pool')];
};

test('clusters have no table if each has one pool with the same figures', () => {
  const pools = [part('ams/h100', 1), part('ber/a100', 2)];
  assert.deepEqual(titlesOf(pools, [part('ams', 1), part('ber', 2)]), [['Pools'], true]);
  assert.deepEqual(titlesOf(pools, [part('ams', 1), part('ber', 3)]), [['Pools', 'Clusters'], false]);
  const two = [part('ams/h100', 1), part('ams/a100', 2)];
  assert.deepEqual(titlesOf(two, [part('ams', 3)]), [['Pools', 'Clusters'], false]);
});
