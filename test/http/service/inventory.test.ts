import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { listInventoryAnswer } from '../../../src/api/v1/inventory/schema.ts';
import { Client, detailedError, gprBody } from '../client.ts';

const path = '/api/v1/inventory';

test('nodes are listed with their present allocations', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', '/sim/clock/advance', { by: '90s' });
  await owner.data('POST', '/api/v1/gpr', { ...gprBody, numberOfGPUs: 3 });
  await owner.data('POST', '/sim/clock/advance', { by: '1s' });
  const inventory = await owner.data('GET', `${path}/list`);
  v.parse(listInventoryAnswer, inventory);
  assert.deepEqual(inventory.unmanagedNodes, []);
  assert.equal(inventory.managedNodes.length, 4);
  const [held, free] = inventory.managedNodes;
  assert.deepEqual(held, {
    gpuNodeName: held.gpuNodeName,
    gpuShape: 'a2-highgpu-8g',
    gpuModelName: 'NVIDIA-A100-SXM4-40GB',
    instanceType: 'a2-highgpu-8g',
    clusterName: 'worker-1',
    memory: 40,
    gpuCount: 8,
    availableGPUs: 5,
    gpuTempThreshold: '',
    gpuPowerThreshold: '',
    region: 'us-central1',
    cloudProvider: 'gcp',
    cloud: 'gcp',
    nodeHealth: 'Healthy',
    gpuNodeState: 'NODE_RESERVED',
    gpuNodeStatus: 'NODE_RESERVED',
    allocation: [
      {
        gprName: 'low priority_1',
        sliceName: 'red',
        totalGPUsAllocated: 3,
        allocationTimeStamp: { seconds: String(Date.UTC(2026, 0, 5, 8, 1, 30) / 1000), nanos: 0 },
      },
    ],
  });
  assert.equal(free.gpuNodeState, 'NODE_AVAILABLE');
  assert.ok(!('allocation' in free));

  await owner.data('POST', `/sim/nodes/worker-1/${free.gpuNodeName}/down`);
  const { managedNodes } = await owner.data('GET', `${path}/list`);
  assert.equal(managedNodes[1].nodeHealth, 'Unhealthy');
  assert.equal(managedNodes[1].availableGPUs, 0);
});

test('a workspace without GPRs lists the node types of its clusters', async () => {
  const owner = await new Client().as('Owner');
  for (const name of ['sliceName', 'workspaceName', 'workspace']) {
    assert.deepEqual(await owner.data('GET', `${path}?${name}=red`), {
      items: [
        {
          instanceType: 'a2-highgpu-8g',
          gpuShape: 'NVIDIA-A100-SXM4-40GB',
          clusterName: 'worker-1',
          gpuSlicingProfile: [],
          memoryPerGpu: 40,
          gpuPerNode: 8,
          totalGpuNodes: 2,
        },
      ],
    });
  }
  const unknown = await owner.send('GET', `${path}?sliceName=nowhere`);
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.message, 'Not Found');
  assert.equal(detailedError(unknown).Message, 'Error occurred while fetching the inventory details');
  assert.equal((await owner.send('GET', path)).status, 422);
});

test('the summary counts the GPUs of each cluster', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const { gprId } = await owner.data('POST', '/api/v1/gpr', { ...gprBody, numberOfGPUs: 3 });
  await owner.data('POST', '/sim/clock/advance', { by: '0s' });
  await owner.data('PUT', `/sim/gprs/${gprId}/activity`, { busy: false });
  const common = { cloudProvider: 'gcp', region: 'us-central1', totalGpus: 16, totalGpuNodes: 2 };
  const viewer = await client.as('Viewer', 'blue');
  assert.deepEqual(await viewer.data('GET', `${path}/summary`), {
    items: [
      {
        ...common,
        clusterName: 'worker-1',
        allocatedGpus: 3,
        availableGpus: 13,
        partiallyAllocatedNodes: 1,
        idleGpus: 3,
      },
      {
        ...common,
        clusterName: 'worker-2',
        allocatedGpus: 0,
        availableGpus: 16,
        partiallyAllocatedNodes: 0,
        idleGpus: 0,
      },
    ],
  });
});
