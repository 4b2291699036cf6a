import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLORS, colorNumber } from '../../src/looks/workspace-colors.ts';
import { workspaceClasses } from '../../src/report/page/color-classes.ts';
import { picturedVariants } from '../../src/studies/pictured.ts';

test('up to twelve variants all are pictured, of more twelve from the first to the last', () => {
  assert.deepEqual(picturedVariants(1, 1), [0]);
  const twelve = Array.from({ length: 12 }, (_, i) => i);
  for (const settings of [1, 3, 12]) assert.deepEqual(picturedVariants(settings, 12), twelve);
  assert.deepEqual(picturedVariants(13, 13), [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]);
  const many = picturedVariants(10_000, 10_000);
  assert.deepEqual([many.length, new Set(many).size, many[0], many[11]], [12, 12, 0, 9999]);
});

test('pictured settings have pictures with all combinations of policies, if these are at most twelve', () => {
  // Six node counts with three queue policies: four counts.
  assert.deepEqual(picturedVariants(6, 18), [0, 1, 2, 6, 7, 8, 9, 10, 11, 15, 16, 17]);
  assert.deepEqual(picturedVariants(100, 700), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(picturedVariants(2, 26), [0, 2, 5, 7, 9, 11, 14, 16, 18, 20, 23, 25]);
});

test('workspaces of a report have different colors as long as there are some', () => {
  const names = Array.from({ length: 10 * COLORS.length }, (_, i) => `team-${i}`);
  const alike = names.find((name) => name !== names[0] && colorNumber(name) === colorNumber(names[0]));
  assert.ok(alike !== undefined);
  const pair = workspaceClasses([names[0], alike]);
  assert.equal(pair.get(names[0]), `c${colorNumber(names[0])}`);
  assert.notEqual(pair.get(alike), pair.get(names[0]));
  const first = workspaceClasses(names.slice(0, COLORS.length));
  assert.equal(new Set(first.values()).size, COLORS.length);
  assert.equal(workspaceClasses(names).size, names.length, 'of more, some share one');
});
