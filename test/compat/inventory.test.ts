import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkspace } from './access.ts';
import { GpuAlreadyReleased, Unauthorized, UnhandledException } from './failures.ts';
import { choices, gprOf, releaseGpu, requestGpu, type Work } from './gprs.ts';
import { listInventory, workspaceInventory } from './inventory.ts';
import { TestServer } from './server.ts';
import { workspaceWithGpu } from './stage.ts';

const server = await TestServer.start();
const client = server.client();

const minuteMs = 60_000;

test('the inventory of a workspace without GPRs lists the types of its clusters', async () => {
  await createWorkspace(client, { name: 'make_gpr' });
  assert.deepEqual(
    (await workspaceInventory(client, 'make_gpr')).map(({ clusterName, totalGpuNodes, gpuPerNode }) => [
      clusterName,
      totalGpuNodes,
      gpuPerNode,
    ]),
    [
      ['worker-1', 2, 8],
      ['worker-2', 2, 8],
    ],
  );
  await assert.rejects(workspaceInventory(client, 'no-such-workspace'), UnhandledException);
});

test('with * in place of a workspace, the inventory lists the types of all clusters for each role', async () => {
  const workspace = await createWorkspace(client, { name: 'starred', clusters: ['worker-1'] });
  const editor = server.client({ apiKey: server.key('Editor', workspace).apiKey });
  for (const reader of [client, editor]) {
    const types = await workspaceInventory(reader, '*');
    assert.deepEqual(
      types.map(({ clusterName }) => clusterName),
      ['worker-1', 'worker-2'],
    );
  }

  await createWorkspace(client, { name: '*', clusters: ['worker-2'] });
  assert.deepEqual(
    (await workspaceInventory(client, '*')).map(({ clusterName }) => clusterName),
    ['worker-2'],
  );
  await assert.rejects(workspaceInventory(editor, '*'), Unauthorized);
});

test('a node has its model, its status and its allocations', async () => {
  const { workspace, gpu } = await workspaceWithGpu(client, 'inventory');
  const work: Work = { name: 'on a node', workspace, gpus: 3, exitDuration: '1h' };
  const gprId = await requestGpu(client, work, choices.oldStyle('worker-2', gpu));
  await server.advance(minuteMs);

  const { managedNodes, unmanagedNodes } = await listInventory(client);
  assert.deepEqual(unmanagedNodes, []);
  assert.equal(managedNodes.length, 4);
  for (const { gpuShape, gpuModelName, instanceType, gpuCount, memory, health } of managedNodes) {
    assert.equal(gpuShape, 'NVIDIA-A100-SXM4-40GB');
    assert.equal(gpuModelName, 'NVIDIA-A100-SXM4-40GB');
    assert.equal(instanceType, 'a2-highgpu-8g');
    assert.deepEqual([gpuCount, memory, health], [8, 40, 'Healthy']);
  }
  const [reserved, ...others] = managedNodes.filter(({ status }) => status === 'NODE_RESERVED');
  assert.equal(others.length, 0);
  assert.equal(reserved.clusterName, 'worker-2');
  assert.equal(reserved.availableGpus, 5);
  assert.equal(reserved.allocation.length, 1);
  const [{ gprName, sliceName, totalGPUsAllocated, allocationTimeStamp }] = reserved.allocation;
  assert.deepEqual([gprName, sliceName, totalGPUsAllocated], ['on a node', workspace, 3]);
  assert.match(allocationTimeStamp.seconds, /^[0-9]{10}$/);
  assert.equal(typeof allocationTimeStamp.nanos, 'number');
  await releaseGpu(client, gprId);
});

test('an Editor works in its workspace and sees all nodes without foreign allocations', async () => {
  const { workspace, gpu } = await workspaceWithGpu(client, 'edited');
  const editor = server.client({ apiKey: server.key('Editor', workspace).apiKey });
  const viewer = server.client({ apiKey: server.key('Viewer', workspace).apiKey });
  const { workspace: other } = await workspaceWithGpu(client, 'other');
  const foreign = await requestGpu(
    client,
    { name: 'theirs', workspace: other },
    choices.manual('worker-1', gpu),
  );
  const own = await requestGpu(editor, { name: 'ours', workspace }, choices.manual('worker-1', gpu));
  await server.advance(minuteMs);

  for (const reader of [editor, viewer]) {
    const { managedNodes } = await listInventory(reader);
    assert.deepEqual(
      managedNodes.flatMap(({ allocation }) => allocation.map(({ sliceName }) => sliceName)),
      [workspace],
    );
    assert.equal((await gprOf(reader, own)).status.provisioningStatus, 'Successful');
    await assert.rejects(gprOf(reader, foreign), UnhandledException);
  }
  await assert.rejects(releaseGpu(editor, foreign), GpuAlreadyReleased);
  await assert.rejects(releaseGpu(viewer, own), Unauthorized);
  await releaseGpu(editor, own);
  await releaseGpu(client, foreign);
});
