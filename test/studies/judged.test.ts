import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished } from '../../src/driver/slice.ts';
import type { Figures } from '../../src/studies/figure-catalogue.ts';
import { Grid } from '../../src/studies/grid.ts';
import { judging } from '../../src/studies/judged.ts';
import { SettingsWork } from '../../src/studies/settings-work.ts';
import { metrics, metricsOf } from '../../src/studies/statistics/compared-metrics.ts';
import { Settings } from '../../src/studies/varied/settings.ts';
import type { RunFigure } from '../../src/wire/run-figures.ts';

const own = { queue: 'strict', placement: 'best-fit', order: 'priority', backfillOrder: 'same' };
const meaning = { unit: 'GPU', without: new Set<RunFigure>() } as const;
const names = [...metrics, ...metricsOf(false, meaning)].map(({ metric }) => metric);

/** The remarks on two variants whose runs, with two seeds each, have these utilizations. */
function remarksOf(...utilizations: number[]): readonly string[] {
  const seeds = [1, 2].slice(0, utilizations.length / 2);
  const grid = new Grid(
    new Settings(['demo'], []),
    { given: { queue: ['strict', 'greedy'] }, own: [own] },
    seeds,
  );
  const figures = utilizations.map((utilization) => ({
    ...Object.fromEntries(names.map((name) => [name, 0])),
    waitMsMean: utilization,
    utilization,
    hash: '',
    parts: { pools: [], clusters: [], workspaces: [] },
  })) as unknown as Figures[];
  const window = { fromMs: 0, toMs: 1 };
  const start = '2026-01-05T00:00:00Z';
  return finished(
    judging({
      names: ['demo'],
      start,
      grid,
      fixed: undefined,
      figures,
      untilMs: 1,
      window,
      meaning,
      work: new SettingsWork(),
      asked: undefined,
    }),
  ).remarks;
}

const onLeads = (remarks: readonly string[]) => remarks.filter((remark) => remark.startsWith('–'));

test('the sign of a lead without an interval is explained where it appears', () => {
  // Seeds change the utilization, but not the difference.
  assert.deepEqual(onLeads(remarksOf(0.5, 0.75, 0.25, 0.5)), [
    '– as a lead: the difference between the best two has no interval, because the difference is the same with every seed.',
  ]);
  assert.deepEqual(onLeads(remarksOf(0.5, 0.25)), [
    '– as a lead: the difference between the best two has no interval.',
  ]);
});
