// When a request would start in a pool, and which GPRs it would evict then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../sim/base/pending.ts';
import { buildWorld, engineOf } from '../../../sim/build.ts';
import { ask } from '../../../sim/forecast/availability/query.ts';
import type { CreateGpr, Scenario } from '../../../sim/index.ts';
import { ANY_CLASS } from '../../../sim/tables/demand-table.ts';
import { request, SECOND, scenarioOf } from '../../support/scenario.ts';

const RED = 2;

/** A world at 10 s, in which the GPRs of `held` were requested at 0 s. */
function worldAt10s(held: readonly CreateGpr[], given: Parameters<typeof scenarioOf>[0] = {}) {
  const scenario: Scenario = scenarioOf({ ...given, script: held.map((command) => ({ atMs: 0, command })) });
  const world = buildWorld(scenario);
  engineOf(world).openAt(10 * SECOND);
  return world;
}

function startIn(world: ReturnType<typeof worldAt10s>, given: Partial<CreateGpr> = {}) {
  const command = request('red', { exitMs: 50 * SECOND, gpusPerNode: 8, ...given });
  const candidates = [{ pool: 0, classes: ANY_CLASS }];
  const [{ startMs, victims }] = finish(ask(world, { workspace: RED, request: command, candidates, uid: 0 }));
  return { startMs, victims };
}

test('a request starts at once if the pool has room', () => {
  assert.deepEqual(startIn(worldAt10s([])), { startMs: 10_000, victims: [] });
});

test('a request that may evict starts by eviction, and its victims are listed', () => {
  const world = worldAt10s([request('blue', { gpusPerNode: 8, priority: 50, requeueOnFailure: true })]);
  const [row] = world.index.ofWorkspace(0);
  const victim = { uid: world.core.gprs.uid[row], row };
  assert.deepEqual(startIn(world, { enableEviction: true }), { startMs: 10_000, victims: [victim] });
  assert.deepEqual(startIn(world, { enableEviction: true, priority: 50 }), { startMs: 100_000, victims: [] });
});

test('a query changes nothing', () => {
  const world = worldAt10s([request('blue', { gpusPerNode: 8 })]);
  const before = {
    seq: world.core.facts.seq,
    live: world.core.gprs.live,
    demands: world.core.demands.size,
    invalidations: world.invalidations.count,
  };
  startIn(world, { enableEviction: true, dedicatedNodes: true });
  assert.deepEqual(
    {
      seq: world.core.facts.seq,
      live: world.core.gprs.live,
      demands: world.core.demands.size,
      invalidations: world.invalidations.count,
    },
    before,
  );
});
