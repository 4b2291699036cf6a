import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Driver } from '../../../src/driver/driver.ts';
import { type Advance, ImportRefused, type Progress } from '../../../src/driver/world.ts';
import { generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { memoryWorld, openWorld, states, submit, temporaryFile } from '../world.ts';

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

test('an advance by a span or to an instant includes the cycle of the last instant', async (t) => {
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

test('an advance by a number of events stops after them', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const { gprId } = await submit(world, request('blue'));
  assert.equal(await reach(world, { events: 1 }), 100 * SECOND);
  assert.equal(states(world, gprId!), 'Complete');
  // No event is left, so the clock does not move.
  assert.equal(await reach(world, { events: 1000 }), 100 * SECOND);
});

test('an advance until a GPR has a status stops at that instant', async (t) => {
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

test('an advance until a status that the GPR has already does not even close the round', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const { gprId } = await submit(world, request('blue'));
  assert.equal(await reach(world, { until: { gprId: gprId!, provisioningStatus: 'Queued' } }), 0);
  assert.equal(states(world, gprId!), 'Queued');
});

test('an advance until a status that the GPR will not have is refused and does not move the clock', async (t) => {
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

test('an advance finds the end of a GPR that leaves memory at once; an ended GPR keeps its status', async (t) => {
  const world = memoryWorld(t, scenarioOf({ keepEnded: 0 }));
  const { gprId } = await submit(world, request('blue'));
  const until = (provisioningStatus: string) => ({ until: { gprId: gprId!, provisioningStatus } });
  assert.equal(await reach(world, until('Complete')), 100 * SECOND);
  assert.equal(await reach(world, until('Complete')), 100 * SECOND);
  assert.match(await refused(world, until('Successful')), /is Complete and will not be Successful any more/);
});

test('advances run in sequence, in the order of their requests', async (t) => {
  const world = memoryWorld(t, scenarioOf());
  const reached = await Promise.all([1, 2, 3].map((s) => reach(world, { byMs: s * SECOND })));
  assert.deepEqual(reached, [1 * SECOND, 3 * SECOND, 6 * SECOND]);
});

/** Endless work: an advance through it takes many slices. */
const endless = scenarioOf({
  nodes: 4,
  workload: [
    generated({
      count: null,
      interArrivalMeanMs: SECOND,
      workspaces: 20,
      gpus: [1],
      nodes: [1],
      exitDurationMs: { from: SECOND, to: 10 * SECOND },
    }),
  ],
});
const FOREVER = { byMs: 3_000_000 * SECOND };

/** Resolves after the clock of an advance has moved. */
async function underWay(world: Driver): Promise<void> {
  while (world.nowMs() === 0) await new Promise((resolve) => setImmediate(resolve));
}

test('commands and exports enter between two instants of an advance', async (t) => {
  const world = memoryWorld(t, endless);
  const advance = world.advance(FOREVER);
  await underWay(world);
  const { gprId } = await submit(world, request('blue'));
  await world.exportTo(temporaryFile(t));
  const { advance: progress, nowMs } = world.clock();
  assert.ok(nowMs < FOREVER.byMs);
  assert.deepEqual(progress, { fromMs: 0, toMs: FOREVER.byMs, done: nowMs / FOREVER.byMs });
  assert.ok(world.read.gpr(gprId!)!.createdAtMs <= nowMs);
  world.setClock({ mode: 'paused' });
  const result = await advance;
  assert.ok(result.ok && result.stopped);
  assert.deepEqual(world.clock().advance, null);
});

test('a pause, a reset, an import and a disconnect of the client stop an advance between two instants', async (t) => {
  const exported = temporaryFile(t);
  const other = memoryWorld(t, scenarioOf());
  await reach(other, { byMs: 5 * SECOND });
  await other.exportTo(exported);
  const stops: Readonly<Record<string, (world: Driver, leave: () => void) => unknown>> = {
    pause: (world) => world.setClock({ mode: 'paused' }),
    reset: (world) => world.reset(),
    import: (world) => world.importFrom(exported, dirname(temporaryFile(t)), () => true),
    leave: (_world, leave) => leave(),
  };
  for (const [how, stop] of Object.entries(stops)) {
    for (const request of [FOREVER, { events: 1_000_000_000 }] satisfies Advance[]) {
      const world = memoryWorld(t, endless);
      const { seq } = world.clock();
      let isWanted = true;
      const advances = [world.advance(request, () => isWanted), world.advance(request, () => isWanted)];
      await underWay(world);
      await stop(world, () => {
        isWanted = false;
      });
      const [first, second] = await Promise.all(advances);
      assert.equal(world.clock().advance, null);
      assert.ok(first.ok && first.stopped && second.ok && second.stopped, how);
      assert.ok(first.clock.nowMs > 0 && first.clock.nowMs < FOREVER.byMs, how);
      assert.equal(first.facts, first.clock.seq - seq, how);
      assert.deepEqual([second.clock.nowMs, second.facts], [first.clock.nowMs, 0], how);
      const nowMs = how === 'reset' ? 0 : how === 'import' ? 5 * SECOND : first.clock.nowMs;
      assert.equal(world.nowMs(), nowMs, how);
    }
  }
});

test('a long advance reports its progress', async (t) => {
  const reported: number[] = [];
  const onAdvance = ({ fromMs, toMs, done }: Progress, nowMs: number) => {
    assert.deepEqual([fromMs, toMs, done], [0, FOREVER.byMs, nowMs / FOREVER.byMs]);
    reported.push(nowMs);
    if (reported.length === 3) world.setClock({ mode: 'paused' });
  };
  const world = openWorld(t, ':memory:', endless, { onAdvance, reportEveryMs: 1 });
  const result = await world.advance(FOREVER);
  assert.ok(result.ok && result.stopped);
  assert.deepEqual(
    reported,
    [...new Set(reported)].sort((a, b) => a - b),
  );
});

test('a refused import does not stop the advance', async (t) => {
  const world = memoryWorld(t, endless);
  const advance = world.advance({ byMs: 20_000 * SECOND });
  await underWay(world);
  const folder = dirname(temporaryFile(t));
  await assert.rejects(
    world.importFrom(join(folder, 'nothing'), folder, () => true),
    ImportRefused,
  );
  const result = await advance;
  assert.ok(result.ok && !result.stopped);
  assert.equal(result.clock.nowMs, 20_000 * SECOND);
});

test('a command that enters during an advance decides where `until` stops', async (t) => {
  const world = memoryWorld(t, endless);
  const exitMs = 30_000 * SECOND;
  const first = (await submit(world, request('blue', { exitMs }))).gprId!;
  const second = (await submit(world, request('blue', { exitMs }))).gprId!;
  // Without the release, the second GPR would start when the first one ends.
  const start = world.advance({ until: { gprId: second, provisioningStatus: 'Successful' } });
  await underWay(world);
  const releasedMs = world.nowMs();
  await submit(world, { kind: 'gpr.release', gprId: first });
  const started = await start;
  assert.ok(started.ok && !started.stopped);
  assert.equal(world.read.gpr(second)?.startedAtMs, started.clock.nowMs);
  assert.ok(started.clock.nowMs >= releasedMs && started.clock.nowMs < exitMs);

  const idle = { exitMs, idleTimeOutMs: exitMs / 2, enforceIdleTimeOut: true };
  const { gprId } = await submit(world, request('red', idle));
  await reach(world, { byMs: 1000 * SECOND });
  await submit(world, { kind: 'gpr.activity', gprId: gprId!, busy: false });
  const fromMs = world.nowMs();
  const timeOut = world.advance({ until: { gprId: gprId!, provisioningStatus: 'TimedOut' } });
  while (world.nowMs() === fromMs) await new Promise((resolve) => setImmediate(resolve));
  await submit(world, { kind: 'gpr.activity', gprId: gprId!, busy: true });
  const ended = await timeOut;
  assert.ok(ended.ok && ended.stopped);
  assert.equal(states(world, gprId!), 'Complete');
  assert.equal(world.read.gpr(gprId!)?.endedAtMs, ended.clock.nowMs);
});

test('the size of the steps does not change the facts', async (t) => {
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
      recordEstimatesEveryMs: 60 * SECOND,
      failures: { nodeMtbfMs: 3_600 * SECOND, provisioningMicro: 20_000 },
      workload: [workload],
    });
    const toMs = 4 * 3_600 * SECOND;
    const hashes = await Promise.all(
      [toMs, 17_777, 1_000_003].map(async (stepMs) => {
        const world = memoryWorld(t, scenario);
        while (world.nowMs() < toMs) await reach(world, { toMs: Math.min(toMs, world.nowMs() + stepMs) });
        return world.clock().hash;
      }),
    );
    assert.equal(new Set(hashes).size, 1, `${queue}: ${hashes}`);
  }
});
