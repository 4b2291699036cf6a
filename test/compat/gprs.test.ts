import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GpuAlreadyProvisioned, GpuAlreadyReleased, Unauthorized, UnhandledException } from './failures.ts';
import {
  cancelRequest,
  changeName,
  changePriority,
  choices,
  gprOf,
  gprsOf,
  releaseGpu,
  requestGpu,
  type Work,
} from './gprs.ts';
import { TestServer } from './server.ts';
import { workspaceWithGpu } from './stage.ts';

const server = await TestServer.start();
const client = server.client();

const minuteMs = 60_000;

test('all five variants of a request are accepted, with every member and null for unset ones', async () => {
  const { workspace, gpu } = await workspaceWithGpu(client, 'variants');
  const variants = {
    'old style': choices.oldStyle('worker-1', gpu),
    'manual selection': choices.manual('worker-2', gpu),
    'auto GPU': choices.autoGpu(['worker-2']),
    'auto GPU with a nested list': choices.autoGpu([['worker-1', 'worker-2']]),
    'auto cluster': choices.autoCluster(gpu),
    'auto selection': choices.auto(),
  };
  for (const [name, choice] of Object.entries(variants)) {
    const gprId = await requestGpu(client, { name, workspace }, choice);
    assert.match(gprId, /^gpr-[0-9a-f]{8}-[0-9a-f]{4}$/);
    const gpr = await gprOf(client, gprId);
    assert.equal(gpr.gprName, name);
    assert.equal(gpr.sliceName, workspace);
    assert.equal(gpr.instanceType, 'a2-highgpu-8g');
    assert.equal(gpr.gpuShape, 'NVIDIA-A100-SXM4-40GB');
    assert.equal(gpr.memoryPerGPU, 15);
    assert.equal(gpr.status.provisioningStatus, 'Queued');
    assert.equal(gpr.status.nodes, null);
    const named = choice.clusterName || choice.preferredClusters?.flat()[0] || 'worker-1';
    assert.equal(gpr.clusterName, named, name);
  }
  assert.deepEqual(
    (await gprsOf(client, workspace)).map(({ gprName }) => gprName),
    Object.keys(variants),
  );
});

test('durations in every spelling are returned in one spelling', async () => {
  const { workspace, gpu } = await workspaceWithGpu(client, 'durations');
  const spellings: [string, string][] = [
    ['5m', '0h5m0s'],
    ['30m', '0h30m0s'],
    ['1h', '1h0m0s'],
    ['0d0h5m', '0h5m0s'],
    ['24h0m0s', '24h0m0s'],
    ['000005', '0h5m0s'],
  ];
  for (const [sent, answered] of spellings) {
    const work = { name: sent, workspace, exitDuration: sent, idleTimeOut: '2m', enforceIdleTimeOut: true };
    const gpr = await gprOf(client, await requestGpu(client, work, choices.manual('worker-1', gpu)));
    assert.equal(gpr.exitDuration, answered);
    assert.equal(gpr.idleTimeOutDuration, '0h2m0s');
    assert.match(gpr.estimatedWaitTime, /^[0-9]+h[0-9]+m[0-9]+s$/);
  }
});

test('a request can be renamed, moved up, provisioned, released and deleted; each late change has a specific failure', async () => {
  const { workspace, gpu } = await workspaceWithGpu(client, 'life');
  const ask = (name: string, priority: number) =>
    requestGpu(client, { name, workspace, priority, exitDuration: '1h' }, choices.manual('worker-1', gpu));
  const first = await ask('low priority_1', 100);
  const second = await ask('request from apigw99', 150);
  await changePriority(client, first, 250);
  await changeName(client, first, 'high priority_1');
  await assert.rejects(releaseGpu(client, first), GpuAlreadyReleased);

  await server.advance(minuteMs);
  const provisioned = await gprOf(client, first);
  assert.equal(provisioned.gprName, 'high priority_1');
  assert.equal(provisioned.status.provisioningStatus, 'Successful');
  assert.equal(provisioned.status.internalState, 'Reserved');
  assert.equal(provisioned.status.numGpusAllocated, 1);
  assert.equal(provisioned.status.nodes.length, 1);
  assert.equal((await gprOf(client, second)).status.provisioningStatus, 'Queued');
  await assert.rejects(changePriority(client, first, 1), GpuAlreadyProvisioned);
  await assert.rejects(changeName(client, first, 'late'), GpuAlreadyProvisioned);
  await assert.rejects(cancelRequest(client, first), GpuAlreadyProvisioned);

  await releaseGpu(client, first);
  assert.equal((await gprOf(client, first)).status.provisioningStatus, 'Complete');
  await assert.rejects(releaseGpu(client, first), GpuAlreadyReleased);
  await server.advance(minuteMs);
  assert.equal((await gprOf(client, second)).status.provisioningStatus, 'Successful');
  await releaseGpu(client, second);

  const third = await ask('cancelled', 1);
  await cancelRequest(client, third);
  await assert.rejects(gprOf(client, third), UnhandledException);
  await assert.rejects(cancelRequest(client, third), GpuAlreadyProvisioned);
});

test('the client can read refusals of invalid requests', async () => {
  const { workspace, gpu } = await workspaceWithGpu(client, 'refused');
  const refused: [Partial<Work>, number][] = [
    [{ exitDuration: '' }, 422],
    [{ exitDuration: 'soon' }, 422],
    [{ priority: 301 }, 422],
    [{ gpus: 9 }, 422],
    [{ nodes: 3 }, 422],
    [{ workspace: 'no-such-workspace' }, 404],
  ];
  for (const [change, statusCode] of refused) {
    const work = { name: 'refused', workspace, ...change };
    await assert.rejects(requestGpu(client, work, choices.manual('worker-1', gpu)), (error) => {
      assert.ok(error instanceof UnhandledException);
      assert.equal(error.answer.statusCode, statusCode);
      assert.equal(error.answer.data, null);
      return true;
    });
  }
  await assert.rejects(gprsOf(client, 'no-such-workspace'), UnhandledException);
  const foreign = server.client({ apiKey: server.key('Editor', 'red').apiKey });
  await assert.rejects(gprsOf(foreign, workspace), Unauthorized);
});
