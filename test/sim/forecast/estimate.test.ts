// If nothing else happens, the estimate of every queued GPR is its start to the millisecond: under every policy, and with
// evictions, requeues, idle timers and pending repairs. Auto selection chooses by these starts.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { finish } from '../../../sim/base/pending.ts';
import { type CreateGpr, type FactRun, type Scenario, Simulation } from '../../../sim/index.ts';
import { type Action, commandOf, workspaceNames } from '../../support/action.ts';
import { actions, creation, quietActions, schedulerChange } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { type Entry, play, replay } from '../../support/play.ts';
import { property } from '../../support/property.ts';

type Order = Action['order'] & { readonly kind: 'create' };

const FAR = 100_000 * BEAT;

const quiet = scenarios({ invalidations: false });

function queuedIn(simulation: Simulation): string[] {
  return workspaceNames(simulation)
    .flatMap((name) => simulation.views.gprsOf(name)!)
    .filter(({ state }) => state === 'Queued')
    .map(({ gprId }) => gprId);
}

function startsIn(simulation: Simulation, run: FactRun): Map<string, number> {
  const starts = new Map<string, number>();
  for (const { kind, gprId, atMs } of simulation.viewFacts(run)) {
    if (kind === 'gpr.provisioning' && !starts.has(gprId!)) starts.set(gprId!, atMs);
  }
  return starts;
}

property(
  'an estimate is the actual start',
  500,
  fc.tuple(quiet, quietActions, fc.nat(5), fc.boolean()),
  ([scenario, list, beats, open]) => {
    const simulation = new Simulation(scenario);
    play(simulation, list);
    const atMs = simulation.nowMs + beats * BEAT;
    if (open) simulation.openAt(atMs);
    else simulation.runTo(atMs);
    startsAsEstimated(simulation);
  },
);

property(
  'right after a change of the scheduler, an estimate is the actual start',
  300,
  fc.tuple(quiet, quietActions, schedulerChange, fc.nat(3), fc.boolean()),
  ([scenario, list, change, beats, isClosed]) => {
    const simulation = new Simulation(scenario);
    play(simulation, list);
    simulation.openAt(simulation.nowMs + beats * BEAT);
    // These fill the caches.
    for (const gprId of queuedIn(simulation)) simulation.estimate(gprId);
    simulation.apply({ kind: 'scheduler.set', ...change });
    if (isClosed) simulation.runTo(simulation.nowMs);
    startsAsEstimated(simulation);
  },
);

property(
  'an estimate does not change while nothing else happens',
  200,
  fc.tuple(quiet, quietActions),
  ([scenario, list]) => {
    const simulation = new Simulation(scenario);
    play(simulation, list);
    simulation.runTo(simulation.nowMs);
    const first = new Map(queuedIn(simulation).map((gprId) => [gprId, simulation.estimate(gprId).startMs]));
    for (let turn = 0; turn < 50 && simulation.nextEventMs() < FAR; turn++) {
      simulation.runTo(simulation.nextEventMs());
      // A fresh simulation has no cached pass: the old forecast must equal a new one.
      const fresh = Simulation.restore(scenario, structuredClone(simulation.save()));
      for (const gprId of queuedIn(simulation)) {
        const { startMs } = simulation.estimate(gprId);
        assert.equal(fresh.estimate(gprId).startMs, startMs);
        if (simulation.views.gpr(gprId)!.retryCount === 0) assert.equal(startMs, first.get(gprId));
      }
    }
  },
);

property(
  'cached estimates are never out of date',
  100,
  fc.tuple(scenarios({ invalidations: true }), actions),
  ([scenario, list]) => {
    const simulation = new Simulation(scenario);
    const compare = () => {
      simulation.takeFacts();
      // A fresh simulation has no cached pass.
      const fresh = Simulation.restore(scenario, structuredClone(simulation.save()));
      for (const gprId of queuedIn(simulation)) {
        assert.deepEqual(simulation.estimate(gprId), fresh.estimate(gprId));
      }
    };
    play(simulation, list, compare);
    for (let turn = 0; turn < 30 && simulation.nextEventMs() < FAR; turn++) {
      simulation.runTo(simulation.nextEventMs());
      compare();
    }
  },
);

/**
 * The start of a request that is created now in this pool, if nothing else happens, and the GPRs that it evicts then.
 * Infinity = it never starts; null = the pool cannot serve it.
 */
function outcomeIn(
  scenario: Scenario,
  journal: readonly Entry[],
  atMs: number,
  command: CreateGpr,
): { startMs: number; evicted: string[] } | null {
  const simulation = replay(scenario, journal);
  simulation.openAt(atMs);
  const check = simulation.check(command);
  if (!check.ok) return null;
  simulation.takeFacts();
  // With one cycle for each event, the GPR may start at once.
  const { gprId } = simulation.apply(check.command);
  simulation.runTo(FAR);
  const run = simulation.takeFacts();
  const startMs = startsIn(simulation, run).get(gprId!) ?? Infinity;
  const evicted = simulation
    .viewFacts(run)
    .filter((fact) => fact.culprit === gprId && fact.atMs === startMs)
    .map((fact) => fact.gprId!);
  return { startMs, evicted: [...new Set(evicted)] };
}

/** A world after some actions, in an open round, and a request for any of its pools; null = no workspace exists. */
function asking(scenario: Scenario, list: readonly Action[], order: Order) {
  const simulation = new Simulation(scenario);
  const journal = play(simulation, list);
  const atMs = simulation.nowMs + BEAT;
  simulation.openAt(atMs);
  const given = { ...order.given, idleTimeOutMs: null };
  const command = commandOf({ ...order, pool: null, given }, simulation) as CreateGpr | null;
  return { simulation, journal, atMs, command };
}

/** Scenarios without pools of several types: facts do not show which types a queued GPR accepts. */
const apart = quiet.filter(({ clusters }) => clusters.every(({ onePool }) => !onePool));

property(
  'availability is the actual start of the request in every pool, at the first query and at a repeated one',
  200,
  fc.tuple(apart, quietActions, creation),
  ([scenario, list, order]) => {
    const { simulation, journal, atMs, command } = asking(scenario, list, order);
    fc.pre(command !== null);
    const cold = finish(simulation.availability(command));
    fc.pre(cold.ok);
    assert.deepEqual(finish(simulation.availability(command)), cold, 'warm');
    for (const { cluster, instanceType, startMs, evictable } of cold.items) {
      const asked: CreateGpr = { ...command, clusters: [cluster], instanceType };
      const outcome = outcomeIn(scenario, journal, atMs, asked)!;
      assert.equal(startMs ?? Infinity, outcome.startMs, `${cluster} ${instanceType}`);
      assert.deepEqual(evictable.map(({ gprId }) => gprId).sort(), outcome.evicted.sort());
    }
  },
);

property(
  'auto selection chooses the pool with the earliest actual start',
  150,
  fc.tuple(apart, quietActions, creation),
  ([scenario, list, order]) => {
    const { simulation, journal, atMs, command } = asking(scenario, list, order);
    const check = command === null ? null : simulation.check(command);
    fc.pre(check?.ok === true);
    const chosen = check.command as CreateGpr;

    const offers = simulation.views.pools().flatMap(({ cluster, instanceType, gpuModelName }) => {
      const named = { ...command!, clusters: [cluster], instanceType };
      const offered = outcomeIn(scenario, journal, atMs, named);
      if (offered === null) return [];
      return [{ startMs: offered.startMs, pool: { cluster, instanceType, gpuModelName } }];
    });
    const best = Math.min(...offers.map((offer) => offer.startMs));
    const { startMs } = outcomeIn(scenario, journal, atMs, chosen)!;
    assert.equal(startMs, best);
    const equals = offers.filter((offer) => offer.startMs === best).map(({ pool }) => pool);
    const byName = equals.toSorted((a, b) =>
      `${a.cluster} ${a.instanceType}` < `${b.cluster} ${b.instanceType}` ? -1 : 1,
    );
    assert.deepEqual(chosen.pool, byName[0]);

    const { gprId } = simulation.apply(chosen);
    const isQueued = simulation.views.gpr(gprId!)!.state === 'Queued';
    assert.equal(isQueued ? (simulation.estimate(gprId!).startMs ?? Infinity) : atMs, startMs);
  },
);

/** Every queued GPR starts at its present estimate. */
function startsAsEstimated(simulation: Simulation): void {
  const queued = queuedIn(simulation);
  const estimates = queued.map((gprId) => [gprId, simulation.estimate(gprId).startMs]);
  simulation.takeFacts();
  simulation.runTo(FAR);
  const starts = startsIn(simulation, simulation.takeFacts());
  assert.deepEqual(
    estimates,
    queued.map((gprId) => [gprId, starts.get(gprId) ?? null]),
  );
}
