import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryWorld } from '../http/memory-world.ts';
import { built } from './example.ts';

const secondMs = 1000;

const idleWorld = (change: Parameters<typeof built>[0]) =>
  memoryWorld(
    built((file) => {
      file.workload = [];
      file.failures = {};
      change?.(file);
    }),
  );

const gpr = {
  kind: 'gpr.create',
  gprName: 'work',
  workspace: 'blue',
  clusters: ['west'],
  instanceType: 'large',
  gpuShape: 'H100',
  gpusPerNode: 1,
  nodeCount: 1,
  memoryGbPerGpu: null,
  priority: 150,
  exitMs: 3600 * secondMs,
  idleTimeOutMs: null,
  enforceIdleTimeOut: null,
  enableEviction: null,
  requeueOnFailure: null,
  dedicatedNodes: false,
} as const;

test('a policy applies from the start, and its unset members are permissive', async () => {
  const world = idleWorld((file) => {
    file.workspaces[1].policy = {
      priorityRange: 'medium',
      maxExitDurationPerGPR: '1d',
      requeueOnFailure: true,
    };
  });
  const { workspaceCreation: _, ...policy } = world.read.resources.policy('blue')!;
  assert.deepEqual(policy, {
    workspace: 'blue',
    priority: { from: 101, to: 200 },
    maxGprs: 0,
    maxExit: { text: '1d', ms: 86_400 * secondMs },
    gpuShapes: [],
    maxGpusPerGpr: 0,
    maxMemoryMbPerGpr: 0,
    enforceIdleTimeOut: false,
    enableEviction: false,
    requeueOnFailure: true,
  });
  assert.deepEqual(world.read.resources.policy('red')?.priority, { from: 1, to: 300 });

  const urgent = await world.submit({ ...gpr, priority: 250 });
  assert.equal(!urgent.ok && urgent.rejection.code, 'policy');
  const made = await world.submit(gpr);
  assert.ok(made.ok);
  const { requeueOnFailure, enableEviction } = world.read.gpr(made.outcome.gprId!)!;
  assert.deepEqual({ requeueOnFailure, enableEviction }, { requeueOnFailure: true, enableEviction: false });
});

test('a fault is active from the start and affects only its target, `times` times', async () => {
  const world = idleWorld((file) => {
    file.durations = { imagePull: '10s', imageRetry: '20s' };
    file.faults = [{ kind: 'image', endpoint: 'chat', times: 1 }];
  });
  assert.deepEqual(
    world.read.resources
      .faults()
      .map(({ fault, endpoint, times, happened }) => [fault, endpoint, times, happened]),
    [['image', 'chat', 1, 0]],
  );
  const statusOf = (name: string) => world.read.resources.endpoint('blue', name)?.status;
  for (const name of ['chat', 'other']) {
    const made = await world.submit({
      kind: 'endpoint.create',
      name,
      workspace: 'blue',
      cluster: 'west',
      model: { modelName: 'm', storageUri: '', args: [], cpu: '', memory: '' },
      rawModelSpec: null,
      gpu: 'none',
    });
    assert.ok(made.ok);
  }
  const seen: [number, string | undefined, string | undefined][] = [];
  for (const atMs of [5, 15, 25, 35, 45].map((seconds) => seconds * secondMs)) {
    await world.advance({ toMs: atMs });
    seen.push([atMs / secondMs, statusOf('chat'), statusOf('other')]);
  }
  assert.deepEqual(seen, [
    [5, 'Pending', 'Pending'],
    [15, 'ImageFailed', 'Running'],
    [25, 'ImageFailed', 'Running'],
    // During the second pull.
    [35, 'Pending', 'Running'],
    [45, 'Running', 'Running'],
  ]);
  assert.deepEqual(world.read.resources.faults(), []);
});
