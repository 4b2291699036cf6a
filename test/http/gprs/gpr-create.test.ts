import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, gprBody } from '../client.ts';

const path = '/api/v1/gpr';

test('every spelling of a request creates the same GPR', async () => {
  const { memoryPerGPU, sliceName, clusterName, ...rest } = gprBody;
  const auto = { clusterName: '', instanceType: '', gpuShape: '' };
  const requests = [
    gprBody,
    { ...rest, sliceName, clusterName, memoryPerGpu: memoryPerGPU },
    { ...rest, workspaceName: sliceName, clusterName, memoryPerGPU },
    { ...rest, workspace: sliceName, clusterName, memoryPerGPU },
    { ...gprBody, priority: '101' },
    { ...gprBody, exitDuration: '5m' },
    { ...gprBody, exitDuration: '000005' },
    { ...gprBody, gpuShape: 'a2-highgpu-8g' },
    { ...gprBody, clusterName: null, preferredClusters: ['worker-1'] },
    { ...gprBody, clusterName: '', preferredClusters: [['worker-1']] },
    { ...gprBody, preferredClusters: ['worker-1'], idleTimeOutDuration: null, enableEviction: null },
    { ...gprBody, preferredClusters: ['worker-2', 'worker-1'] },
    { ...gprBody, clusterName: '', enableAutoClusterSelection: true, preferredClusters: null },
    { ...gprBody, ...auto, preferredClusters: ['worker-1'], enableAutoGpuSelection: true },
    { ...gprBody, ...auto, enableAutoClusterSelection: true, enableAutoGpuSelection: true },
    { ...gprBody, idleTimeOutDuration: '', anotherMember: [{}] },
  ];
  const made = await Promise.all(
    requests.map(async (request) => {
      const owner = await new Client().as('Owner');
      const { gprId } = await owner.post(path, request);
      return owner.get(`${path}?gprId=${gprId}`);
    }),
  );
  for (const [index, gpr] of made.entries()) assert.deepEqual(gpr, made[0], JSON.stringify(requests[index]));
});
