import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';

const advance = '/sim/clock/advance';

test('the clock can be read, set and advanced', async () => {
  const owner = await new Client().as('Owner');
  const { hash, seq, ...clock } = await owner.data('GET', '/sim/clock');
  assert.match(hash, /^[0-9a-f]{32}$/);
  assert.equal(typeof seq, 'number');
  assert.deepEqual(clock, {
    now: '2026-01-05T08:00:00.000Z',
    nowMs: 0,
    mode: 'paused',
    speed: 60,
    reachedSpeed: 0,
    branch: 1,
    advance: null,
  });

  // So slow that the test lasts less than a simulated millisecond.
  const set = await owner.data('PUT', '/sim/clock', { mode: 'running', speed: 1e-9 });
  assert.deepEqual([set.mode, set.speed, set.reachedSpeed], ['running', 1e-9, 1e-9]);
  assert.equal((await owner.data('PUT', '/sim/clock', { mode: 'paused' })).speed, 1e-9);

  assert.equal((await owner.data('POST', advance, { by: '0s' })).nowMs, 0);
  assert.equal((await owner.data('POST', advance, { by: '1h30m' })).now, '2026-01-05T09:30:00.000Z');
  const to = await owner.data('POST', advance, { to: '2026-01-05T11:00:00+01:00' });
  assert.equal(to.now, '2026-01-05T10:00:00.000Z');
  assert.equal(to.facts, 0);
});

test('the members of an advance are passed to the driver in its types', async () => {
  const world = memoryWorld();
  const asked: object[] = [];
  const recording = altered(world, {
    async advance(request) {
      asked.push(request);
      return { ok: true, clock: world.clock(), facts: 7, stopped: false };
    },
  });
  const owner = await new Client(recording).as('Owner');
  const { gprId } = await owner.data('POST', '/api/v1/gpr', gprBody);
  const until = { gprId, provisioningStatus: 'Complete' };
  for (const body of [{ by: '5m' }, { to: '2026-01-05T08:00:01Z' }, { until }, { events: 3 }]) {
    assert.equal((await owner.data('POST', advance, body)).facts, 7);
  }
  assert.deepEqual(asked, [{ byMs: 300_000 }, { toMs: 1000 }, { until }, { events: 3 }]);
});

test('the answer to an advance describes the reached instant, even if the world has changed since', async () => {
  const world = memoryWorld();
  const stopped = altered(world, {
    advance: async () => ({ ok: true, clock: { ...world.clock(), nowMs: 5_000 }, facts: 7, stopped: true }),
  });
  const owner = await new Client(stopped).as('Owner');
  const { body, headers } = await owner.send('POST', advance, { by: '1h' });
  assert.deepEqual([body.data.now, body.data.stopped], ['2026-01-05T08:00:05.000Z', true]);
  assert.equal(headers.get('x-sim-time'), '2026-01-05T08:00:05.000Z');
});

test('an advance that the driver refuses is answered with 422 and the reason', async () => {
  const world = altered(memoryWorld(), { advance: async () => ({ ok: false, why: 'never comes true' }) });
  const owner = await new Client(world).as('Owner');
  const answer = await owner.send('POST', advance, { events: 1 });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.message, 'never comes true');
});

test('invalid requests and unknown members are refused', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', advance, { by: '1h' });
  const gprId = 'gpr-00000000-0000';
  const cases: [string, string, unknown, number, RegExp][] = [
    ['PUT', '/sim/clock', {}, 422, /"mode" or "speed" is required/],
    ['PUT', '/sim/clock', { mode: 'fast' }, 422, /one of running, paused/],
    ['PUT', '/sim/clock', { speed: 0 }, 422, /above 0/],
    ['PUT', '/sim/clock', { speed: -1 }, 422, /above 0/],
    ['PUT', '/sim/clock', { speed: 1e300 }, 422, /up to/],
    ['PUT', '/sim/clock', { speed: 1, sped: 2 }, 422, /"sped" is unknown; known members are mode, speed/],
    ['POST', advance, {}, 422, /"by" or "to"/],
    ['POST', advance, { by: '1h', events: 1 }, 422, /only one of them/],
    ['POST', advance, { by: '-1h' }, 422, /negative/],
    ['POST', advance, { by: '4000d' }, 422, /ten years/],
    ['POST', advance, { to: 'tomorrow' }, 422, /ISO 8601/],
    ['POST', advance, { to: '2026-01-05T08:59:59Z' }, 422, /before now, 2026-01-05T09:00:00.000Z/],
    ['POST', advance, { to: '2099-01-05T08:59:59Z' }, 422, /ten years/],
    ['POST', advance, { events: 0 }, 422, /from 1/],
    ['POST', advance, { events: 1.5 }, 422, /integer/],
    ['POST', advance, { until: { gprId } }, 422, /"until.provisioningStatus" is required/],
    ['POST', advance, { until: { gprId, provisioningStatus: 'Done' } }, 422, /one of Queued/],
    ['POST', advance, { until: { gprId, provisioningStatus: 'Failed', x: 1 } }, 422, /"until.x" is unknown/],
    ['POST', advance, { until: { gprId, provisioningStatus: 'Failed' } }, 404, /GPR Not Found/],
    ['POST', '/sim/reset', { hard: true }, 422, /"hard" is unknown; this request takes no members/],
    [
      'POST',
      '/sim/clock/advance',
      { until: 'Successful' },
      422,
      /"until" must be an object with gprId, provisioningStatus, but is "Successful"/,
    ],
    ['GET', '/sim/facts?after=-1', undefined, 422, /from 0/],
    ['GET', '/sim/facts?limit=100000', undefined, 422, /from 0 to 10000/],
    ['GET', '/sim/facts?since=1', undefined, 422, /"since" is unknown; known members are after, limit/],
    ['GET', `/sim/explain/${gprId}`, undefined, 404, /GPR Not Found/],
    ['PUT', `/sim/gprs/${gprId}/activity`, { busy: true }, 404, /GPR Not Found/],
    ['PUT', `/sim/gprs/${gprId}/activity`, { busy: 'no' }, 422, /true or false/],
    ['PUT', `/sim/gprs/${gprId}/activity`, {}, 422, /"busy" is required/],
    [
      'POST',
      '/sim/nodes',
      { cluster: 'worker-9', instanceType: 'a2-highgpu-8g' },
      422,
      /"cluster" must be a cluster/,
    ],
    ['POST', '/sim/nodes', { cluster: 'worker-1', instanceType: 'abacus' }, 422, /"instanceType" must be/],
    ['POST', '/sim/nodes', { cluster: 'worker-1', instanceType: 'a2-highgpu-8g', count: 0 }, 422, /from 1/],
    ['POST', '/sim/nodes/worker-1/none/down', undefined, 404, /Node Not Found/],
    [
      'POST',
      '/sim/nodes/worker-9/none/down',
      undefined,
      404,
      /^unknown cluster "worker-9"; this world has worker-1, /,
    ],
    [
      'DELETE',
      '/sim/nodes/worker-9/none',
      undefined,
      404,
      /^unknown cluster "worker-9"; this world has worker-1, /,
    ],
    ['POST', '/sim/nodes/worker-1/none/down', { repairAfter: 'later' }, 422, /such as 0d0h5m/],
    ['POST', '/sim/nodes/worker-1/none/up', { x: 1 }, 422, /"x" is unknown/],
  ];
  const before = await owner.data('GET', '/sim/clock');
  for (const [method, path, body, status, message] of cases) {
    const answer = await owner.send(method, path, body);
    assert.equal(answer.status, status, `${path} ${JSON.stringify(body)}`);
    assert.match(answer.body.message, message);
  }
  assert.deepEqual(await owner.data('GET', '/sim/clock'), before);
});

test('facts are listed in pages', async () => {
  const owner = await new Client().as('Owner');
  const { gprId } = await owner.data('POST', '/api/v1/gpr', gprBody);
  await owner.data('POST', advance, { by: '10m' });
  const all = await owner.data('GET', '/sim/facts');
  assert.equal(all.facts.length, all.seq);
  assert.equal(all.next, all.seq);
  const last = all.facts.at(-1);
  assert.deepEqual([last.kind, last.gprId, last.at], ['gpr.ended', gprId, '2026-01-05T08:05:00.000Z']);
  assert.ok(!('atMs' in last));
  const paged: object[] = [];
  for (let after = 0; after < all.seq; ) {
    const page = await owner.data('GET', `/sim/facts?after=${after}&limit=3`);
    assert.ok(page.facts.length <= 3);
    paged.push(...page.facts);
    after = page.next;
  }
  assert.deepEqual(paged, all.facts);
  assert.equal((await owner.data('GET', `/sim/facts?after=${all.seq}`)).next, all.seq);
});

test('the state of a GPR is explained', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const first = await owner.data('POST', '/api/v1/gpr', gprBody);
  await owner.data('POST', advance, { by: '0s' });
  const { gprId } = await owner.data('POST', '/api/v1/gpr', gprBody);
  const explained = await (await client.as('Viewer', 'red')).data('GET', `/sim/explain/${gprId}`);
  assert.equal(explained.behind, first.gprId);
  assert.equal(explained.behindBecause, 'workspace-holds');
  assert.equal(explained.estimatedStartTime, '2026-01-05T08:05:00.000Z');
  assert.match(explained.history[0].at, /^2026-01-05T08:00/);
  assert.ok(!('estimatedStartMs' in explained));
  assert.equal(explained.waitReason, 'workspace');
  const [{ gprName, nodes }] = (await owner.data('GET', '/sim/gprs?state=Provisioning,Successful')).gprs;
  assert.deepEqual(explained.waitsFor, { kind: 'gpr', gprId: first.gprId, gprName, nodes });
  assert.deepEqual([explained.plannedEndTime, explained.next], ['', null]);
});

test('a GPR that holds GPUs has its planned end and the GPR that is next, for other workspaces without name', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const first = await owner.data('POST', '/api/v1/gpr', gprBody);
  await owner.data('POST', advance, { by: '0s' });
  const next = await owner.data('POST', '/api/v1/gpr', {
    ...gprBody,
    sliceName: 'blue',
    gprName: 'two nodes',
    numberOfGPUNodes: 2,
  });
  const path = `/sim/explain/${first.gprId}`;
  const explained = await owner.data('GET', path);
  const startTime = explained.plannedEndTime;
  assert.equal(startTime, '2026-01-05T08:05:00.000Z');
  assert.deepEqual(explained.next, { gprId: next.gprId, gprName: 'two nodes', startTime });
  const discreet = await (await client.as('Viewer', 'red')).data('GET', path);
  assert.deepEqual(discreet.next, { gprId: null, gprName: null, startTime });
  const { waits } = await owner.data('GET', '/sim/state');
  assert.deepEqual(waits, { workspace: 0, head: 0, room: 1, down: 0, cycle: 0 });
  assert.equal((await owner.data('GET', '/sim/gprs?state=Queued')).gprs[0].waitReason, 'room');
});

test('nodes can be added, taken down, brought up and removed, and the activity of a GPR can be set', async () => {
  const owner = await new Client().as('Owner');
  const node = async (name: string) =>
    (await owner.data('GET', '/api/v1/inventory/list')).managedNodes.find(
      (managed: { gpuNodeName: string }) => managed.gpuNodeName === name,
    );
  const added = await owner.data('POST', '/sim/nodes', {
    cluster: 'worker-1',
    instanceType: 'a2-highgpu-8g',
    count: 2,
  });
  assert.equal(added.nodes.length, 2);
  const [name] = added.nodes;
  const path = `/sim/nodes/worker-1/${name}`;
  assert.deepEqual(await owner.data('POST', `${path}/down`, { repairAfter: '1h' }), {});
  assert.equal((await node(name)).nodeHealth, 'Unhealthy');
  assert.equal((await owner.send('POST', `${path}/down`)).status, 409);
  assert.deepEqual(await owner.data('POST', `${path}/up`), {});
  assert.equal((await owner.send('POST', `${path}/up`)).status, 409);
  assert.deepEqual(await owner.data('POST', `${path}/down`), {});
  assert.deepEqual(await owner.data('DELETE', path), {});
  assert.equal(await node(name), undefined);

  const { gprId } = await owner.data('POST', '/api/v1/gpr', { ...gprBody, idleTimeOutDuration: '1m' });
  assert.equal((await owner.send('PUT', `/sim/gprs/${gprId}/activity`, { busy: false })).status, 409);
  await owner.data('POST', advance, { by: '0s' });
  assert.deepEqual(await owner.data('PUT', `/sim/gprs/${gprId}/activity`, { busy: false }), {});
  await owner.data('POST', advance, { by: '1m' });
  const { status } = await owner.data('GET', `/api/v1/gpr?gprId=${gprId}`);
  assert.equal(status.provisioningStatus, 'TimedOut');
});

test('a reset returns to the start on a new branch and keeps the keys', async () => {
  const owner: Caller = await new Client().as('Owner');
  const before = await owner.data('GET', '/sim/clock');
  const { gprId } = await owner.data('POST', '/api/v1/gpr', gprBody);
  await owner.data('POST', advance, { by: '1h' });
  const after = await owner.data('POST', '/sim/reset');
  assert.deepEqual(after, { ...before, branch: 2 });
  assert.equal((await owner.send('GET', `/api/v1/gpr?gprId=${gprId}`)).status, 404);
});
