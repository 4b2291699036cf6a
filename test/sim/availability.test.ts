// When a request would start in a pool, and whom it would evict at that start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWorld } from '../../sim/build.ts';
import { ANY_CLASS } from '../../sim/demand.ts';
import { Engine } from '../../sim/engine.ts';
import { Foresight } from '../../sim/foresight/foresight.ts';
import { type CreateGpr, NEVER, type Scenario } from '../../sim/index.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

const RED = 2;

/** A world at 10 s, in which `held` have been asked for at 0. */
function coreAt10s(held: readonly CreateGpr[], given: Parameters<typeof scenarioOf>[0] = {}) {
  const scenario: Scenario = scenarioOf({ ...given, script: held.map((command) => ({ atMs: 0, command })) });
  const world = buildWorld(scenario, 1);
  new Engine(world.core, world.streams, world.streamTable, () => {}).openAt(10 * SECOND);
  return world.core;
}

function ask(core: ReturnType<typeof coreAt10s>, given: Partial<CreateGpr> = {}) {
  const asked = request('red', { exitMs: 50 * SECOND, gpusPerNode: 8, ...given });
  const [{ startMs, victims }] = new Foresight(core)
    .ask(RED, asked, [{ pool: 0, classes: ANY_CLASS }])
    .finish();
  return { startMs, victims };
}

test('at once where there is room', () => {
  assert.deepEqual(ask(coreAt10s([])), { startMs: 10_000, victims: [] });
});

test('after those that stand before it, and before those that stand behind', () => {
  const core = coreAt10s([
    request('blue', { gpusPerNode: 8, priority: 200 }),
    request('green', { gpusPerNode: 8 }),
  ]);
  assert.equal(ask(core).startMs, 200_000);
  assert.equal(ask(core, { priority: 101 }).startMs, 100_000);
});

test('after what its own workspace holds, whatever is free', () => {
  const core = coreAt10s([request('red', { exitMs: 70 * SECOND })], { nodes: 3 });
  assert.equal(ask(core).startMs, 70_000);
});

test('by eviction, with those it evicts itself', () => {
  const core = coreAt10s([request('blue', { gpusPerNode: 8, priority: 50, requeueOnFailure: true })]);
  const [victim] = [...core.uids.keys].filter((uid) => uid >= 0);
  assert.deepEqual(ask(core, { enableEviction: true }), { startMs: 10_000, victims: [victim] });
  assert.deepEqual(ask(core, { enableEviction: true, priority: 50 }), { startMs: 100_000, victims: [] });
});

test('never where nothing that is known makes room', () => {
  const core = coreAt10s([], { nodes: 1 });
  assert.deepEqual(ask(core, { nodeCount: 2 }), { startMs: NEVER, victims: [] });
});

test('asking changes nothing', () => {
  const core = coreAt10s([request('blue', { gpusPerNode: 8 })]);
  const before = {
    seq: core.facts.seq,
    live: core.gprs.live,
    demands: core.demands.size,
    surprises: core.surprises.count,
  };
  ask(core, { enableEviction: true, dedicatedNodes: true });
  assert.deepEqual(
    {
      seq: core.facts.seq,
      live: core.gprs.live,
      demands: core.demands.size,
      surprises: core.surprises.count,
    },
    before,
  );
});
