// POST /sim/what-if and the differences of branches over HTTP.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, type Operation, routesOf } from '../../../src/api/frame/operation/operation.ts';
import { operations } from '../../../src/server/app.ts';
import { generated, SECOND } from '../../support/scenario.ts';
import { type Answer, type Caller, Client, detailedError, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

const arriving = {
  ...scenario,
  workload: [generated({ count: 200, interArrivalMeanMs: 60 * SECOND, workspaces: ['red', 'blue'] })],
};

async function atTen(): Promise<{ owner: Caller; client: Client }> {
  const client = new Client(memoryWorld(arriving));
  const owner = await client.as('Owner');
  await owner.data('POST', '/sim/clock/advance', { by: '2h' });
  return { owner, client };
}

const node = 'worker-1-a2-highgpu-8g-0';
const down = { method: 'POST', path: `/sim/nodes/worker-1/${node}/down`, body: { repairAfter: '4h' } };

function problemsIn(answer: Answer): [string, string][] {
  assert.equal(answer.status, 422, JSON.stringify(answer.body));
  return detailedError(answer).DetailedError.Details.map(
    ({ field, message }: { field: string; message: string }) => [field, message],
  );
}

test('a what-if leaves the world and every answer about it as they are', async () => {
  const { owner, client } = await atTen();
  const { gprId } = client.world.read.gprsOf('red')!.at(-1)!;
  const reads = operations.flatMap((operation: Operation) =>
    operation.method !== 'GET' ||
    /stream|export|docs|dashboard|metrics|differences|openapi/.test(operation.path)
      ? []
      : routesOf(operation)
          .filter(({ method }) => method === 'GET')
          .map(({ path }) =>
            path
              .replace('{gprId}', gprId)
              .replaceAll(/\{\w+\}/g, 'red')
              .concat(`?workspaceName=red&gprId=${gprId}`),
          ),
  );
  const answers = async () => {
    const bodies: string[] = [];
    for (const path of [...reads, ...reads.map((path) => path.split('?')[0])]) {
      const response = await client.app.request(path, {
        headers: { Authorization: `Bearer ${owner.token}` },
      });
      bodies.push(`${path} ${response.status} ${await response.text()}`);
    }
    return bodies;
  };
  const before = await answers();
  const asked = await owner.data('POST', '/sim/what-if', {
    changes: [
      down,
      { scheduler: { queue: 'greedy' } },
      { arrivalRate: 2 },
      { method: 'POST', path: '/api/v1/gpr', body: gprBody },
    ],
  });
  assert.ok(asked.rowsTotal > 0);
  assert.deepEqual(await answers(), before);
  assert.equal(before.filter((answer) => answer.includes(' 200 ')).length > 20, true);
});

test('a new GPR in a what-if has the id that it then gets', async () => {
  const { owner } = await atTen();
  const { rows } = await owner.data('POST', '/sim/what-if', {
    changes: [{ method: 'POST', path: '/api/v1/gpr', body: gprBody }],
  });
  const made = rows.find(({ effect }: { effect: string }) => effect === 'new');
  const { gprId } = await owner.data('POST', '/api/v1/gpr', gprBody);
  assert.deepEqual(
    [made.gprId, made.gprName, made.workspace, made.without],
    [gprId, gprBody.gprName, 'red', null],
  );
});

test('all changes that are wrong are named at once, before anything runs', async () => {
  const { owner } = await atTen();
  const answer = await owner.send('POST', '/sim/what-if', {
    changes: [
      { method: 'POST', path: '/sim/reset' },
      { method: 'GET', path: '/sim/clock' },
      { method: 'PUT', path: '/sim/none' },
      { method: 'POST' },
      { scheduler: {}, arrivalRate: 2 },
      {},
      { ...down, at: '2026-01-05T09:00:00Z' },
      { ...down, at: 'noon' },
      { method: 'POST', path: '/docs' },
    ],
    until: 'later',
    knowing: 'scheduler',
  });
  assert.deepEqual(
    problemsIn(answer).map(([field]) => field),
    [
      'changes[0].path',
      'changes[1].path',
      'changes[2].path',
      'changes[3].path',
      'changes[4]',
      'changes[4].arrivalRate',
      'changes[5]',
      'changes[6].at',
      'changes[7].at',
      'changes[8].path',
      'until',
    ],
  );
  const many = await owner.send('POST', '/sim/what-if', { changes: Array(101).fill(down) });
  assert.match(problemsIn(many)[0][1], /"changes" must be a list of at most 100 changes, but has 101/);
  const early = await owner.send('POST', '/sim/what-if', {
    changes: [{ ...down, at: '2026-01-05T13:00:00Z' }],
    until: '2026-01-05T12:00:00Z',
  });
  assert.deepEqual(problemsIn(early), [
    ['until', '"until" must not lie before the last change, 2026-01-05T13:00:00.000Z'],
  ]);
});

test('a change that the service refuses is named with the answer of the service', async () => {
  const { owner, client } = await atTen();
  const before = client.world.clock();
  const answer = await owner.send('POST', '/sim/what-if', {
    changes: [
      down,
      { method: 'POST', path: '/api/v1/gpr', body: { ...gprBody, priority: 999, exitDuration: 'soon' } },
    ],
  });
  assert.match(answer.body.message, /^changes\[1\], POST \/api\/v1\/gpr, is refused with 422: /);
  assert.deepEqual(
    problemsIn(answer).map(([field]) => field),
    ['changes[1].priority', 'changes[1].exitDuration'],
  );
  const twice = await owner.send('POST', '/sim/what-if', { changes: [down, down] });
  assert.match(twice.body.message, /^changes\[1\], .* is refused with 409: Node is already down$/);
  assert.deepEqual(client.world.clock(), before);
});

test('every operation that does not change the world by commands is refused as a change', async () => {
  const { owner } = await atTen();
  for (const operation of operations) {
    for (const { method, path } of routesOf(operation)) {
      if (changesOf({ ...operation, method }, undefined, path) === 'world') continue;
      const answer = await owner.send('POST', '/sim/what-if', {
        changes: [{ method, path: path.replaceAll(/\{\w+\}/g, '1') }],
      });
      assert.deepEqual(
        problemsIn(answer).map(([field]) => field),
        ['changes[0].path'],
        `${method} ${path}`,
      );
    }
  }
  const fault = { kind: 'http', operation: 'listGprs' };
  for (const change of [
    { method: 'POST', path: '/sim/faults', body: fault },
    { method: 'DELETE', path: '/sim/faults/http-1' },
    { method: 'DELETE', path: '/sim/faults?faultId=http-1' },
    { method: 'DELETE', path: '/sim/faults', body: { faultId: 'http-1' } },
    { method: 'DELETE', path: '/sim/faults' },
    { method: 'DELETE', path: '/sim/faults', body: { faultId: null } },
    { method: 'DELETE', path: '/sim/faults?faultId=' },
  ]) {
    const answer = await owner.send('POST', '/sim/what-if', { changes: [change] });
    assert.match(
      problemsIn(answer)[0][1],
      /changes the process, not only the world; a change may change only the world/,
    );
  }
});

test('these operations with other methods than GET do not change the world by commands', () => {
  const others = operations.filter(
    (operation) => operation.method !== 'GET' && changesOf(operation, undefined, operation.path) !== 'world',
  );
  assert.deepEqual(others.map(({ operationId }) => operationId).sort(), [
    'advanceClock',
    'askWhatIf',
    'authenticate',
    'createApiKey',
    'createWorld',
    'deleteApiKey',
    'deleteBranch',
    'deleteRequests',
    'deleteWorld',
    'getGpuAvailability',
    'importWorld',
    'resetWorld',
    'rewindWorld',
    'setClock',
    'switchBranch',
  ]);
});

test('a client that disconnects ends its what-if', async () => {
  const { owner, client } = await atTen();
  const outgoing = { destroyed: false };
  const body = JSON.stringify({ until: '2026-02-03T00:00:00Z' });
  const headers = { Authorization: `Bearer ${owner.token}` };
  const answer = client.app.request('/sim/what-if', { method: 'POST', headers, body }, { outgoing });
  await new Promise((resolve) => setImmediate(resolve));
  outgoing.destroyed = true;
  assert.equal((await answer).status, 499);
  assert.equal((await owner.data('POST', '/sim/what-if', {})).rowsTotal, 0, 'the next one runs');
});

test('changes enter at times from the start too, and what is wrong is named', async () => {
  const { owner } = await atTen();
  const moved = (at: string, until: string) =>
    owner.data('POST', '/sim/what-if', { changes: [{ ...down, at }], until });
  const asked = await moved('2026-01-05T11:00:00Z', '2026-01-05T13:00:00Z');
  assert.deepEqual(await moved('+3h', '5h'), asked);
  const wrong = await owner.send('POST', '/sim/what-if', { changes: [[]], until: '31d' });
  assert.match(wrong.body.error.message, /"changes\[0\]" must be an object.*, but is a list/);
  const late = await owner.send('POST', '/sim/what-if', {
    changes: [{ ...down, at: 'later' }],
    until: '40d',
  });
  assert.match(late.body.error.message, /"changes\[0\]\.at" must be an ISO 8601 instant .*, or a time from/);
  assert.match(late.body.error.message, /"until" must lie within 30 days from now/);
});

test('without an end, the futures go on after the repair of a node as long again as until then', async () => {
  const { owner } = await atTen();
  const { path, method } = down;
  const asked = await owner.data('POST', '/sim/what-if', {
    changes: [{ method, path, body: { repairAfter: '60h' } }],
  });
  assert.equal(Date.parse(asked.until) - Date.parse(asked.at), 2 * 60 * 3_600_000);
  // From the last change on; and after a late change, as long again as until then.
  const hours = async (...changes: object[]) => {
    const { until, at } = await owner.data('POST', '/sim/what-if', { changes });
    return (Date.parse(until) - Date.parse(at)) / 3_600_000;
  };
  assert.equal(await hours({ at: '+102h30m', method, path, body: { repairAfter: '30m' } }), 201);
  assert.equal(
    await hours({ method, path, body: { repairAfter: '90m' } }, { at: '+242h', arrivalRate: 1 }),
    480,
  );
});

test('Editors and Viewers may not ask', async () => {
  const { client } = await atTen();
  for (const role of ['Editor', 'Viewer'] as const) {
    const caller = await client.as(role, 'red');
    assert.equal((await caller.send('POST', '/sim/what-if', {})).status, 403);
    assert.equal((await caller.send('GET', '/sim/branches/1/differences')).status, 403);
  }
});

test('the differences of a branch are those of the what-if with the change that it has', async () => {
  const { owner } = await atTen();
  const until = '2026-01-05T13:00:00.000Z';
  const asked = await owner.data('POST', '/sim/what-if', { changes: [down], until });
  await owner.data('POST', '/sim/clock/advance', { to: until });
  await owner.data('POST', '/sim/rewind', { to: '2026-01-05T10:00:00Z' });
  await owner.data('POST', down.path, down.body);
  await owner.data('POST', '/sim/clock/advance', { to: '2026-01-05T14:00:00Z' });
  await owner.data('POST', '/sim/branches/1/switch');
  assert.deepEqual(await owner.data('GET', '/sim/branches/2/differences'), asked);
  const shorter = await owner.data('GET', '/sim/branches/2/differences?until=2026-01-05T10:00:00Z');
  assert.equal(shorter.until, '2026-01-05T10:00:00.000Z');
  const wrong = await owner.send('GET', '/sim/branches/2/differences?until=2026-01-05T13:30:00Z');
  assert.deepEqual(problemsIn(wrong), [
    [
      'until',
      '"until" must lie from the last common instant of the branches, 2026-01-05T10:00:00.000Z, ' +
        'to the earlier of their ends, 2026-01-05T13:00:00.000Z',
    ],
  ]);
  assert.equal((await owner.send('GET', '/sim/branches/1/differences')).status, 409);
  assert.equal((await owner.send('GET', '/sim/branches/9/differences')).status, 404);
});

test('a what-if with other orders shows what happens after they are set', async () => {
  const owner = await new Client().as('Owner');
  const orders = { order: 'shortest', backfillOrder: 'fair-share' };
  const create = async (sliceName: string, given: object) =>
    (await owner.data('POST', '/api/v1/gpr', { ...gprBody, sliceName, numberOfGPUs: 8, ...given })).gprId;
  await owner.data('POST', down.path, down.body);
  await create('red', { exitDuration: '1h' });
  await owner.data('POST', '/sim/clock/advance', { by: '1s' });
  const long = await create('red', { priority: 200, exitDuration: '2h' });
  const short = await create('blue', { priority: 100, exitDuration: '1m' });
  await owner.data('POST', '/sim/clock/advance', { by: '1s' });
  const { rows } = await owner.data('POST', '/sim/what-if', { changes: [{ scheduler: orders }] });
  const startsOf = (id: string) => {
    const { without, with: changed } = rows.find(({ gprId }: { gprId: string }) => gprId === id);
    return [without.startTime, changed.startTime];
  };
  const [first, afterLong, afterShort] = ['09:00:00', '11:00:00', '09:01:00'].map(
    (time) => `2026-01-05T${time}.000Z`,
  );
  assert.deepEqual(
    [startsOf(long), startsOf(short)],
    [
      [first, afterShort],
      [afterLong, first],
    ],
  );
  await owner.data('PUT', '/sim/scheduler', orders);
  await owner.data('POST', '/sim/clock/advance', { by: '4h' });
  const { gprs } = await owner.data('GET', '/sim/gprs');
  const startedAt = (id: string) => gprs.find(({ gprId }: { gprId: string }) => gprId === id).startedAt;
  assert.deepEqual([startedAt(long), startedAt(short)], [afterShort, first]);
});

test('two branches from the start of the scenario are compared from there', async () => {
  const { owner } = await atTen();
  await owner.data('POST', '/sim/reset', {});
  await owner.data('PUT', '/sim/scheduler', { queue: 'greedy' });
  await owner.data('POST', '/sim/clock/advance', { by: '1h' });
  const { at, until, seq, firstDifference } = await owner.data('GET', '/sim/branches/1/differences');
  assert.deepEqual([at, until], ['2026-01-05T08:00:00.000Z', '2026-01-05T09:00:00.000Z']);
  assert.deepEqual(
    [firstDifference.without.kind, firstDifference.without.seq],
    ['scheduler.changed', seq + 1],
  );
});

test('a what-if of an earlier instant has the answer that it had there, whatever has happened since', async () => {
  const { owner } = await atTen();
  const { gprId } = (await owner.data('GET', '/sim/gprs?limit=1')).gprs[0];
  const asked = {
    changes: [down, { method: 'DELETE', path: '/api/v1/gpr', body: { gprId } }],
    charts: 'nodes',
  };
  const before = await owner.send('POST', '/sim/what-if', asked);
  assert.equal(before.status, 200, JSON.stringify(before.body));
  assert.ok(before.body.data.rowsTotal > 0);
  await owner.data('POST', '/sim/clock/advance', { by: '1m' });
  await owner.data('PUT', '/sim/scheduler', { queue: 'greedy' });
  await owner.data('POST', '/sim/clock/advance', { by: '1d' });
  for (const at of ['2026-01-05T10:00:00Z', '7200000']) {
    const { body, headers } = await owner.send('POST', `/sim/what-if?at=${at}`, asked);
    assert.deepEqual(body, before.body);
    assert.equal(headers.get('x-sim-time'), before.body.data.at);
  }
  const early = await owner.send('POST', '/sim/what-if?at=2026-01-05T10:00:00Z', { until: '1h' });
  assert.deepEqual(problemsIn(early), [
    ['until', '"until" must not lie before now, 2026-01-05T10:00:00.000Z'],
  ]);
});
