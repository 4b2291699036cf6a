import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Driver } from '../../src/driver/driver.ts';
import type { Advance } from '../../src/driver/world.ts';
import { generated, request, SECOND, scenarioOf } from '../support/scenario.ts';
import { memoryWorld, states, submit } from './world.ts';

async function reach(world: Driver, request: Advance): Promise<number> {
  const result = await world.advance(request);
  assert.ok(result.ok, JSON.stringify(result));
  return result.clock.nowMs;
}

async function refused(world: Driver, request: Advance): Promise<string> {
  const before = world.clock();
  const result = await world.advance(request);
  assert.ok(!result.ok, JSON.stringify(result));
  assert.deepEqual(world.clock(), before);
  return result.why;
}

test('by a span and to an instant, its cycle included', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const { gprId } = await submit(world, request('blue'));
  const result = await world.advance({ byMs: 99_999 });
  assert.ok(result.ok);
  assert.deepEqual([result.clock.nowMs, result.facts], [99_999, 2]);
  assert.equal(states(world, gprId!), 'Successful');
  const next = (await submit(world, request('blue'))).gprId!;
  assert.equal(await reach(world, { toMs: 100 * SECOND }), 100 * SECOND);
  assert.equal(states(world, gprId!, next), 'Complete Successful');
  assert.match(await refused(world, { toMs: 99 * SECOND }), /has passed/);
});

test('by a number of events', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const { gprId } = await submit(world, request('blue'));
  assert.equal(await reach(world, { events: 1 }), 100 * SECOND);
  assert.equal(states(world, gprId!), 'Complete');
  // Nothing more will happen: the clock stays.
  assert.equal(await reach(world, { events: 1000 }), 100 * SECOND);
});

test('until a GPR has a status, and not an instant further', async (t) => {
  const world = memoryWorld(t, scenarioOf({ scheduler: { provisioningDelayMs: 7 * SECOND } }));
  const { gprId } = await submit(world, request('blue', { gpusPerNode: 8 }));
  const waiting = (await submit(world, request('red', { gpusPerNode: 8 }))).gprId!;
  const until = (gprId: string, provisioningStatus: string) =>
    reach(world, { until: { gprId, provisioningStatus } });
  assert.equal(await until(gprId!, 'Provisioning'), 0);
  assert.equal(await until(gprId!, 'Successful'), 7 * SECOND);
  assert.equal(await until(waiting, 'Successful'), 114 * SECOND);
  assert.equal(states(world, gprId!, waiting), 'Complete Successful');
});

test('what is so already moves nothing, not even the round', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const { gprId } = await submit(world, request('blue'));
  assert.equal(await reach(world, { until: { gprId: gprId!, provisioningStatus: 'Queued' } }), 0);
  assert.equal(states(world, gprId!), 'Queued');
});

test('what never comes true is refused, and the clock has not moved', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const { gprId } = await submit(world, request('blue', { gpusPerNode: 8 }));
  const until = (gprId: string, provisioningStatus: string) =>
    refused(world, { until: { gprId, provisioningStatus } });
  assert.match(await until(gprId!, 'Failed'), /will be Complete without having been Failed/);
  assert.match(await until('gpr-00000000-0000', 'Failed'), /there is no GPR/);
  await submit(world, { kind: 'node.down', cluster: 'east', node: 'east-large-0', repairAfterMs: null });
  assert.match(await until(gprId!, 'Successful'), /not be Successful within 400 simulated days/);
  assert.equal(states(world, gprId!), 'Queued');
});

test('an end that leaves memory at once is still reached; what has ended stays as it is', async (t) => {
  const world = memoryWorld(t, scenarioOf({ keepEnded: 0 }));
  const { gprId } = await submit(world, request('blue'));
  const until = (provisioningStatus: string) => ({ until: { gprId: gprId!, provisioningStatus } });
  assert.equal(await reach(world, until('Complete')), 100 * SECOND);
  assert.equal(await reach(world, until('Complete')), 100 * SECOND);
  assert.match(await refused(world, until('Successful')), /is Complete and will not be Successful any more/);
});

test('commands that come during a move enter after it', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const moves = [world.advance({ byMs: 10 * SECOND }), world.advance({ byMs: 10 * SECOND })];
  await moves[0];
  const { gprId } = await submit(world, request('blue'));
  await moves[1];
  assert.equal(world.read.gpr(gprId!)?.createdAtMs, 20 * SECOND);
});

test('the size of the steps changes nothing of what happens', async (t) => {
  const workload = generated({
    count: 400,
    interArrivalMeanMs: 30 * SECOND,
    workspaces: 20,
    gpus: [1, 2, 4, 8],
    nodes: [1, 2],
    exitDurationMs: { from: 60 * SECOND, to: 600 * SECOND },
    runtimeShareMilli: { from: 200, to: 1000 },
    evictsMilli: 200,
    requeuesMilli: 500,
    idleMilli: 100,
    idleTimeOutMs: 30 * SECOND,
  });
  for (const queue of ['strict', 'greedy', 'backfill'] as const) {
    const scenario = scenarioOf({
      nodes: 4,
      scheduler: { queue, provisioningDelayMs: 5 * SECOND },
      promiseEveryMs: 60 * SECOND,
      failures: { nodeMtbfMs: 3_600 * SECOND, provisioningMicro: 20_000 },
      workload: [workload],
    });
    const toMs = 4 * 3_600 * SECOND;
    const hashes = await Promise.all(
      [toMs, 7_777, 61_000, 1_000_003].map(async (stepMs) => {
        const world = memoryWorld(t, scenario);
        while (world.nowMs() < toMs) await reach(world, { toMs: Math.min(toMs, world.nowMs() + stepMs) });
        return world.clock().hash;
      }),
    );
    assert.equal(new Set(hashes).size, 1, `${queue}: ${hashes}`);
  }
});
