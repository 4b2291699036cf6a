// The list of queued, provisioned and ended GPRs, as callers of each role see it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';

const create = async (owner: Caller, body: object): Promise<string> =>
  (await owner.data('POST', '/api/v1/gpr', { ...gprBody, ...body })).gprId;
const advance = (owner: Caller, by: string) => owner.data('POST', '/sim/clock/advance', { by });

/** Both nodes of worker-1 are held by blue until 08:10. Of red, one GPR has ended and two are queued. */
async function small(client = new Client()) {
  const owner = await client.as('Owner');
  const ended = await create(owner, { gprName: 'past' });
  await advance(owner, '5m');
  const running = await create(owner, { sliceName: 'blue', gprName: 'secret', numberOfGPUNodes: 2 });
  await advance(owner, '1m');
  const second = await create(owner, { gprName: 'second', numberOfGPUs: 2, priority: 100 });
  const first = await create(owner, { gprName: 'first', priority: 200, exitDuration: '1h' });
  await advance(owner, '0s');
  return { client, owner, ended, running, first, second };
}

const idsOf = ({ gprs }: { gprs: { gprId: string | null }[] }) => gprs.map(({ gprId }) => gprId);

test('GPRs are listed in the order of the queue, with positions, estimates and reasons', async () => {
  const { owner, ended, running, first, second } = await small();
  const { seq } = await owner.data('GET', '/sim/clock');
  const { gprs, ...page } = await owner.data('GET', '/sim/gprs');
  assert.deepEqual(page, { branch: 1, seq, now: '2026-01-05T08:06:00.000Z', total: 4 });
  const shared = {
    workspace: 'red',
    cluster: 'worker-1',
    instanceType: 'a2-highgpu-8g',
    gpuModelName: 'NVIDIA-A100-SXM4-40GB',
    nodeCount: 1,
    gpusPerNode: 8,
    gpus: 8,
    failureReason: '',
    idle: false,
    enableEviction: false,
    startedAt: null,
    endedAt: null,
    exitMs: 300_000,
    nodes: null,
    position: null,
    estimatedStartTime: '',
    waitReason: null,
    why: '',
  };
  assert.deepEqual(gprs, [
    {
      ...shared,
      gprId: first,
      gprName: 'first',
      priority: 200,
      state: 'Queued',
      createdAt: '2026-01-05T08:06:00.000Z',
      exitMs: 3_600_000,
      position: 1,
      estimatedStartTime: '2026-01-05T08:10:00.000Z',
      waitReason: 'room',
      why: 'needs 1 × 8 GPUs of a2-highgpu-8g in worker-1: 0 nodes have room, 0 GPUs are free; it may not evict',
    },
    {
      ...shared,
      gprId: second,
      gprName: 'second',
      gpusPerNode: 2,
      gpus: 2,
      priority: 100,
      state: 'Queued',
      createdAt: '2026-01-05T08:06:00.000Z',
      position: 2,
      // Its workspace holds `first` from 08:10 to 09:10.
      estimatedStartTime: '2026-01-05T09:10:00.000Z',
      waitReason: 'workspace',
      why: `waits behind ${first} of the same workspace, which has a higher priority or was created earlier`,
    },
    {
      ...shared,
      gprId: running,
      gprName: 'secret',
      workspace: 'blue',
      nodeCount: 2,
      gpus: 16,
      priority: 101,
      state: 'Successful',
      createdAt: '2026-01-05T08:05:00.000Z',
      startedAt: '2026-01-05T08:05:00.000Z',
      nodes: ['worker-1-a2-highgpu-8g-0', 'worker-1-a2-highgpu-8g-1'],
    },
    {
      ...shared,
      gprId: ended,
      gprName: 'past',
      priority: 101,
      state: 'Complete',
      createdAt: '2026-01-05T08:00:00.000Z',
      startedAt: '2026-01-05T08:00:00.000Z',
      endedAt: '2026-01-05T08:05:00.000Z',
      nodes: ['worker-1-a2-highgpu-8g-0'],
    },
  ]);
});

test('estimates can be left out', async () => {
  const { owner } = await small();
  const { gprs } = await owner.data('GET', '/sim/gprs?estimates=false');
  const starts = gprs.map((gpr: { estimatedStartTime: string }) => gpr.estimatedStartTime);
  assert.deepEqual(starts, ['', '', '', '']);
  const whole = await owner.data('GET', '/sim/gprs?estimates=true');
  assert.notDeepEqual(gprs, whole.gprs);
});

test('filters and pages select GPRs', async () => {
  const { owner, ended, running, first, second } = await small();
  const cases: [string, string[], number][] = [
    ['?state=Queued', [first, second], 2],
    ['?state=Complete,Successful', [running, ended], 2],
    ['?state=Provisioning', [], 0],
    ['?workspace=blue', [running], 1],
    ['?cluster=worker-2', [], 0],
    ['?cluster=worker-1&state=Queued&priorityFrom=101', [first], 1],
    ['?priorityTo=100', [second], 1],
    ['?name=FIR', [first], 1],
    [`?name=${ended.slice(4)}`, [ended], 1],
    ['?offset=1&limit=2', [second, running], 4],
    ['?offset=9', [], 4],
    ['?limit=0', [], 4],
  ];
  for (const [query, ids, total] of cases) {
    const page = await owner.data('GET', `/sim/gprs${query}`);
    assert.deepEqual([idsOf(page), page.total], [ids, total], query);
  }
});

test('Editors and Viewers see GPRs of other workspaces without names, and cannot search for them', async () => {
  const { client, owner, running, first } = await small();
  const evictor = { sliceName: 'blue', priority: 300, enableEviction: true, exitDuration: '2h' };
  await advance(owner, '4m');
  const foreign = await create(owner, { ...evictor, numberOfGPUNodes: 2, gprName: 'hidden' });
  await advance(owner, '0s');
  for (const role of ['Editor', 'Viewer'] as const) {
    const viewer = await client.as(role, 'red');
    const page = await viewer.data('GET', '/sim/gprs');
    assert.equal(page.total, 5);
    for (const name of [foreign, running, 'secret', 'hidden', 'blue']) {
      assert.ok(!JSON.stringify(page).includes(name), name);
    }
    const evicted = page.gprs.find(({ gprId }: { gprId: string }) => gprId === first);
    assert.deepEqual(
      [evicted.state, evicted.failureReason],
      ['Failed', 'Evicted by a GPR of another workspace'],
    );
    const holder = page.gprs.find(({ priority }: { priority: number }) => priority === 300);
    assert.deepEqual(
      [holder.gprId, holder.gprName, holder.workspace, holder.gpus, holder.state],
      [null, null, null, 16, 'Successful'],
    );
    for (const name of ['hidden', foreign]) {
      assert.equal((await viewer.data('GET', `/sim/gprs?name=${name}`)).total, 0);
    }
    assert.equal((await viewer.send('GET', '/sim/gprs?workspace=blue')).status, 403);
  }
});

test('the answer is about the instant of the request, even if the world has changed since', async () => {
  const world = memoryWorld();
  let answer: () => void = () => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow = altered(world, {
    read: {
      ...world.read,
      async estimates(gprIds) {
        const estimates = await world.read.estimates(gprIds);
        await waits;
        return estimates;
      },
    },
  });
  const client = new Client(slow);
  const owner = await client.as('Owner');
  await create(owner, { exitDuration: '1h' });
  const pending = owner.send('GET', '/sim/gprs');
  await new Promise((resolve) => setImmediate(resolve));
  await advance(owner, '30m');
  answer();
  const { headers, body } = await pending;
  assert.equal(headers.get('x-sim-time'), '2026-01-05T08:00:00.000Z');
  assert.equal(body.data.now, '2026-01-05T08:00:00.000Z');
  assert.deepEqual([body.data.gprs[0].state, body.data.gprs[0].position], ['Queued', 1]);
});

test('an invalid filter is refused with the field, the defect and the valid values', async () => {
  const owner = await new Client().as('Owner');
  const states = 'Queued, Provisioning, Successful, Complete, TimedOut, Failed';
  const cases: [string, string][] = [
    ['state=Queued,Done', `"state" must be a list of ${states}, with commas between, but has "Done"`],
    ['state=', `"state" must be a list of ${states}, with commas between, but has ""`],
    ['workspace=none', '"workspace" must be a workspace of this world (red, blue), but is "none"'],
    ['cluster=none', '"cluster" must be a cluster of this world (worker-1, worker-2), but is "none"'],
    ['priorityFrom=301', '"priorityFrom" must be an integer from 0 to 300, but is 301'],
    [
      'reason=luck',
      '"reason" must be a list of workspace, head, room, down, cycle, with commas between, but has "luck"',
    ],
    ['priorityFrom=9&priorityTo=8', '"priorityFrom" must not be above "priorityTo"'],
    ['estimates=no', '"estimates" must be true or false, but is "no"'],
    [
      'order=age',
      '"order" is unknown; known members are state, workspace, cluster, priorityFrom, priorityTo, name, reason, sort, offset, limit, estimates',
    ],
    ['limit=1001', '"limit" must be an integer from 0 to 1000, but is 1001'],
    ['offset=-1', `"offset" must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}, but is -1`],
    [
      'sort=age',
      '"sort" must be one of priority, name, workspace, cluster, state, created, start, waited, ended, exit, gpus, or one of these after "-", but is "age"',
    ],
  ];
  for (const [query, message] of cases) {
    const { status, body } = await owner.send('GET', `/sim/gprs?${query}`);
    assert.equal(status, 422, query);
    assert.equal(body.message, message);
  }
});
