// The history of a run agrees with its measures; no two attempts hold one GPU; planned starts are the estimates.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { finish } from '../../../sim/base/pending.ts';
import { History } from '../../../sim/followers/history/history.ts';
import { Count, Level, type Series } from '../../../sim/followers/history/series.ts';
import { type FactRun, type Scenario, Simulation } from '../../../sim/index.ts';
import { type Action, workspaceNames } from '../../support/action.ts';
import { actions, resourceActions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { plannedOf } from '../../support/planned.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';

type Drawn = [Scenario, Action[]];

const worlds = fc.tuple(scenarios({ invalidations: true }), fc.oneof(actions, resourceActions));

/** Plays the actions and some time beyond; a history follows after each of them. */
function played([scenario, list]: Drawn, beyondMs = 100 * BEAT) {
  const simulation = new Simulation(scenario);
  const history = simulation.history();
  const runs: FactRun[] = [];
  const seen = () => {
    const run = simulation.takeFacts();
    runs.push(run);
    history.follow(run);
  };
  seen();
  play(simulation, list, seen);
  simulation.runTo(simulation.nowMs + beyondMs);
  seen();
  return { simulation, history, runs };
}

/** Sums over a series up to now. */
function sumsOf(series: Series, nowMs: number): Record<keyof typeof Level | keyof typeof Count, number> {
  const entries = Array.from({ length: series.size }, (_, entry) => entry);
  const sum = (value: (entry: number) => number) => entries.reduce((total, entry) => total + value(entry), 0);
  const lasted = (entry: number) => series.endOf(entry, nowMs) - series.beginOf(entry);
  const levels = Object.entries(Level).map(([name, level]) => [
    name,
    sum((entry) => (lasted(entry) === 0 ? 0 : series.levelIn(entry, level) * lasted(entry))),
  ]);
  const counts = Object.entries(Count).map(([name, what]) => [
    name,
    sum((entry) => series.countIn(entry, what)),
  ]);
  return Object.fromEntries([...levels, ...counts]);
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function assertClose(actual: number | null, expected: number | null, what: string): void {
  if (actual === null || expected === null) assert.equal(actual, expected, what);
  else
    assert.ok(
      Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
      `${what}: ${actual}, ${expected}`,
    );
}

property('the series of a history has the sums of the measures', 300, worlds, (world) => {
  const { simulation, history } = played(world);
  const { nowMs } = simulation;
  const sums = sumsOf(history.series, nowMs);
  const summary = simulation.measures.summary();
  assertClose(ratio(sums.allocatedMilli, sums.upGpus * 1000), summary.utilization, 'utilization');
  assertClose(
    ratio(sums.partialFreeMilli, sums.upGpus * 1000 - sums.allocatedMilli),
    summary.fragmentation,
    'fragmentation',
  );
  assertClose(ratio(sums.waitMs, sums.waits), summary.waitMsMean, 'mean wait');
  assert.equal(sums.waits, summary.placed);
  assert.equal(sums.evictions, summary.evictions);
  assert.equal(sums.ended, summary.completed + summary.timedOut + summary.failed);
  assert.equal(sums.started, history.attempts.size);
  const states = simulation.views.countStates();
  assert.equal(history.series.levelIn(history.series.size - 1, Level.queued), states.Queued);
  assert.equal(
    history.series.levelIn(history.series.size - 1, Level.provisioned),
    states.Provisioning + states.Successful,
  );
  const { waits, blocked } = simulation.queueFigures();
  if (waits.cycle === 0)
    assert.equal(
      history.series.levelIn(history.series.size - 1, Level.blockedMilli),
      1000 * blocked.reduce((sum, { freeGpus }) => sum + freeGpus, 0),
    );
  const clusters = history.clusterSeries.map((series) => sumsOf(series, nowMs));
  for (const name of Object.keys(sums) as (keyof typeof sums)[]) {
    assertClose(
      clusters.reduce((sum, cluster) => sum + cluster[name], 0),
      sums[name],
      `${name} of all clusters`,
    );
  }
});

property('a history in little memory keeps the sums', 200, worlds, (world) => {
  const { simulation, history, runs } = played(world);
  const { clusterSeries, clusterOfPool } = history;
  const small = new History(clusterSeries.length, clusterOfPool, 16);
  for (const run of runs) small.follow(run);
  const sums = sumsOf(history.series, simulation.nowMs);
  const kept = sumsOf(small.series, simulation.nowMs);
  for (const name of Object.keys(sums) as (keyof typeof sums)[]) assertClose(kept[name], sums[name], name);
  assert.ok(small.series.size <= 16);
});

/** Asserts that no GPU is held twice, and that an attempt holds the GPUs of its fact. */
function assertLanesApart({ attempts, nodes }: History): void {
  const { holds } = attempts;
  const held: { node: number; lane: number; lanes: number; from: number; to: number }[] = [];
  for (let attempt = 0; attempt < attempts.size; attempt++) {
    const from = attempts.startMs[attempt];
    const to = attempts.isRunning(attempt) ? Infinity : attempts.endMs[attempt];
    for (let at = attempts.firstHold[attempt]; at < attempts.endOfHolds(attempt); at++) {
      const hold = { node: holds.node[at], lane: holds.lane[at], lanes: holds.lanes[at], from, to };
      assert.ok(hold.lane + hold.lanes <= nodes.gpus[hold.node]);
      for (const other of held) {
        const isApart =
          other.node !== hold.node ||
          other.lane >= hold.lane + hold.lanes ||
          hold.lane >= other.lane + other.lanes ||
          other.from >= hold.to ||
          hold.from >= other.to;
        assert.ok(isApart, `${JSON.stringify(hold)} overlaps ${JSON.stringify(other)}`);
      }
      if (to > from) held.push(hold);
    }
  }
}

property('no GPU is held by two attempts at a time', 200, worlds, (world) => {
  assertLanesApart(played(world).history);
});

property('a history read from runs of facts in other parts is the same', 100, worlds, (world) => {
  const { simulation, history, runs } = played(world);
  const again = simulation.history();
  const words = Float64Array.from(runs.flatMap((run) => [...run.words]));
  again.follow({ firstSeq: 1, count: history.seq, words });
  assert.deepEqual(again.attempts, history.attempts);
  assert.deepEqual(sumsOf(again.series, simulation.nowMs), sumsOf(history.series, simulation.nowMs));
  assert.equal(again.seq, history.seq);
});

property('planned starts are the estimates', 300, worlds, (world) => {
  const { simulation, history } = played(world, 0);
  const queued = workspaceNames(simulation)
    .flatMap((name) => simulation.views.gprsOf(name)!)
    .filter(({ state }) => state === 'Queued')
    .map(({ gprId }) => gprId);
  const estimates = finish(simulation.estimates(queued)).map(({ startMs }) => startMs);
  const running = [...history.attempts.state.subarray(0, history.attempts.size)].filter(
    (state) => state === 0,
  ).length;
  const planned = finish(plannedOf(simulation, history, 1e12));
  const starts = new Map<number, number>();
  for (let i = running; i < planned.attempts.size; i++) {
    const uid = planned.attempts.uid[i];
    if (!starts.has(uid)) starts.set(uid, planned.attempts.startMs[i]);
  }
  assert.deepEqual(
    queued.map((gprId) => starts.get(simulation.uidOf(gprId)) ?? null),
    estimates,
  );
  assertLanesApart(planned);
});
