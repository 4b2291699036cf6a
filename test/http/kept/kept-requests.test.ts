// The requests that a server keeps, and what GET /sim/requests shows of them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { RequestBudget } from '../../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../../src/api/frame/request-log/request-log.ts';
import type { Caller } from '../client.ts';
import { Client, detailedError, gprBody } from '../client.ts';
import { read, Served } from '../connections/raw-connection.ts';
import { memoryWorld } from '../memory-world.ts';

const path = '/sim/requests';
const create = '/api/v1/gpr';

function keeping(count = 1000): Client {
  return new Client(memoryWorld(), { requestLog: new RequestLog(new RequestBudget(count)) });
}

interface Listed {
  readonly number: number;
  readonly [member: string]: unknown;
}

async function listed(owner: Caller, query = ''): Promise<readonly Listed[]> {
  return (await owner.data('GET', `${path}${query}`)).requests;
}

async function summaries(owner: Caller, query = ''): Promise<readonly unknown[]> {
  return (await listed(owner, query)).map(({ method, path, operation, key, status }) => [
    method,
    path,
    operation,
    key,
    status,
  ]);
}

test('requests are kept in the order of their arrival, with key, operation and status', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  const viewer = await client.as('Viewer', 'red');
  await owner.data('DELETE', path);
  assert.equal((await viewer.send('POST', create, gprBody)).status, 403);
  await owner.data('POST', create, gprBody);
  await owner.data('POST', '/sim/clock/advance', { by: '90s' });
  await viewer.data('GET', '/api/v1/gpr/list?sliceName=red');
  await client.send('GET', '/api/v1/gpr/list?sliceName=red');
  await client.send('GET', '/nowhere?a=b');
  await owner.send('PATCH', create);
  assert.deepEqual(await summaries(owner), [
    ['POST', create, 'createGpr', 'Viewer red', 403],
    ['POST', create, 'createGpr', 'Owner ', 200],
    ['POST', '/sim/clock/advance', 'advanceClock', 'Owner ', 200],
    ['GET', '/api/v1/gpr/list?sliceName=red', 'listGprs', 'Viewer red', 200],
    ['GET', '/api/v1/gpr/list?sliceName=red', 'listGprs', null, 401],
    ['GET', '/nowhere?a=b', null, null, 404],
    ['PATCH', create, null, 'Owner ', 405],
  ]);
  const requests = await listed(owner);
  assert.deepEqual(
    requests.map(({ number, at }) => [number, at]),
    [3, 4, 5, 6, 7, 8, 9].map((number) => [
      number,
      number < 6 ? '2026-01-05T08:00:00.000Z' : '2026-01-05T08:01:30.000Z',
    ]),
  );
  const [, { receivedAt, keyId, bodyBytes, answerBytes, ms, faultId, executed, connection, ...others }] =
    requests;
  assert.equal(receivedAt, '2026-01-05T12:00:00.000Z');
  assert.equal(keyId, client.world.keys.list().find(({ role }) => role === 'Owner')!.id);
  assert.equal(bodyBytes, JSON.stringify(gprBody).length);
  assert.ok(Number(answerBytes) > 80 && Number(ms) > 0);
  assert.deepEqual([faultId, executed, connection], [null, null, null]);
  assert.deepEqual(Object.keys(others), [
    'number',
    'at',
    'method',
    'path',
    'operation',
    'key',
    'status',
    'unknownMembers',
  ]);
});

test('all filters must fit, and pages go on after a number', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  await owner.data('DELETE', path);
  const viewer = await client.as('Viewer', 'red');
  for (let i = 0; i < 3; i++) await owner.data('POST', create, gprBody);
  await viewer.send('POST', create, gprBody);
  await viewer.data('GET', '/api/v1/gpr/list?sliceName=red');
  await viewer.send('GET', '/elsewhere');
  const numbers = async (query: string) => (await listed(owner, query)).map(({ number }) => number);
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['', [2, 3, 4, 5, 6, 7, 8]],
    ['?operation=createGpr', [3, 4, 5, 6]],
    ['?operation=createGpr&status=200', [3, 4, 5]],
    ['?status=403,404', [6, 8]],
    ['?status=4xx', [6, 8]],
    ['?status=2xx,404&method=GET', [7, 8]],
    ['?operation=none', [8]],
    ['?operation=none,listGprs', [7, 8]],
    ['?method=POST,GET&path=/api/v1/gpr/', [7]],
    ['?key=Viewer%20red', [6, 7]],
    [`?key=${client.world.keys.list().find(({ role }) => role === 'Owner')!.id}`, [3, 4, 5]],
    ['?key=another', []],
    ['?after=6', [7, 8]],
    ['?after=100', []],
    ['?limit=2&after=2', [3, 4]],
    ['?limit=0', []],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await numbers(query), expected, query);
  const page = async (query: string) => {
    const { requests: _, ...others } = await owner.data('GET', `${path}${query}`);
    return others;
  };
  assert.deepEqual(await page('?limit=2'), { next: 3, last: 8, dropped: 0 });
  assert.deepEqual(await page('?limit=0&after=5'), { next: 5, last: 8, dropped: 0 });
  assert.deepEqual(await page('?operation=createGpr&limit=2'), { next: 4, last: 8, dropped: 0 });
  assert.deepEqual(await page('?operation=createGpr&after=4'), { next: 8, last: 8, dropped: 0 });
});

test('a wrong query is refused with a sentence for each member', async () => {
  const owner = await keeping().as('Owner');
  const query = '?operation=createGprs&method=SEND&status=6xx&after=-1&limit=1001&bodies=yes&order=1';
  const { Details } = detailedError(await owner.send('GET', path + query)).DetailedError;
  const messages = Details.map(({ message }: { message: string }) => message);
  assert.equal(messages.length, 7);
  for (const [i, start] of [
    /^"operation" must be a list of operationIds such as createGpr, or none, with commas between, but has "createGprs"; did you mean createGpr\?$/,
    /^"method" must be a list of GET, HEAD, .*, but has "SEND"$/,
    /^"status" must be statuses such as 503, classes such as 5xx, or none, with commas between, but is "6xx"$/,
    /^"after" must be an integer from 0 to \d+, but is -1$/,
    /^"limit" must be an integer from 0 to 1000, but is 1001$/,
    /^"bodies" must be true or false, but is "yes"$/,
    /^"order" is unknown; known members are /,
  ].entries())
    assert.match(messages[i], start);
});

test('without a log, both operations answer which flag is missing', async () => {
  const owner = await new Client().as('Owner');
  for (const method of ['GET', 'DELETE']) {
    const answer = await owner.send(method, path);
    assert.equal(answer.status, 404);
    assert.equal(answer.body.message, 'This server keeps no requests; start it with --keep-requests N');
    assert.match(
      detailedError(answer).DetailedError.Errormessage,
      /start it with --keep-requests N, such as --keep-requests 1000/,
    );
  }
});

test('only Owners read and remove requests', async () => {
  const client = keeping();
  for (const role of ['Editor', 'Viewer'] as const) {
    const caller = await client.as(role, 'red');
    for (const method of ['GET', 'DELETE']) assert.equal((await caller.send(method, path)).status, 403);
  }
});

test('bodies are kept without keys, tokens and secrets', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  const { apiKey } = await owner.data('POST', '/api/v1/api-key', {
    name: 'ci',
    role: 'Owner',
    validUntil: '2026-12-31',
  });
  await client.send('POST', '/api/v1/auth', { apiKey });
  await client.send('POST', '/api/v1/auth', '{"apiKey": "no key", "x": [1]}');
  await client.send('POST', '/api/v1/auth', `{"\\u0061piKey": "${apiKey.replace('-', '\\u002d')}"}`);
  await owner.send('GET', `/api/v1/gpr/list?sliceName=${apiKey}&token=abc`);
  await owner.send('GET', `/api/v1/gpr/list?sliceName=${apiKey.replaceAll('-', '%2D')}`);
  await owner.data('GET', '/api/v1/api-key/list');
  await owner.send('POST', '/api/v1/inference-endpoint', {
    modelSpec: { secret: { user: 'me', words: ['a}'] } },
  });
  const requests = await listed(owner, '?bodies=true&after=1');
  const texts = requests.map(({ path, body, answerBody }) => [
    path,
    (body as { text: string } | null)?.text ?? null,
    (answerBody as { text: string }).text,
  ]);
  assert.deepEqual(texts.slice(0, 4), [
    [
      '/api/v1/api-key',
      '{"name":"ci","role":"Owner","validUntil":"2026-12-31"}',
      '{"statusCode":200,"status":"OK","message":"Success","data":{"apiKey":"…"}}',
    ],
    [
      '/api/v1/auth',
      '{"apiKey":"…"}',
      '{"statusCode":200,"status":"OK","message":"Success","data":{"token":"…"}}',
    ],
    ['/api/v1/auth', '{"apiKey": "…", "x": [1]}', texts[2]![2]],
    [
      '/api/v1/auth',
      '{"\\u0061piKey": "…"}',
      '{"statusCode":200,"status":"OK","message":"Success","data":{"token":"…"}}',
    ],
  ]);
  assert.equal(texts[4]![0], '/api/v1/gpr/list?sliceName=…&token=…');
  assert.equal(texts[5]![0], '/api/v1/gpr/list?sliceName=…');
  assert.equal(texts[7]![1], '{"modelSpec":{"secret":"…"}}');
  const everything = JSON.stringify(requests);
  for (const key of client.world.keys.list()) assert.ok(!everything.includes(key.apiKey));
  assert.ok(!everything.includes(owner.token));
});

test('of a long body, the first 16 KiB are kept', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  const uuid = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';
  const before = '{"gprName":"';
  // The key begins before the end of what is kept, and ends after it.
  const text = `${before}${'é'.repeat(8_180)}${uuid}${'é'.repeat(20_000)}"}`;
  await owner.send('POST', create, text);
  const [{ body, bodyBytes }] = await listed(owner, '?operation=createGpr&bodies=true');
  assert.equal(bodyBytes, Buffer.byteLength(text));
  const kept = body as { text: string; isCut: boolean };
  assert.equal(kept.isCut, true);
  assert.equal(kept.text, `${before}${'é'.repeat(8_180)}…${'é'.repeat(4)}`);
  assert.ok(Buffer.byteLength(kept.text) <= 16_384);
});

test('answers in parts, files and answers to HEAD have no body', async () => {
  const client = keeping();
  const served = await Served.start({}, client);
  const owner = await client.as('Owner');
  await owner.data('DELETE', path);
  const request = (method: string, target: string) =>
    `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${owner.token}\r\n`;
  const stream = await served.send(`${request('GET', '/sim/facts/stream')}\r\n`);
  await once(stream, 'data');
  await served.answersTo(`${request('HEAD', '/sim/clock')}Connection: close\r\n\r\n`);
  await served.answersTo(`${request('GET', '/sim/export')}Connection: close\r\n\r\n`);
  await served.answersTo(`${request('GET', '/sim/clock')}Connection: close\r\n\r\n`);
  const requests = await listed(owner, '?bodies=true');
  assert.deepEqual(
    requests.map(({ method, operation, status, answerBody }) => [
      method,
      operation,
      status,
      answerBody === null,
    ]),
    [
      ['GET', 'streamFacts', 200, true],
      ['HEAD', 'getClock', 200, true],
      ['GET', 'exportWorld', 200, true],
      ['GET', 'getClock', 200, false],
    ],
  );
  const sizes = requests.map(({ answerBytes }) => answerBytes);
  assert.deepEqual(sizes.slice(0, 2), [null, 0]);
  assert.ok(Number(sizes[2]) > 10_000);
  const { text } = requests[3]!.answerBody as { text: string };
  assert.equal(JSON.parse(text).data.mode, 'paused');
});

test('a request that runs is kept with a null status', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  await owner.data('POST', '/sim/faults', { kind: 'http', operation: 'listGprs', delayMs: 60_000 });
  const served = await Served.start({}, client);
  const socket = await served.send(
    `GET /api/v1/gpr/list?sliceName=red HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`,
  );
  let running: readonly Listed[] = [];
  while (running.length === 0) {
    await new Promise((resolve) => setImmediate(resolve));
    running = await listed(owner, '?operation=listGprs');
  }
  assert.deepEqual(
    running.map(({ status, ms, answerBytes }) => [status, ms, answerBytes]),
    [[null, null, null]],
  );
  assert.deepEqual(await listed(owner, '?operation=listGprs&status=1xx,2xx,3xx,4xx,5xx'), []);
  assert.equal((await listed(owner, '?operation=listGprs&status=none')).length, 1);
  socket.destroy();
});

test('a request that met a fault has its id and its answer', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  const body = { kind: 'http', operation: 'listGprs', status: 503 };
  const { faultId } = await owner.data('POST', '/sim/faults', body);
  await owner.send('GET', '/api/v1/gpr/list?sliceName=red');
  await owner.send('GET', '/api/v1/gpr/list?sliceName=red');
  const requests = await listed(owner, '?operation=listGprs&bodies=true');
  assert.deepEqual(
    requests.map(({ status, faultId }) => [status, faultId]),
    [
      [503, faultId],
      [200, null],
    ],
  );
  assert.match(
    (requests[0]!.answerBody as { text: string }).text,
    /Too many requests wait for such an answer/,
  );
});

test('a request whose answer a fault harmed has what happened to the connection', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  const served = await Served.start({}, client);
  const head = `Host: localhost\r\nConnection: close\r\nAuthorization: Bearer ${owner.token}\r\n`;
  for (const fault of [
    { connection: 'reset', executed: true },
    { connection: 'cut', body: 'half' },
    { connection: 'slow', delayMs: 1, body: 'slow' },
    {},
  ]) {
    await owner.data('POST', '/sim/faults', { kind: 'http', operation: 'getClock', ...fault });
    await read(await served.send(`GET /sim/clock HTTP/1.1\r\n${head}\r\n`));
  }
  const requests = await listed(owner, '?operation=getClock&bodies=true');
  assert.deepEqual(
    requests.map(({ status, connection, executed, faultId, answerBytes }) => [
      status,
      connection,
      executed,
      faultId,
      answerBytes,
    ]),
    [
      [null, 'reset', true, 'http-1', null],
      [500, 'cut', false, 'http-2', 4],
      [500, 'slow', false, 'http-3', 4],
      [500, null, false, 'http-4', requests[3]!.answerBytes],
    ],
  );
  assert.deepEqual([requests[0]!.answerBody, typeof requests[0]!.ms], [null, 'number']);
  assert.equal((requests[1]!.answerBody as { text: string }).text, 'half');
});

test('a client that leaves before a fault answers leaves a record with the fault', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  const served = await Served.start({}, client);
  const head = `Host: localhost\r\nAuthorization: Bearer ${owner.token}\r\n`;
  for (const [fault, isBegun] of [
    [{ executed: true, status: 200, delayMs: 60_000 }, false],
    [{ connection: 'reset', delayMs: 60_000 }, false],
    [{ connection: 'slow', executed: true, delayMs: 60_000 }, true],
  ] as const) {
    await owner.data('DELETE', path);
    const { faultId } = await owner.data('POST', '/sim/faults', {
      kind: 'http',
      operation: 'getClock',
      ...fault,
    });
    const socket = await served.send(`GET /sim/clock HTTP/1.1\r\n${head}\r\n`);
    if (isBegun) await once(socket, 'data');
    const recordWith = async (status: string) => {
      for (;;) {
        const [record] = await listed(owner, `?operation=getClock&status=${status}`);
        if (record) return record;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const running = await recordWith('none');
    assert.deepEqual([running.faultId, running.ms], [faultId, null]);
    socket.destroy();
    const { executed, ...left } = await recordWith('499');
    assert.deepEqual([left.faultId, executed], [faultId, 'executed' in fault]);
    assert.ok(Number(left.ms) > 0);
  }
});

test('a slow answer takes until its last byte', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  const served = await Served.start({}, client);
  const head = `Host: localhost\r\nConnection: close\r\nAuthorization: Bearer ${owner.token}\r\n`;
  const slow = { connection: 'slow', executed: true, delayMs: 200 };
  await owner.data('POST', '/sim/faults', { kind: 'http', operation: 'getClock', ...slow });
  await read(await served.send(`GET /sim/clock HTTP/1.1\r\n${head}\r\n`));
  const [{ status, ms }] = await listed(owner, '?operation=getClock');
  assert.equal(status, 200);
  assert.ok(Number(ms) >= 199, `${ms}`);
});

test('the oldest requests leave at the limit, and the answer counts them', async () => {
  const owner = await keeping(3).as('Owner');
  await owner.data('DELETE', path);
  for (let i = 0; i < 3; i++) await owner.data('GET', '/sim/clock');
  assert.deepEqual((await owner.data('GET', path)).dropped, 0);
  for (let i = 0; i < 2_000; i++) await owner.data('GET', '/sim/clock');
  const { requests, dropped, last, next } = await owner.data('GET', path);
  assert.deepEqual(
    requests.map(({ number }: Listed) => number),
    [2002, 2003, 2004],
  );
  assert.deepEqual([dropped, last, next], [2_000, 2004, 2004]);
  assert.deepEqual(await owner.data('DELETE', path), { removed: 3 });
  assert.deepEqual(await owner.data('GET', path), { requests: [], next: 2004, last: 2004, dropped: 0 });
});
