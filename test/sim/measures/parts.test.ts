// The figures of each pool, cluster and workspace equal a computation from the facts alone, and parts add up to the total.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type FactRun,
  type MeasureWindow,
  NEVER,
  type PartMeasure,
  type Scenario,
  Simulation,
  WAIT_PERCENTILES,
} from '../../../sim/index.ts';
import { loadScenario } from '../../../src/scenario/load.ts';
import { burstPlays, burstScenarios } from '../../naive/arbitrary-bursts.ts';
import type { Play } from '../../naive/arbitrary-resources.ts';
import { commandOf } from '../../support/action.ts';
import { actions, resourceActions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { property } from '../../support/property.ts';
import { endsOf } from './ends.ts';
import { type Interval, type Seen, seenIn } from './seen.ts';

const HOUR = 3_600_000;

/** Nearest rank. */
function rank(ascending: readonly number[], percent: number): number | null {
  const place = Math.ceil((ascending.length * percent) / 100);
  return ascending.length === 0 ? null : ascending[Math.max(place, 1) - 1];
}

function waitRanks(waits: readonly number[]) {
  const ranks = WAIT_PERCENTILES.map((which) => [`waitMsP${which}`, rank(waits, which)]);
  return Object.fromEntries(ranks) as Record<`waitMsP${(typeof WAIT_PERCENTILES)[number]}`, number | null>;
}

/** The figures of the GPRs and nodes of a part; `all`: the GPRs of the world. @param nowMs the end of the run */
function figuresOf(
  { gprs, nodes, runTimes, all = gprs }: Seen & { readonly all?: Seen['gprs'] },
  window: MeasureWindow,
  nowMs: number,
  delayMs: number,
) {
  const endMs = Math.min(window.toMs, nowMs);
  const isIn = (atMs: number) => atMs >= window.fromMs && atMs < window.toMs;
  const lengthOf = ({ fromMs, toMs }: Interval) =>
    Math.max(0, Math.min(toMs, endMs) - Math.max(fromMs, window.fromMs));
  const gpuMs = (intervals: readonly Interval[]) =>
    intervals.reduce((sum, interval) => sum + lengthOf(interval) * interval.gpus, 0);
  const queued = gprs.flatMap((gpr) => gpr.queued);
  const changes = [window.fromMs, ...queued.flatMap(({ fromMs, toMs }) => [fromMs, toMs])].filter(
    (atMs) => atMs >= window.fromMs && atMs < endMs,
  );
  const waits = gprs
    .filter(({ waitMs, startedMs }) => waitMs !== null && isIn(startedMs - waitMs))
    .map(({ waitMs }) => waitMs!)
    .sort((a, b) => a - b);
  const heldMs = gpuMs(gprs.flatMap(({ held }) => held));
  const upMs = gpuMs(nodes.flatMap(({ up }) => up));
  const neededMs = gprs
    .filter(({ bornMs, isRemoved }) => isIn(bornMs) && !isRemoved)
    .map(({ uid, gpus, exitMs, timedOutAfterMs }) => {
      const runMs = Math.min(exitMs, runTimes.get(uid) ?? NEVER);
      return gpus * (delayMs + (timedOutAfterMs ?? runMs));
    })
    .reduce((sum, ms) => sum + ms, 0);
  // Nodes count for the offered load until the last arrival in the world.
  const arrivedMs = Math.max(window.fromMs, ...all.map(({ bornMs }) => bornMs).filter(isIn));
  const upToArrivalMs = gpuMs(
    nodes.flatMap(({ up }) =>
      up.map((interval) => ({ ...interval, toMs: Math.min(interval.toMs, arrivedMs) })),
    ),
  );
  const share = (part: number) => (upMs === 0 ? null : part / upMs);
  return {
    gprs: gprs.filter(({ createdMs }) => isIn(createdMs)).length,
    started: waits.length,
    waitMsMean: waits.length === 0 ? null : waits.reduce((sum, ms) => sum + ms, 0) / waits.length,
    ...waitRanks(waits),
    utilization: share(heldMs),
    queueLengthMean:
      endMs > window.fromMs
        ? queued.reduce((sum, interval) => sum + lengthOf(interval), 0) / (endMs - window.fromMs)
        : 0,
    queueLengthMax: Math.max(
      0,
      ...changes.map((atMs) => queued.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs).length),
    ),
    evictions: gprs.flatMap(({ evictedMs }) => evictedMs.filter(isIn)).length,
    gpuHours: heldMs / HOUR,
    offeredLoad: upToArrivalMs === 0 ? null : neededMs / upToArrivalMs,
    upMs,
  };
}

interface Drawn {
  readonly scenario: Scenario;
  readonly plays: readonly Play[];
  readonly window: MeasureWindow;
  readonly hasHidden: boolean;
  readonly takesOften: boolean;
}

const instants = fc.integer({ min: 0, max: 60 }).map((beats) => beats * BEAT);
const windows: fc.Arbitrary<MeasureWindow> = fc.oneof(
  fc.constant({ fromMs: 0, toMs: NEVER }),
  fc.record({ fromMs: instants, toMs: fc.constant(NEVER) }),
  fc.tuple(instants, instants).map(([a, b]) => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) + 1500 })),
);

const drawn = (scenario: fc.Arbitrary<Scenario>, plays: fc.Arbitrary<Play[]>): fc.Arbitrary<Drawn> =>
  fc.record({ scenario, plays, window: windows, hasHidden: fc.boolean(), takesOften: fc.boolean() });

/** With the run times of generated GPRs, drawn or recorded, equal to their exit durations, which facts contain. */
function withoutHiddenRunTimes(scenario: Scenario): Scenario {
  const whole = { from: 1000, to: 1000 };
  const workload = scenario.workload.map((entry) => {
    if (entry.kind !== 'generated') return entry;
    const jobs = 'jobs' in entry && Array.isArray(entry.jobs) ? entry.jobs : undefined;
    const recorded = jobs && { jobs: jobs.map((job) => ({ ...job, runMs: job.exitMs })) };
    return { ...entry, runtimeShareMilli: whole, ...recorded };
  });
  return { ...scenario, workload };
}

const seenKinds = new Set<string>();

function playOn(simulation: Simulation, plays: readonly Play[], observe: () => void): void {
  for (const one of plays) {
    const atMs = simulation.nowMs + one.gapMs;
    if (one.gapMs === 0 && one.newRound) simulation.runTo(atMs);
    simulation.openAt(atMs);
    const command = 'command' in one ? one.command : commandOf(one.order, simulation);
    const check = command === null ? null : simulation.check(command);
    if (check?.ok) simulation.apply(check.command);
    observe();
  }
}

function checkParts({ scenario: given, plays, window, hasHidden, takesOften }: Drawn): void {
  const scenario = hasHidden ? given : withoutHiddenRunTimes(given);
  const simulation = new Simulation(scenario);
  simulation.measures.countParts(true);
  simulation.measures.measure(window);
  const runs: FactRun[] = [];
  const take = () => runs.push(simulation.takeFacts());
  playOn(simulation, plays, takesOften ? take : () => {});
  simulation.runTo(simulation.nowMs + 40 * BEAT);
  take();
  const { nowMs, measures } = simulation;
  const poolTypes = new Map(
    measures.parts().pools.map(({ part }) => {
      const [type] = simulation.poolNames(part).instanceType.split('|');
      return [part, scenario.instanceTypes.find(({ instanceType }) => instanceType === type)!.gpuCount];
    }),
  );
  const seen = seenIn(runs, scenario, poolTypes);
  const clusterOf = (pool: number) =>
    scenario.clusters.findIndex(({ name }) => name === simulation.poolNames(pool).cluster);
  const { pools, clusters, workspaces } = measures.parts();
  const check = (
    kind: string,
    measured: readonly PartMeasure[],
    partOf: (one: { readonly pool: number; readonly workspace?: number }) => number | undefined,
  ) => {
    for (const { part, ...figures } of measured) {
      const own = {
        ...seen,
        all: seen.gprs,
        gprs: seen.gprs.filter((gpr) => partOf(gpr) === part),
        nodes: seen.nodes.filter((node) => partOf(node) === part),
      };
      const { upMs: _, ...expected } = figuresOf(own, window, nowMs, scenario.scheduler.provisioningDelayMs);
      const unseen = hasHidden || kind === 'workspace' ? { offeredLoad: figures.offeredLoad } : {};
      assert.deepEqual(figures, { ...expected, ...unseen }, `${kind} ${part}`);
    }
    const known = new Set(measured.map(({ part }) => part));
    const missing = seen.gprs.filter((gpr) => !known.has(partOf(gpr)!));
    // A part without figures has none in the window.
    for (const gpr of missing) {
      const { gprs, gpuHours, evictions, queueLengthMax } = figuresOf(
        { ...seen, gprs: [gpr], nodes: [] },
        window,
        nowMs,
        0,
      );
      assert.deepEqual([gprs, gpuHours, evictions, queueLengthMax], [0, 0, 0, 0], `no ${kind} of ${gpr.uid}`);
    }
  };
  check('pool', pools, ({ pool }) => pool);
  check('cluster', clusters, ({ pool }) => clusterOf(pool));
  check('workspace', workspaces, ({ workspace }) => workspace);

  const summary = measures.summary();
  const all = figuresOf(seen, window, nowMs, scenario.scheduler.provisioningDelayMs);
  for (const parts of [pools, clusters, workspaces]) {
    const sum = (member: 'gprs' | 'started' | 'evictions' | 'gpuHours') =>
      parts.reduce((total, part) => total + part[member], 0);
    assert.deepEqual(
      [sum('gprs'), sum('started'), sum('evictions')],
      [summary.gprs, summary.placed, summary.evictions],
    );
    assert.ok(Math.abs(sum('gpuHours') - all.gpuHours) <= 1e-9 * all.gpuHours);
  }
  assert.equal(all.utilization, summary.utilization);
  assert.deepEqual([all.waitMsMean, all.waitMsP95], [summary.waitMsMean, summary.waitMsP95]);
  const { flowMsMean, boundedSlowdownMean, boundedSlowdownMax, allocatedAtEnd } = summary;
  const measured = { flowMsMean, boundedSlowdownMean, boundedSlowdownMax, allocatedAtEnd };
  const { slowdowns, ...ends } = endsOf(seen, window);
  assert.deepEqual(measured, ends);
  const { count, buckets } = measures.slowdowns();
  assert.equal(count, slowdowns.length);
  let counted = 0;
  for (const bucket of buckets) {
    counted += bucket.count;
    assert.equal(counted, slowdowns.filter((slowdown) => slowdown <= bucket.edge).length);
  }
  assert.equal(counted, count);

  if (slowdowns.some((slowdown) => slowdown > 4)) seenKinds.add('slowdown');
  if ((allocatedAtEnd ?? 0) > 0) seenKinds.add('allocated at the end');
  if (summary.evictions > 0) seenKinds.add('eviction');
  if (seen.gprs.some(({ isRemoved }) => isRemoved)) seenKinds.add('removal');
  if (seen.gprs.some(({ bornMs, createdMs }) => bornMs < createdMs)) seenKinds.add('burst');
  if (seen.gprs.some(({ timedOutAfterMs }) => timedOutAfterMs !== null)) seenKinds.add('idle time-out');
  if (seen.nodes.some(({ up }) => up.length > 1)) seenKinds.add('repair');
  if (seen.nodes.some(({ up }) => up[0].fromMs > 0)) seenKinds.add('later node');
  if (pools.some(({ offeredLoad }) => (offeredLoad ?? 0) > 1)) seenKinds.add('overload');
}

property(
  'the figures of each part are those that the facts give',
  100,
  drawn(scenarios({ invalidations: true }), fc.oneof(actions, resourceActions)),
  checkParts,
);

property(
  'the figures of each part are those that the facts give, with bursts',
  100,
  drawn(burstScenarios, burstPlays),
  checkParts,
);

const isQuick = Number(process.env.GPRSIM_RUNS ?? 1) < 1;

test('the random runs have evictions, slowdowns, repairs and all else that the figures depend on', {
  skip: isQuick && 'there are few random runs',
}, () => {
  assert.deepEqual([...seenKinds].sort(), [
    'allocated at the end',
    'burst',
    'eviction',
    'idle time-out',
    'later node',
    'overload',
    'removal',
    'repair',
    'slowdown',
  ]);
});

test('parts do not depend on how often facts are taken', () => {
  const loaded = loadScenario('demo', { now: () => 0 });
  assert.ok(loaded.ok);
  const END_MS = 60 * HOUR;
  const partsOf = (everyMs: number) => {
    const simulation = new Simulation(loaded.scenario);
    simulation.measures.countParts(true);
    for (let atMs = everyMs; atMs <= END_MS; atMs += everyMs) {
      simulation.runTo(atMs);
      simulation.dropFacts();
    }
    return simulation.measures.parts();
  };
  const parts = partsOf(END_MS);
  assert.ok(parts.pools.reduce((sum, { gprs }) => sum + gprs, 0) > 1_100, 'rows of GPRs are used again');
  assert.deepEqual(parts, partsOf(HOUR));
});
