import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import type { Scenario } from '../../../sim/index.ts';
import { availabilityAnswer } from '../../../src/api/v1/gpu-availability/schema.ts';
import { type Caller, Client, detailedError } from '../client.ts';
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

async function owner(): Promise<Caller> {
  return new Client(memoryWorld(mixed)).as('Owner');
}

const create = async (caller: Caller, body: object): Promise<string> =>
  (await caller.data('POST', '/api/v1/gpr', body)).gprId;
const advance = (caller: Caller, by: string) => caller.data('POST', '/sim/clock/advance', { by });
const ask = (caller: Caller, change: object = {}) => caller.data('POST', path, { ...question, ...change });

const now = { waitduration: '0d0h0m0s', expectedStartTime: '2026-01-05T08:00:00.000Z', evictableGPRs: [] };

test('each combination of automatic selections lists the matching pools', async () => {
  const caller = await owner();
  const everywhere = [
    { cluster: 'worker-1', ...a100, ...now },
    { cluster: 'worker-1', ...t4, ...now },
    { cluster: 'worker-2', ...a100, ...now },
  ];
  const answer = await caller.send('POST', path, question);
  assert.deepEqual(answer.body, {
    statusCode: 200,
    status: 'success',
    message: 'Success',
    data: { items: everywhere },
  });
  v.parse(availabilityAnswer, answer.body.data);

  const autoCluster = { enableAutoGpuSelection: false, instanceType: a100.instanceType };
  assert.deepEqual((await ask(caller, autoCluster)).items, [everywhere[0], everywhere[2]]);
  const autoGpu = { enableAutoClusterSelection: false, preferredClusters: ['worker-1'] };
  assert.deepEqual((await ask(caller, autoGpu)).items, [everywhere[0], everywhere[1]]);
  assert.deepEqual((await ask(caller, manual)).items, [everywhere[0]]);
  // Only A100 have enough memory.
  assert.deepEqual((await ask(caller, { memoryPerGpu: 16 })).items, [everywhere[0], everywhere[2]]);
});

test('options are ordered by wait, and the same GPR then waits as forecast', async () => {
  const caller = await owner();
  await create(caller, gpr());
  await advance(caller, '0s');
  await advance(caller, '30s');
  const wide = { numberOfGPUs: 8 };
  const { items } = await ask(caller, { ...wide, priority: 200 });
  const [first, second] = items;
  assert.equal(items.length, 2);
  assert.deepEqual(first, {
    cluster: 'worker-2',
    ...a100,
    waitduration: '0d0h0m0s',
    expectedStartTime: '2026-01-05T08:00:30.000Z',
    evictableGPRs: [],
  });
  assert.equal(second.cluster, 'worker-1');
  assert.equal(second.waitduration, '0d5h59m30s');
  assert.equal(second.expectedStartTime, '2026-01-05T14:00:00.000Z');
  const gprId = await create(caller, gpr({ sliceName: 'red', numberOfGPUNodes: 1, priority: 200 }));
  const made = await caller.data('GET', `/api/v1/gpr?gprId=${gprId}`);
  assert.equal(made.estimatedStartTime, second.expectedStartTime);
  await advance(caller, '6h');
  const started = await caller.data('GET', `/api/v1/gpr?gprId=${gprId}`);
  assert.equal(started.status.startTimestamp, second.expectedStartTime);
});

test('a wait can last days, and it includes the wait for the GPR of the same workspace', async () => {
  const caller = await owner();
  await create(caller, gpr({ sliceName: 'red', exitDuration: '2d3h4m5s', numberOfGPUNodes: 1 }));
  await advance(caller, '0s');
  const { items } = await ask(caller);
  assert.equal(items.length, 3);
  for (const item of items) {
    assert.equal(item.waitduration, '2d3h4m5s');
    assert.equal(item.expectedStartTime, '2026-01-07T11:04:05.000Z');
  }
});

test('a start that cannot be foreseen is listed last, with empty texts', async () => {
  const caller = await owner();
  const { managedNodes } = await caller.data('GET', '/api/v1/inventory/list');
  for (const { clusterName, instanceType, gpuNodeName } of managedNodes) {
    if (clusterName !== 'worker-1' || instanceType !== a100.instanceType) continue;
    await caller.data('POST', `/sim/nodes/worker-1/${gpuNodeName}/down`, {});
  }
  const { items } = await ask(caller);
  assert.deepEqual(
    items.map(({ cluster, instanceType }: typeof manual & { cluster: string }) => [cluster, instanceType]),
    [
      ['worker-1', t4.instanceType],
      ['worker-2', a100.instanceType],
      ['worker-1', a100.instanceType],
    ],
  );
  const { waitduration, expectedStartTime, evictableGPRs } = items[2];
  assert.deepEqual([waitduration, expectedStartTime, evictableGPRs], ['', '', []]);
});

test('the same GPR, created next, evicts the listed evictable GPRs at its start', async () => {
  const client = new Client(memoryWorld(mixed));
  const caller = await client.as('Owner');
  const victim = await create(caller, gpr({ numberOfGPUNodes: 1, enableEviction: true }));
  await advance(caller, '0s');
  await advance(caller, '90s');
  const request = { ...manual, numberOfGPUs: 8, numberOfGPUNodes: 2, priority: 201 };

  const patient = await ask(caller, { ...request, enableEviction: false });
  assert.equal(patient.items[0].waitduration, '0d5h58m30s');
  assert.deepEqual(patient.items[0].evictableGPRs, []);
  const meek = await ask(caller, { ...request, enableEviction: true, priority: 50 });
  assert.equal(meek.items[0].waitduration, '0d5h58m30s');

  const { items } = await ask(caller, { ...request, enableEviction: true });
  assert.deepEqual(items, [
    {
      cluster: 'worker-1',
      ...a100,
      waitduration: '0d0h0m0s',
      expectedStartTime: '2026-01-05T08:01:30.000Z',
      evictableGPRs: [
        {
          requestName: 'work',
          requestId: victim,
          clusterName: 'worker-1',
          sliceName: 'blue',
          priority: 50,
          exitDuration: '6h0m0s',
          expectedStartTime: '2026-01-05T08:00:00.000Z',
          creationTime: '2026-01-05 08:00:00 +0000 UTC',
          autoEvictionEnabled: true,
          gpuReq: { numberOfGPUs: 8, numberOfGPUNodes: 1, instanceType: a100.instanceType },
        },
      ],
    },
  ]);

  // Only Owners see them, because they belong to another workspace.
  const editor = await client.as('Editor', 'red');
  const seen = await ask(editor, { ...request, enableEviction: true });
  assert.deepEqual(seen.items, [{ ...items[0], evictableGPRs: [] }]);

  const evictor = await create(
    caller,
    gpr({ sliceName: 'red', priority: 201, enableEviction: true, gprName: 'evictor' }),
  );
  await advance(caller, '0s');
  const after = await caller.data('GET', `/api/v1/gpr?gprId=${evictor}`);
  assert.equal(after.status.startTimestamp, items[0].expectedStartTime);
  const { status } = await caller.data('GET', `/api/v1/gpr?gprId=${victim}`);
  assert.equal(status.provisioningStatus, 'Failed');
  assert.match(status.failureReason, new RegExp(evictor));
});

test('a query follows the policy of its workspace', async () => {
  const caller = await owner();
  await create(caller, gpr());
  await advance(caller, '0s');
  const request = { ...manual, numberOfGPUs: 8, priority: 201 };
  assert.equal((await ask(caller, request)).items[0].waitduration, '0d6h0m0s');
  await caller.data('PUT', '/api/v1/workspace-policies/red', { enableAutoEviction: true });
  assert.equal((await ask(caller, request)).items[0].evictableGPRs.length, 1);
  assert.equal((await ask(caller, { ...request, enableEviction: false })).items[0].evictableGPRs.length, 0);

  await caller.data('PUT', '/api/v1/workspace-policies/red', { priorityRange: 'low' });
  const refused = await caller.send('POST', path, { ...question, ...request });
  assert.equal(refused.status, 422);
  assert.match(refused.body.message, /^"priority" .*priorityRange is limited to 1-100, but would be 201/);
});

test('a request that no cluster can meet is refused with counts per cluster and instance type', async () => {
  const caller = await owner();
  const answer = await caller.send('POST', path, { ...question, numberOfGPUNodes: 9 });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.status, 'Error');
  const { Message, DetailedError } = detailedError(answer);
  assert.equal(Message, 'Error while fetching GPR wait time');
  // Each instance type has nodes with enough GPUs, but not nine.
  assert.equal(
    DetailedError.Errormessage,
    '"numberOfGPUNodes" can never be met: requested 4 GPUs of 15 GB per node × 9 nodes, available ' +
      '8 GPUs of 40 GB per node × 2 nodes in worker-1 a2-highgpu-8g (NVIDIA-A100-SXM4-40GB), ' +
      '4 GPUs of 15 GB per node × 1 node in worker-1 n1-standard-8 (Tesla-T4), ' +
      '8 GPUs of 40 GB per node × 1 node in worker-2 a2-highgpu-8g (NVIDIA-A100-SXM4-40GB)',
  );
});

test('an invalid query is refused, and the error names the field', async () => {
  const caller = await owner();
  const cases: [object, string, RegExp, string[]?][] = [
    [{ requestName: undefined }, 'requestName', /is required/],
    [{ requestName: 'x'.repeat(41) }, 'requestName', /at most 40 characters/],
    [{ sliceName: null }, 'sliceName', /is required/],
    [{ preferredClusters: ['worker-1'] }, 'preferredClusters', /must be empty when enableAutoCluster/],
    [{ enableAutoClusterSelection: false }, 'preferredClusters', /is required when enableAutoCluster/],
    [
      { enableAutoClusterSelection: undefined },
      'enableAutoClusterSelection',
      /is required/,
      ['preferredClusters'],
    ],
    [{ enableAutoGpuSelection: 'no' }, 'enableAutoGpuSelection', /true or false/, ['instanceType']],
    [{ enableAutoGpuSelection: false }, 'instanceType', /is required when enableAutoGpu/],
    [{ instanceType: a100.instanceType }, 'instanceType', /must be empty when enableAutoGpu/],
    [{ gpuShape: a100.gpuShape }, 'gpuShape', /must be empty when enableAutoGpu/],
    [{ ...manual, gpuShape: undefined }, 'gpuShape', /is required when both enableAutoCluster/],
    [{ ...manual, preferredClusters: ['worker-9'] }, 'preferredClusters', /"worker-9"/],
    [{ ...manual, instanceType: 'abacus' }, 'instanceType', /"abacus"/],
    [{ numberOfGPUs: undefined }, 'numberOfGPUs', /is required/],
    [{ numberOfGPUs: 0 }, 'numberOfGPUs', /from 1/],
    [{ numberOfGPUNodes: 0 }, 'numberOfGPUNodes', /from 1/],
    [{ memoryPerGpu: undefined }, 'memoryPerGpu', /is required/],
    [{ memoryPerGpu: undefined, memoryPerGPU: 0 }, 'memoryPerGPU', /from 1/],
    [{ exitDuration: '00d00h00m' }, 'exitDuration', /longer than zero/],
    [{ exitDuration: undefined }, 'exitDuration', /is required/],
    [{ priority: 301 }, 'priority', /from 1 to 300/],
    [{ enableEviction: 'x' }, 'enableEviction', /true or false/],
  ];
  for (const [change, field, why, further = []] of cases) {
    const answer = await caller.send('POST', path, { ...question, ...change });
    assert.equal(answer.status, 422, JSON.stringify(change));
    const [first, ...others] = detailedError(answer).DetailedError.Details;
    const fields = others.map((other: { field: string }) => other.field);
    assert.deepEqual(fields, further, JSON.stringify(change));
    assert.equal(first.field, field);
    assert.match(first.message, why);
  }
  const unknown = await caller.send('POST', path, { ...question, sliceName: 'nowhere' });
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.message, 'Slice Workspace Not Found');
});

test('other spellings and the older path give the same answer, and a query changes nothing', async () => {
  const caller = await owner();
  const before = await caller.data('GET', '/sim/clock');
  const expected = await ask(caller, { priority: 1 });
  const { sliceName, memoryPerGpu, priority: _, ...rest } = question;
  for (const body of [
    { ...question, priority: null },
    { ...rest, workspaceName: sliceName, memoryPerGPU: memoryPerGpu, priority: '1' },
    { ...rest, sliceName, memoryPerGpu, instanceType: '', gpuShape: null, preferredClusters: [] },
    { ...rest, sliceName, memoryPerGpu, exitDuration: '6h', preferredClusters: null },
  ]) {
    assert.deepEqual(await caller.data('POST', path, body), expected);
    const older = await caller.send('POST', '/api/v1/gpr/waittime', body);
    assert.equal(older.body.status, 'success');
    assert.deepEqual(older.body.data, expected);
  }
  assert.deepEqual(await caller.data('GET', '/sim/clock'), before);
});

test('a Viewer may query its own workspace', async () => {
  const client = new Client(memoryWorld(mixed));
  for (const role of ['Editor', 'Viewer'] as const) {
    const caller = await client.as(role, 'red');
    assert.equal((await ask(caller)).items.length, 3);
    assert.equal((await caller.send('POST', path, { ...question, sliceName: 'blue' })).status, 403);
  }
  assert.equal((await client.send('POST', path, question)).status, 401);
});

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
  await advance(caller, '30s');

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
