// Under any commands and events, invariants hold, no GPR is lost, and no possible start is missed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  Checker,
  FACT_SHAPES,
  type FactView,
  type GprView,
  type Scenario,
  Simulation,
} from '../../../sim/index.ts';
import { type Action, workspaceNames } from '../../support/action.ts';
import { actions, resourceActions } from '../../support/arbitrary-actions.ts';
import { BEAT, scenarios } from '../../support/arbitrary-scenario.ts';
import { play } from '../../support/play.ts';
import { property } from '../../support/property.ts';
import { cluster, nodeGroup, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { sharedScenarios } from '../shares/arbitrary-trace.ts';

/** Index of the creation instant among the words of a GPR that has left memory. */
const CREATED_AT = 8;

const worlds = fc.tuple(scenarios({ invalidations: true }), actions);
const resourceWorlds = fc.tuple(scenarios({ invalidations: true }), resourceActions);

/** Plays the actions and some time beyond, and calls `look` at the start and after every step. */
function watch([scenario, list]: [Scenario, Action[]], look: (simulation: Simulation) => void): Simulation {
  const simulation = new Simulation(scenario);
  const seen = () => look(simulation);
  seen();
  play(simulation, list, seen);
  for (let i = 0; i < 100; i++) {
    const next = simulation.nextEventMs();
    if (next === Infinity) break;
    simulation.runTo(next);
    seen();
  }
  simulation.runTo(simulation.nowMs + 100 * BEAT);
  seen();
  return simulation;
}

/** Plays with the checker, which must find nothing. Returns the kinds of the facts. */
function check(world: [Scenario, Action[]]): Set<FactView['kind']> {
  const [scenario] = world;
  const checker = new Checker(scenario);
  const kinds = new Set<FactView['kind']>();
  watch(world, (simulation) => {
    const run = simulation.takeFacts();
    checker.read(run);
    checker.compare(simulation.views.countStates());
    assert.deepEqual(checker.violations, []);
    const views = simulation.viewFacts(run);
    assert.equal(views.length, run.count);
    for (const { kind } of views) kinds.add(kind);
  });
  return kinds;
}

property('the checker finds no violation, and has the same counts as the engine', 300, worlds, (world) => {
  check(world);
});

property('the checker finds no violation among endpoints and placements', 200, resourceWorlds, (world) => {
  check(world);
});

test('the drawn worlds have facts of every kind', () => {
  const missing = new Set(FACT_SHAPES.flatMap((shape) => shape.kinds));
  const shared = fc.sample(sharedScenarios(), { seed: 1, numRuns: 10 });
  const drawn = fc.sample(resourceWorlds, { seed: 1, numRuns: 300 });
  const all: [Scenario, Action[]][] = [...shared.map((one): [Scenario, Action[]] => [one, []]), ...drawn];
  for (let i = 0; i < all.length && missing.size > 0; i++)
    for (const kind of check(all[i])) missing.delete(kind);
  assert.deepEqual([...missing], []);
});

property('no GPR is lost: each is in memory or has left it once', 200, worlds, (world) => {
  const created: string[] = [];
  const removed: string[] = [];
  const left: number[] = [];
  const deleted: number[] = [];
  const simulation = watch(world, (at) => {
    at.onForget = (gpr, byDeletion, uid) => {
      left.push(uid);
      const { endedAtMs, state } = at.views.keptGpr(gpr, '')!;
      assert.equal(state, gpr.state);
      assert.ok(endedAtMs !== null || byDeletion);
      assert.equal(endedAtMs === null, state === 'Queued');
      if (byDeletion) deleted.push(uid);
    };
    for (const fact of at.viewFacts(at.takeFacts())) {
      if (fact.kind === 'gpr.created') created.push(fact.gprId);
      if (fact.kind === 'gpr.removed') removed.push(fact.gprId);
    }
  });
  const states = simulation.views.countStates();
  const inMemory = Object.values(states).reduce((sum, count) => sum + count, 0);
  const listed = workspaceNames(simulation).flatMap((name) => simulation.views.gprsOf(name)!);
  assert.equal(listed.length, inMemory);
  const uids = (gprIds: readonly string[]) => gprIds.map((gprId) => simulation.uidOf(gprId));
  const known = [...left, ...uids(listed.map(({ gprId }) => gprId))];
  assert.deepEqual(known.toSorted(), uids(created).toSorted());
  assert.equal(new Set(created).size, created.length);
  const kept = states.Complete + states.TimedOut + states.Failed;
  assert.ok(kept <= world[0].keepEnded);
  // A GPR that left memory without deletion had ended: it exceeded keepEnded, or its workspace was deleted.
  assert.deepEqual(deleted, uids(removed));
});

property('the record of a GPR that leaves memory gives its last view', 200, worlds, (world) => {
  const ended = new Map<number, GprView>();
  watch(world, (at) => {
    at.onForget = (gpr, _, uid) => {
      const last = ended.get(uid);
      if (last === undefined) return;
      const kept = { ...gpr, words: gpr.words.slice(0, gpr.count) };
      assert.deepEqual(at.views.keptGpr(kept, last.gprId), last);
      // Invalid records are refused.
      for (let count = 0; count < 15; count++)
        assert.equal(at.views.keptGpr({ ...kept, count }, last.gprId), undefined);
      const isRefused = (place: number, word: number) => {
        const words = kept.words.with(place, word);
        assert.equal(at.views.keptGpr({ ...kept, words }, last.gprId), undefined);
      };
      for (let place = 0; place < gpr.count; place++)
        for (const word of [NaN, 1.5, 1e300]) isRefused(place, word);
      isRefused(CREATED_AT, at.nowMs + 1);
      if (last.nodes === null) return;
      isRefused(-1, at.views.nodes().length + 1_000);
    };
    at.takeFacts();
    for (const gpr of workspaceNames(at).flatMap((name) => at.views.gprsOf(name)!)) {
      if (gpr.endedAtMs !== null) ended.set(at.uidOf(gpr.gprId), gpr);
    }
  });
});

test('the record of a GPR with a node of another pool is refused', () => {
  const clusters = ['east', 'west'].map((name) => cluster(name, [nodeGroup('large', 1)]));
  const simulation = new Simulation(scenarioOf({ clusters, keepEnded: 0 }));
  let seen: unknown[] = [];
  simulation.onForget = ({ words, ...gpr }) => {
    const viewWith = (node: number) =>
      simulation.views.keptGpr({ ...gpr, words: words.slice(0, gpr.count).with(-1, node) }, '');
    seen = [viewWith(0)?.nodes, viewWith(1)?.nodes];
  };
  simulation.openAt(0);
  const checked = simulation.check(request('blue', { clusters: ['west'], exitMs: SECOND }));
  assert.ok(checked.ok);
  simulation.apply(checked.command);
  simulation.runTo(10 * SECOND);
  simulation.takeFacts();
  assert.deepEqual(seen, [undefined, ['west-large-0']]);
});

property('views are consistent with one another', 200, worlds, (world) => {
  watch(world, (simulation) => {
    simulation.takeFacts();
    const nodes = simulation.views.nodes();
    const gprs = workspaceNames(simulation).flatMap((name) => simulation.views.gprsOf(name)!);
    for (const node of nodes) {
      const held = node.allocations.reduce((sum, { gpus }) => sum + gpus, 0);
      assert.equal(node.freeGpus, node.up ? node.gpuCount - held : 0);
      if (!node.up) assert.deepEqual(node.allocations, []);
    }
    for (const gpr of gprs) {
      const held = nodes.flatMap(({ allocations }) => allocations.filter(({ gprId }) => gprId === gpr.gprId));
      assert.equal(
        gpr.allocatedGpus,
        held.reduce((sum, { gpus }) => sum + gpus, 0),
      );
      const isProvisioned = gpr.state === 'Provisioning' || gpr.state === 'Successful';
      assert.equal(held.length, isProvisioned ? gpr.nodeCount : 0);
      if (isProvisioned) assert.deepEqual(gpr.nodes?.toSorted(), nodesOf(gpr.gprId));
      if (gpr.state === 'Queued') assert.deepEqual([gpr.nodes, gpr.startedAtMs], [null, null]);
      assert.equal(gpr.endedAtMs === null, isProvisioned || gpr.state === 'Queued');
      assert.ok(gpr.costMicro >= 0 && Number.isInteger(gpr.costMicro));
      assert.ok(simulation.explain(gpr.gprId)!.sentence.length > 0);
    }
    for (const cluster of simulation.views.clusters()) {
      const own = nodes.filter((node) => node.cluster === cluster.name);
      const sum = (value: (node: (typeof own)[number]) => number) =>
        own.reduce((total, node) => total + value(node), 0);
      assert.equal(cluster.nodes, own.length);
      assert.equal(
        cluster.gpus,
        sum(({ gpuCount }) => gpuCount),
      );
      assert.equal(
        cluster.availableGpus,
        sum(({ freeGpus }) => freeGpus),
      );
      assert.equal(
        cluster.allocatedGpus,
        sum(({ allocations }) => allocations.reduce((total, { gpus }) => total + gpus, 0)),
      );
      assert.equal(
        cluster.pools.reduce((total, pool) => total + pool.nodes, 0),
        own.length,
      );
    }

    function nodesOf(gprId: string): string[] {
      return nodes
        .filter(({ allocations }) => allocations.some((allocation) => allocation.gprId === gprId))
        .map(({ name }) => name)
        .sort();
    }
  });
});
