// How a GPR lost its GPUs or ended, in plain words, also after it has left memory; and the search for a GPR by its name.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const [red] = scenario.workspaces;
const workspaces = ['red', 'blue', 'green'].map((name) => ({
  ...red,
  name,
  namespaces: [name],
  username: name,
}));

async function owned(given: Partial<typeof scenario> = {}) {
  const client = new Client(memoryWorld({ ...scenario, keepEnded: 0, workspaces, ...given }));
  const owner = await client.as('Owner');
  const create = async (body: object): Promise<string> =>
    (await owner.data('POST', '/api/v1/gpr', { ...gprBody, exitDuration: '10h', ...body })).gprId;
  const advance = (by: string) => owner.data('POST', '/sim/clock/advance', { by });
  return { client, owner, create, advance };
}

const lostBy = async (owner: Caller, gprId: string) =>
  (await owner.data('GET', `/sim/explain/${gprId}`)).lost;

test('an eviction names the evictor and both priorities as they were, and what happened', async () => {
  const { owner, create, advance } = await owned();
  const again = await create({ sliceName: 'blue', priority: 120, requeueOnFailure: true });
  const failed = await create({ sliceName: 'green', priority: 110 });
  assert.equal(await lostBy(owner, again), null);
  await advance('10m');
  const evictor = await create({
    gprName: 'urgent',
    priority: 200,
    enableEviction: true,
    numberOfGPUNodes: 2,
    requeueOnFailure: true,
  });
  await advance('5m');
  await owner.data('PUT', '/api/v1/gpr', { gprId: again, gprName: 'again', priority: 7 });
  await owner.data('POST', '/sim/nodes/worker-1/worker-1-a2-highgpu-8g-0/down', {});
  await owner.data('PUT', '/api/v1/gpr', { gprId: evictor, gprName: 'urgent', priority: 9 });
  const at = '2026-01-05T08:10:00.000Z';
  const evictedBy = { gprId: evictor, gprName: 'urgent', workspace: 'red', priority: 200 };
  assert.deepEqual(await lostBy(owner, again), {
    sentence: `was evicted at ${at} by ${evictor}, which had priority 200; its own priority was 120; it was queued again`,
    at,
    reason: 'eviction',
    outcome: 'requeued',
    priority: 120,
    evictedBy,
    node: null,
    idleSince: null,
  });
  const lost = await lostBy(owner, failed);
  assert.deepEqual(lost, {
    sentence: `was evicted at ${at} by ${evictor}, which had priority 200; its own priority was 110; it Failed, because it is not requeued on failure`,
    at,
    reason: 'eviction',
    outcome: 'Failed',
    priority: 110,
    evictedBy,
    node: null,
    idleSince: null,
  });
  const ofNode = await lostBy(owner, evictor);
  assert.equal(
    ofNode.sentence,
    'lost its GPUs at 2026-01-05T08:15:00.000Z: the node worker-1-a2-highgpu-8g-0 failed or was removed; it was queued again',
  );
  assert.deepEqual([ofNode.node, ofNode.evictedBy], ['worker-1-a2-highgpu-8g-0', null]);
  await owner.data('DELETE', '/api/v1/gpr', { gprId: evictor });
  assert.deepEqual((await lostBy(owner, failed)).evictedBy, {
    gprId: evictor,
    gprName: null,
    workspace: null,
    priority: 200,
  });
});

test('other ends are explained with their instants and limits, also of GPRs that have left memory', async () => {
  const { owner, create, advance } = await owned();
  const idle = await create({ sliceName: 'blue', idleTimeOutDuration: '20m', enforceIdleTimeOut: true });
  const done = await create({ sliceName: 'green', exitDuration: '1h' });
  await advance('5m');
  await owner.data('PUT', `/sim/gprs/${idle}/activity`, { busy: false });
  await advance('2h');
  const released = await create({ sliceName: 'red' });
  await advance('1m');
  await owner.data('PUT', '/api/v1/gpr', { gprId: released, earlyRelease: true });
  const ofDeleted = await create({ sliceName: 'green' });
  await advance('1m');
  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'green' });
  await advance('0s');
  const sentences = [
    `lost its GPUs at 2026-01-05T08:25:00.000Z: it was idle since 2026-01-05T08:05:00.000Z, and its limit is 20m`,
    'ended at 2026-01-05T09:00:00.000Z: its exit duration of 1h was over',
    'ended at 2026-01-05T10:06:00.000Z: it was released',
    'ended at 2026-01-05T10:07:00.000Z: its workspace was deleted',
  ];
  for (const [i, gprId] of [idle, done, released, ofDeleted].entries()) {
    const { lost, sentence, workspaceLimit, waiting } = await owner.data('GET', `/sim/explain/${gprId}`);
    assert.equal(lost.sentence, sentences[i]);
    assert.match(sentence, /has left memory$/);
    assert.deepEqual([workspaceLimit, waiting], [null, null]);
  }
});

test('a failed provisioning is explained, the third one with its end', async () => {
  const failures = { ...scenario.failures, provisioningMicro: 1_000_000 };
  const scheduler = { ...scenario.scheduler, provisioningDelayMs: 60_000 };
  const { owner, create, advance } = await owned({ failures, scheduler });
  const gprId = await create({});
  await advance('1m');
  assert.equal(
    (await lostBy(owner, gprId)).sentence,
    'lost its GPUs at 2026-01-05T08:01:00.000Z: its provisioning failed; it was queued again',
  );
  await advance('1h');
  assert.equal(
    (await lostBy(owner, gprId)).sentence,
    'lost its GPUs at 2026-01-05T08:03:00.000Z: its provisioning failed for the third time in a row; it Failed',
  );
});

test('a GPR is found by its id, the beginning of its id, or its name; in memory first, then in history', async () => {
  const { client, owner, create, advance } = await owned();
  const find = async (gpr: string, caller = owner) =>
    (await caller.data('GET', `/sim/gprs/find?${new URLSearchParams({ gpr })}`)) as {
      gprs: { gprId: string; gprName: string; workspace: string; state: string }[];
      more: boolean;
    };
  const ids = async (gpr: string, caller = owner) => (await find(gpr, caller)).gprs.map(({ gprId }) => gprId);
  const old: string[] = [];
  for (let i = 0; i < 12; i++) {
    old.push(
      await create({ gprName: 'training', exitDuration: '1m', sliceName: i % 2 === 0 ? 'red' : 'blue' }),
    );
    await advance('2m');
  }
  const found = await find('training');
  assert.deepEqual([found.gprs.length, found.more], [10, true]);
  assert.deepEqual(found.gprs[0], {
    gprId: old[0],
    gprName: 'training',
    workspace: 'red',
    state: 'Complete',
  });
  assert.deepEqual(await ids('trainin'), []);
  assert.deepEqual(await ids('training'), old.slice(0, 10));
  const viewer = await client.as('Viewer', 'blue');
  assert.deepEqual(
    await ids('training', viewer),
    old.filter((_, i) => i % 2 === 1),
  );
  assert.deepEqual(await ids(old[0], viewer), []);
  for (const text of [
    old[3],
    old[3].slice(0, 8),
    old[3].slice(4, 8),
    old[3].slice(0, 14),
    old[3].slice(4, 15),
  ])
    assert.deepEqual(await ids(text), [old[3]], text);
  assert.deepEqual(await ids(old[3].slice(0, 7)), [], 'three digits are too few');
  await owner.data('DELETE', '/api/v1/gpr', { gprId: old[0] });
  assert.deepEqual(await ids('training'), old.slice(1, 11));
  const present = await create({ gprName: 'training' });
  assert.deepEqual(await find('training'), {
    now: '2026-01-05T08:24:00.000Z',
    gprs: [{ gprId: present, gprName: 'training', workspace: 'red', state: 'Queued' }],
    more: false,
  });
});
