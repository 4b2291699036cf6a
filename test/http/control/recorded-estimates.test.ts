// The changes of the recorded estimates of a GPR over HTTP.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const recording = { ...scenario, recordEstimatesEveryMs: 60_000 };
const create = async (owner: Caller, body: object): Promise<string> =>
  (await owner.data('POST', '/api/v1/gpr', { ...gprBody, ...body })).gprId;
const advance = (owner: Caller, by: string) => owner.data('POST', '/sim/clock/advance', { by });
const day = '2026-01-05T';

test('the answer has each wait with its changes, their causes and its start', async () => {
  const client = new Client(memoryWorld(recording));
  const owner = await client.as('Owner');
  await create(owner, { exitDuration: '10m' });
  await advance(owner, '30s');
  const second = await create(owner, { exitDuration: '10m', priority: 100 });
  await advance(owner, '90s');
  const path = `/sim/gprs/${second}/estimates`;
  const first = {
    number: 1,
    at: `${day}08:01:00.000Z`,
    first: true,
    estimatedStartTime: `${day}08:10:00.000Z`,
    causes: [],
  };
  assert.deepEqual(await owner.data('GET', path), {
    branch: 1,
    now: `${day}08:02:00.000Z`,
    estimatedStartTime: `${day}08:10:00.000Z`,
    waits: [{ startedAt: null, estimates: [first] }],
    next: 1,
    last: 1,
  });

  const third = await create(owner, { exitDuration: '20m', priority: 200 });
  await advance(owner, '1m');
  const later = {
    number: 2,
    at: `${day}08:03:00.000Z`,
    first: false,
    estimatedStartTime: `${day}08:30:00.000Z`,
    causes: ['arrival'],
  };
  await owner.data('DELETE', '/api/v1/gpr', { gprId: third });
  await advance(owner, '1m');
  const earlier = {
    number: 4,
    at: `${day}08:04:00.000Z`,
    first: false,
    estimatedStartTime: `${day}08:10:00.000Z`,
    causes: ['release'],
  };
  await advance(owner, '1h');
  const whole = await owner.data('GET', path);
  assert.equal(whole.estimatedStartTime, '');
  assert.deepEqual(whole.waits, [{ startedAt: `${day}08:10:00.000Z`, estimates: [first, later, earlier] }]);
  assert.deepEqual([whole.next, whole.last], [4, 4]);

  // A page can begin within a wait.
  const page = await owner.data('GET', `${path}?after=1&limit=1`);
  assert.deepEqual(page.waits, [{ startedAt: `${day}08:10:00.000Z`, estimates: [later] }]);
  assert.equal(page.next, 2);
  assert.deepEqual((await owner.data('GET', `${path}?after=4`)).waits, []);
  assert.deepEqual((await owner.data('GET', `${path}?limit=0`)).next, 0);
  assert.equal((await owner.send('GET', `${path}?limit=10001`)).status, 422);
  assert.equal((await owner.send('GET', '/sim/gprs/gpr-00000000-0000/estimates')).status, 404);
});

test('causes in another workspace are categories, and nothing names its GPRs', async () => {
  const client = new Client(memoryWorld(recording));
  const owner = await client.as('Owner');
  await create(owner, { sliceName: 'blue', numberOfGPUNodes: 2, exitDuration: '30m', gprName: 'hidden' });
  await advance(owner, '10s');
  const own = await create(owner, { numberOfGPUNodes: 2 });
  await advance(owner, '2m');
  const foreign = (await owner.data('GET', '/sim/gprs')).gprs.find(
    ({ workspace }: { workspace: string }) => workspace === 'blue',
  ).gprId;
  await owner.data('PUT', '/api/v1/gpr', { gprId: foreign, earlyRelease: true });
  await create(owner, { sliceName: 'blue', numberOfGPUNodes: 2, priority: 300 });
  await advance(owner, '5m');
  const viewer = await client.as('Viewer', 'red');
  const seen = await viewer.data('GET', `/sim/gprs/${own}/estimates`);
  const changes = seen.waits[0].estimates;
  assert.deepEqual(changes.at(-1).causes, ['arrival', 'release']);
  assert.deepEqual(seen, await owner.data('GET', `/sim/gprs/${own}/estimates`));
  assert.ok(!/hidden|blue/.test(JSON.stringify(seen)) && !JSON.stringify(seen).includes(foreign));
  assert.equal((await viewer.send('GET', `/sim/gprs/${foreign}/estimates`)).status, 404);
});
