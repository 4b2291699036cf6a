// The bars of Gantt charts: none is lost when bars are merged, none overlap, and their number is bounded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { finish } from '../../../sim/base/pending.ts';
import { type CreateGpr, type Scenario, Simulation } from '../../../sim/index.ts';
import { type Gantt, type GanttQuery, ganttOf } from '../../../sim/reading/gantt/gantt.ts';
import type { Action } from '../../support/action.ts';
import { actions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { plannedOf } from '../../support/planned.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';
import { COLORS, request, SECOND, scenarioOf } from '../../support/scenario.ts';

const worlds = fc.tuple(scenarios({ invalidations: true }), actions);

function played([scenario, list]: [Scenario, Action[]]) {
  const simulation = new Simulation(scenario);
  const history = simulation.history();
  const seen = () => history.follow(simulation.takeFacts());
  play(simulation, list, seen);
  simulation.runTo(simulation.nowMs + 5 * BEAT);
  seen();
  return { simulation, history };
}

interface Bar {
  readonly row: number;
  readonly lane: number;
  readonly lanes: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly gpr: number;
  readonly count: number;
}

function barsOf({ bars, nowMs }: Gantt): Bar[] {
  return bars.row.map((row, i) => ({
    row,
    lane: bars.lane[i],
    lanes: bars.lanes[i],
    fromMs: bars.fromMs[i],
    toMs: bars.toMs[i] ?? nowMs,
    gpr: bars.gpr[i],
    count: bars.count[i],
  }));
}

/** Attempts × lanes in each row. */
function attemptLanes(gantt: Gantt): number[] {
  const sums = gantt.rows.map(() => 0);
  for (const { row, lanes, count } of barsOf(gantt)) sums[row] += lanes * count;
  return sums;
}

function assertApart(bars: readonly Bar[]): void {
  const order = bars.toSorted((a, b) => a.row - b.row || a.fromMs - b.fromMs);
  order.forEach((bar, i) => {
    for (let next = i + 1; next < order.length; next++) {
      const other = order[next];
      if (other.row !== bar.row || other.fromMs >= bar.toMs) break;
      const isApart = other.lane >= bar.lane + bar.lanes || bar.lane >= other.lane + other.lanes;
      assert.ok(isApart, `${JSON.stringify(bar)} overlaps ${JSON.stringify(other)}`);
    }
  });
}

property(
  'merging keeps every attempt in its row, and no bars overlap',
  200,
  fc.tuple(
    worlds,
    fc.constantFrom('nodes' as const, 'workspaces' as const),
    fc.constantFrom(1, 5, 30),
    fc.nat(20),
  ),
  ([world, rows, pixels, ahead]) => {
    const { simulation, history } = played(world);
    const toMs = simulation.nowMs + ahead * BEAT;
    const chart = (query: Pick<GanttQuery, 'pixels'>, barsMax?: number) => {
      const planned = plannedOf(simulation, history, toMs);
      const whole = { fromMs: 0, toMs, rows, cluster: -1, ...query };
      return finish(ganttOf(history, simulation.nowMs, whole, planned, barsMax));
    };
    const fine = chart({ pixels: 1e9 });
    const coarse = chart({ pixels });
    assert.ok(fine.bars.count.every((count) => count === 1));
    assert.deepEqual(attemptLanes(coarse), attemptLanes(fine));
    for (const gantt of [fine, coarse]) assertApart(barsOf(gantt));
    const lanes = coarse.rows.reduce((sum, row) => sum + row.lanes, 0);
    // In each lane at most one merged and one other bar per pixel, for the past and for the forecast.
    assert.ok(coarse.bars.row.length <= lanes * (2 * pixels + 4));
    assert.deepEqual(
      attemptLanes(chart({ pixels: 1e9 }, coarse.bars.row.length + lanes * 8)),
      attemptLanes(fine),
    );
    // There are more lanes than bars may be: the chart ends when all narrow bars are merged.
    assert.deepEqual(attemptLanes(chart({ pixels }, 1)), attemptLanes(fine));
  },
);

property(
  'some rows are the same as in the whole chart, and only they share the bars',
  200,
  fc.tuple(
    worlds,
    fc.constantFrom('nodes' as const, 'workspaces' as const),
    fc.nat(4),
    fc.nat(3),
    fc.nat(20),
  ),
  ([world, rows, offset, limit, ahead]) => {
    const { simulation, history } = played(world);
    const toMs = simulation.nowMs + ahead * BEAT;
    const chart = (query: Partial<GanttQuery>, barsMax?: number) => {
      const whole = { fromMs: 0, toMs, pixels: 1e9, rows, cluster: -1, ...query };
      return finish(ganttOf(history, simulation.nowMs, whole, plannedOf(simulation, history, toMs), barsMax));
    };
    const whole = chart({});
    const size = whole.bars.row.filter((row) => row >= offset && row < offset + limit).length;
    // There is room for the bars of these rows exactly.
    const part = chart({ range: { offset, limit } }, size);
    assert.equal(part.rowsTotal, whole.rows.length);
    assert.deepEqual(part.rows, whole.rows.slice(offset, offset + limit));
    const uids = ({ gprs }: Gantt, bars: Bar[]) =>
      bars.map(({ row: _, gpr, ...bar }) => ({ ...bar, uid: gprs[gpr].uid }));
    for (let row = 0; row < part.rows.length; row++) {
      const of = (gantt: Gantt, index: number) => barsOf(gantt).filter((bar) => bar.row === index);
      assert.deepEqual(uids(part, of(part, row)), uids(whole, of(whole, offset + row)));
    }
    assert.equal(part.bars.row.length, size);
  },
);

function give(simulation: Simulation, atMs: number, command: CreateGpr): void {
  simulation.openAt(atMs);
  const check = simulation.check(command);
  assert.ok(check.ok);
  simulation.apply(check.command);
}

test('narrow bars less than a pixel apart are merged in their lanes', () => {
  const simulation = new Simulation(scenarioOf());
  const history = simulation.history();
  // From 0, 1 and 2 s: 4, 4 and 2 GPUs for half a second. From 60 s: 4 GPUs for half a minute.
  for (const [at, gpusPerNode, exitMs] of [
    [0, 4, 500],
    [1, 4, 500],
    [2, 2, 500],
    [60, 4, 30_000],
  ]) {
    give(simulation, at * SECOND, request('blue', { gpusPerNode, exitMs }));
  }
  simulation.runTo(100 * SECOND);
  history.follow(simulation.takeFacts());
  const query = { fromMs: 0, toMs: 100 * SECOND, pixels: 10, rows: 'nodes', cluster: -1 } as const;
  const { bars, gprs, rows } = finish(ganttOf(history, 100 * SECOND, query, undefined));
  assert.deepEqual(rows, [{ number: 0, lanes: 8, down: [] }]);
  assert.equal(gprs.length, 1);
  assert.deepEqual(bars, {
    row: [0, 0, 0, 0, 0],
    lane: [0, 1, 2, 3, 0],
    lanes: [1, 1, 1, 1, 4],
    fromMs: [0, 0, 0, 0, 60_000],
    toMs: [2_500, 2_500, 1_500, 1_500, 90_000],
    gpr: [-1, -1, -1, -1, 0],
    end: ['complete', 'complete', 'complete', 'complete', 'complete'],
    planned: [0, 0, 0, 0, 0],
    count: [3, 3, 2, 2, 1],
  });
});

test('a chart has the workspaces with attempts in its window', () => {
  const simulation = new Simulation(scenarioOf());
  const history = simulation.history();
  give(simulation, 0, request('blue', { exitMs: 10 * SECOND }));
  give(simulation, 20 * SECOND, request('green', { exitMs: 10 * SECOND }));
  simulation.runTo(30 * SECOND);
  history.follow(simulation.takeFacts());
  const query = {
    fromMs: 15 * SECOND,
    toMs: 30 * SECOND,
    pixels: 10,
    rows: 'workspaces',
    cluster: -1,
  } as const;
  const { rows } = finish(ganttOf(history, 30 * SECOND, query, undefined));
  assert.deepEqual(rows, [{ number: COLORS.indexOf('green'), lanes: 1, down: [] }]);
});
