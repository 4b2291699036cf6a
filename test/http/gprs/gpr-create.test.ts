import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, detailedError, gprBody } from '../client.ts';

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
      const { gprId } = await owner.data('POST', path, request);
      return owner.data('GET', `${path}?gprId=${gprId}`);
    }),
  );
  for (const [index, gpr] of made.entries()) assert.deepEqual(gpr, made[0], JSON.stringify(requests[index]));
});

test('an invalid request is refused with all invalid fields, and no GPR is queued', async () => {
  const owner = await new Client().as('Owner');
  const cases: [object, string, RegExp][] = [
    [{ gprName: undefined }, 'gprName', /is required/],
    [{ gprName: 'x'.repeat(10_000) }, 'gprName', /at most 253 characters/],
    [{ sliceName: undefined }, 'sliceName', /is required/],
    [{ clusterName: '' }, 'clusterName', /is required unless/],
    [{ clusterName: 'worker-9' }, 'clusterName', /but is "worker-9"/],
    [{ clusterName: 'worker-2' }, 'clusterName', /of the workspace \(worker-1\)/],
    [{ clusterName: '', preferredClusters: ['worker-9'] }, 'preferredClusters', /but is "worker-9"/],
    [
      { clusterName: null, preferredClusters: ['worker-1'], enableAutoClusterSelection: true },
      'preferredClusters',
      /must be empty when enableAutoClusterSelection is true/,
    ],
    [{ enableAutoClusterSelection: true }, 'clusterName', /must be empty when enableAutoClusterSelection/],
    [
      { preferredClusters: ['worker-2', 'worker-3'] },
      'clusterName',
      /must be one of preferredClusters \(worker-2, worker-3\), but is "worker-1"/,
    ],
    [
      { gpuShape: '', enableAutoGpuSelection: true },
      'instanceType',
      /must be empty when enableAutoGpuSelection is true/,
    ],
    [
      { instanceType: null, enableAutoGpuSelection: true },
      'gpuShape',
      /must be empty when enableAutoGpuSelection is true/,
    ],
    [{ preferredClusters: [[['worker-1']]] }, 'preferredClusters[0]', /must be a name/],
    [{ instanceType: '' }, 'instanceType', /is required unless enableAutoGpuSelection/],
    [{ gpuShape: null }, 'gpuShape', /is required unless enableAutoGpuSelection/],
    [{ instanceType: 'abacus' }, 'instanceType', /\(a2-highgpu-8g\), but is "abacus"/],
    [{ gpuShape: 'abacus' }, 'gpuShape', /but is "abacus"/],
    [{ numberOfGPUs: 0 }, 'numberOfGPUs', /from 1 to 1000000, but is 0/],
    [{ numberOfGPUs: -1 }, 'numberOfGPUs', /but is -1/],
    [{ numberOfGPUs: 1.5 }, 'numberOfGPUs', /an integer/],
    [{ numberOfGPUs: '8' }, 'numberOfGPUs', /an integer/],
    [{ numberOfGPUs: 1e300 }, 'numberOfGPUs', /but is 1e\+300/],
    [{ numberOfGPUs: 9 }, 'numberOfGPUs', /requested 9 GPUs of 40 GB per node × 1 node, available 8 GPUs /],
    [
      { numberOfGPUNodes: 3 },
      'numberOfGPUNodes',
      /requested 8 GPUs .* × 3 nodes, available 8 GPUs .* × 2 nodes$/,
    ],
    [{ numberOfGPUNodes: undefined }, 'numberOfGPUNodes', /is required/],
    [
      { memoryPerGPU: 80 },
      'memoryPerGPU',
      /requested 8 GPUs of 80 GB per node × 1 node, available 8 GPUs of 40 GB per node × 2 nodes$/,
    ],
    [{ memoryPerGPU: undefined, memoryPerGpu: 0 }, 'memoryPerGpu', /from 1/],
    [{ priority: 0 }, 'priority', /from 1 to 300, but is 0/],
    [{ priority: 301 }, 'priority', /from 1 to 300/],
    [{ priority: '1e2' }, 'priority', /from 1 to 300/],
    [{ exitDuration: '' }, 'exitDuration', /^"exitDuration" is not allowed to be empty$/],
    [{ exitDuration: '0d0h0m' }, 'exitDuration', /longer than zero/],
    [{ exitDuration: '-5m' }, 'exitDuration', /negative/],
    [{ exitDuration: '11111111d' }, 'exitDuration', /ten years/],
    [{ exitDuration: 300 }, 'exitDuration', /such as 0d0h5m, but is 300/],
    [{ idleTimeOutDuration: '0m' }, 'idleTimeOutDuration', /longer than zero/],
    [{ enableEviction: 'yes' }, 'enableEviction', /true or false/],
  ];
  for (const [change, field, why] of cases) {
    const answer = await owner.send('POST', path, { ...gprBody, ...change });
    assert.equal(answer.status, 422, JSON.stringify(change));
    const { Message, DetailedError } = detailedError(answer);
    assert.equal(Message, 'Error while fetching GPR wait time');
    const [first, ...others] = DetailedError.Details;
    assert.equal(others.length, 0, JSON.stringify(DetailedError.Details));
    assert.equal(first.field, field);
    assert.match(first.message, why);
  }
  const many = await owner.send('POST', path, {
    ...gprBody,
    gprName: '',
    priority: null,
    exitDuration: 'soon',
  });
  const fields = detailedError(many).DetailedError.Details.map((detail: { field: string }) => detail.field);
  assert.deepEqual(fields, ['gprName', 'priority', 'exitDuration']);
  assert.deepEqual(await owner.data('GET', `${path}/list?sliceName=red`), { items: [] });
});
