import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scenario } from '../../../sim/index.ts';
import { type Caller, Client } from '../client.ts';
import { altered, memoryWorld, scenario } from '../memory-world.ts';
import { question } from './question.ts';

const path = '/api/v1/gpr/gpu-availability';
const a100 = { instanceType: 'a2-highgpu-8g', gpuShape: 'NVIDIA-A100-SXM4-40GB' };
const t4 = { instanceType: 'n1-standard-8', gpuShape: 'Tesla-T4' };

/** worker-1 has 2 nodes of 8 A100 and one of 4 T4; worker-2 has one node of 8 A100. Both workspaces have both clusters. */
const mixed: Scenario = {
  ...scenario,
  instanceTypes: [
    ...scenario.instanceTypes,
    {
      ...scenario.instanceTypes[0],
      instanceType: t4.instanceType,
      gpuModelName: t4.gpuShape,
      gpuCount: 4,
      memoryGb: 15,
    },
  ],
  clusters: scenario.clusters.map((cluster) => ({
    ...cluster,
    nodes:
      cluster.name === 'worker-1'
        ? [...cluster.nodes, { instanceType: t4.instanceType, gpuModelName: t4.gpuShape, count: 1 }]
        : cluster.nodes.map((group) => ({ ...group, count: 1 })),
  })),
  workspaces: scenario.workspaces.map((workspace) => ({ ...workspace, clusters: ['worker-1', 'worker-2'] })),
};

const manual = {
  enableAutoClusterSelection: false,
  enableAutoGpuSelection: false,
  preferredClusters: ['worker-1'],
  ...a100,
};

/** The body of POST /gpr for the GPR of the query. Default: A100 of worker-1. */
const gpr = (change: object = {}) => ({
  gprName: 'work',
  sliceName: 'blue',
  clusterName: 'worker-1',
  ...a100,
  numberOfGPUs: 8,
  numberOfGPUNodes: 2,
  priority: 50,
  exitDuration: '6h',
  ...change,
});

const create = async (caller: Caller, body: object): Promise<string> =>
  (await caller.post('/api/v1/gpr', body)).gprId;

test('a late answer describes the instant of its query', async () => {
  const world = memoryWorld(mixed);
  const { read } = world;
  const whileClockMoves = async <T>(answer: T): Promise<Awaited<T>> => {
    await world.advance({ byMs: 3_600_000 });
    return await answer;
  };
  const slow = altered(world, {
    read: {
      ...read,
      availability: (request) => whileClockMoves(read.availability(request)),
      estimates: (gprIds) => whileClockMoves(read.estimates(gprIds)),
    },
  });
  const caller = await new Client(slow).as('Owner');
  await create(caller, gpr());
  await create(caller, gpr({ sliceName: 'red', priority: 10 }));
  await caller.advance('30s');

  const answer = await caller.send('POST', path, { ...question, ...manual, numberOfGPUs: 8 });
  assert.equal(answer.headers.get('x-sim-time'), '2026-01-05T08:00:30.000Z');
  assert.deepEqual(answer.body.data.items, [
    {
      cluster: 'worker-1',
      ...a100,
      waitduration: '0d5h59m30s',
      expectedStartTime: '2026-01-05T14:00:00.000Z',
      evictableGPRs: [],
    },
  ]);

  const list = await caller.send('GET', '/api/v1/gpr/list?sliceName=red');
  assert.equal(list.headers.get('x-sim-time'), '2026-01-05T09:00:30.000Z');
  const [{ estimatedStartTime, status }] = list.body.data.items;
  assert.deepEqual([estimatedStartTime, status.provisioningStatus], ['2026-01-05T14:00:00.000Z', 'Queued']);
});
