// The state of the clusters, as callers of each role see it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';

const create = async (owner: Caller, body: object): Promise<string> =>
  (await owner.data('POST', '/api/v1/gpr', { ...gprBody, ...body })).gprId;
const advance = (owner: Caller, by: string) => owner.data('POST', '/sim/clock/advance', { by });

test('the state has the clock, the scenario, counts, clusters, and nodes with their allocations', async () => {
  const owner = await new Client().as('Owner');
  const held = await create(owner, { numberOfGPUs: 4 });
  await advance(owner, '1m');
  await create(owner, { numberOfGPUs: 2, numberOfGPUNodes: 2 });
  await owner.data('PUT', `/sim/gprs/${held}/activity`, { busy: false });
  await owner.data('POST', '/sim/nodes/worker-2/worker-2-a2-highgpu-8g-1/down', { repairAfter: '1h' });
  const clock = await owner.data('GET', '/sim/clock');
  const { nodes, clusters, policies, ...state } = await owner.data('GET', '/sim/state');
  assert.deepEqual(state, {
    clock,
    branch: 1,
    seq: clock.seq,
    caller: { name: 'Owner ', role: 'Owner', workspace: null },
    scenario: {
      name: 'http-test',
      seed: 7,
      start: '2026-01-05T08:00:00.000Z',
      oneGprPerWorkspace: true,
    },
    scheduler: { queue: 'strict', placement: 'best-fit', order: 'priority', backfillOrder: 'same' },
    arrivalRate: 1,
    counts: { Queued: 1, Provisioning: 0, Successful: 1, Complete: 0, TimedOut: 0, Failed: 0 },
    waits: { workspace: 1, head: 0, room: 0, down: 0, cycle: 0 },
    nodesTotal: 4,
  });
  assert.deepEqual(Object.keys(policies), ['queue', 'placement', 'order']);
  // Not `conservative`, which plans machines of processors only.
  assert.deepEqual(
    policies.queue.map(({ name }: { readonly name: string }) => name),
    ['backfill', 'greedy', 'refuse', 'strict'],
  );
  const shared = { cloudProvider: 'gcp', region: 'us-central1', nodes: 2, gpus: 16, downNodes: 0 };
  const none = { allocatedGpus: 0, idleGpus: 0, partiallyAllocatedNodes: 0, queuedGprs: 0, queuedGpus: 0 };
  const instanceTypes = [{ instanceType: 'a2-highgpu-8g', gpuModelName: 'NVIDIA-A100-SXM4-40GB', nodes: 2 }];
  assert.deepEqual(clusters, [
    {
      ...shared,
      name: 'worker-1',
      allocatedGpus: 4,
      availableGpus: 12,
      idleGpus: 4,
      partiallyAllocatedNodes: 1,
      queuedGprs: 1,
      queuedGpus: 4,
      instanceTypes,
    },
    { ...shared, ...none, name: 'worker-2', downNodes: 1, availableGpus: 8, instanceTypes },
  ]);
  const node = {
    instanceType: 'a2-highgpu-8g',
    gpuModelName: 'NVIDIA-A100-SXM4-40GB',
    gpus: 8,
    up: true,
    repairAt: null,
    freeGpus: 8,
    allocations: [],
  };
  const allocation = {
    gprId: held,
    gprName: 'low priority_1',
    workspace: 'red',
    priority: 101,
    gpus: 4,
    since: '2026-01-05T08:00:00.000Z',
    state: 'Successful',
    idle: true,
  };
  assert.deepEqual(nodes, [
    {
      ...node,
      name: 'worker-1-a2-highgpu-8g-0',
      cluster: 'worker-1',
      freeGpus: 4,
      allocations: [allocation],
    },
    { ...node, name: 'worker-1-a2-highgpu-8g-1', cluster: 'worker-1' },
    { ...node, name: 'worker-2-a2-highgpu-8g-0', cluster: 'worker-2' },
    {
      ...node,
      name: 'worker-2-a2-highgpu-8g-1',
      cluster: 'worker-2',
      up: false,
      repairAt: '2026-01-05T09:01:00.000Z',
      freeGpus: 0,
    },
  ]);
});

test('Editors and Viewers see the GPUs of other workspaces without names', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const foreign = await create(owner, { sliceName: 'blue', gprName: 'secret', numberOfGPUs: 3 });
  const own = await create(owner, { numberOfGPUs: 5 });
  await advance(owner, '0s');
  for (const role of ['Editor', 'Viewer'] as const) {
    const state = await (await client.as(role, 'red')).data('GET', '/sim/state');
    const [{ allocations, freeGpus }] = state.nodes;
    assert.equal(freeGpus, 0);
    assert.deepEqual(
      allocations.map(({ gprId, gprName, workspace, gpus, state }: Record<string, unknown>) => [
        gprId,
        gprName,
        workspace,
        gpus,
        state,
      ]),
      [
        [null, null, null, 3, 'Successful'],
        [own, 'low priority_1', 'red', 5, 'Successful'],
      ],
    );
    for (const name of [foreign, 'secret', 'blue']) assert.ok(!JSON.stringify(state).includes(name), name);
  }
});

test('a stream that begins at the number of the state has exactly the later facts', async () => {
  const owner = await new Client().as('Owner');
  await create(owner, {});
  const { seq } = await owner.data('GET', '/sim/state');
  const gprId = await create(owner, { sliceName: 'blue' });
  const { facts } = await owner.data('GET', `/sim/facts?after=${seq}`);
  assert.deepEqual([facts[0].kind, facts[0].gprId], ['gpr.created', gprId]);
});

test('an offset and a limit select nodes, with their allocations, of a cluster or of all', async () => {
  const owner = await new Client().as('Owner');
  await create(owner, { numberOfGPUs: 4, numberOfGPUNodes: 2 });
  await advance(owner, '1m');
  const whole = await owner.data('GET', '/sim/state');
  for (const [query, from, to, total] of [
    ['offset=1&limit=2', 1, 3, 4],
    ['offset=3', 3, 4, 4],
    ['limit=0', 0, 0, 4],
    ['cluster=worker-2', 2, 4, 2],
    ['cluster=worker-2&offset=1&limit=5', 3, 4, 2],
    ['offset=9', 0, 0, 4],
  ] as const) {
    const part = await owner.data('GET', `/sim/state?${query}`);
    assert.deepEqual(part, { ...whole, nodesTotal: total, nodes: whole.nodes.slice(from, to) }, query);
  }
  assert.equal(whole.nodes[1].allocations.length, 1);
});

test('an unknown cluster, and an offset or a limit that is no whole number, are refused', async () => {
  const owner = await new Client().as('Owner');
  for (const [query, problem] of [
    ['cluster=x', /worker-1, worker-2/],
    ['offset=-1', /offset.+ must be an integer from 0/],
    ['limit=many', /limit.+ must be an integer from 0/],
  ] as const) {
    const { status, body } = await owner.send('GET', `/sim/state?${query}`);
    assert.equal(status, 422);
    assert.match(JSON.stringify(body), problem);
  }
});
