// The requests that a server keeps, and what GET /sim/requests shows of them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { RequestBudget } from '../../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../../src/api/frame/request-log/request-log.ts';
import type { Caller } from '../client.ts';
import { Client } from '../client.ts';
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
  return (await owner.get(`${path}${query}`)).requests;
}

test('bodies are kept without keys, tokens and secrets', async () => {
  const client = keeping();
  const owner = await client.as('Owner');
  const { apiKey } = await owner.post('/api/v1/api-key', {
    name: 'ci',
    role: 'Owner',
    validUntil: '2026-12-31',
  });
  await client.send('POST', '/api/v1/auth', { apiKey });
  await client.send('POST', '/api/v1/auth', '{"apiKey": "no key", "x": [1]}');
  await client.send('POST', '/api/v1/auth', `{"\\u0061piKey": "${apiKey.replace('-', '\\u002d')}"}`);
  await owner.send('GET', `/api/v1/gpr/list?sliceName=${apiKey}&token=abc`);
  await owner.send('GET', `/api/v1/gpr/list?sliceName=${apiKey.replaceAll('-', '%2D')}`);
  await owner.get('/api/v1/api-key/list');
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
  await owner.delete(path);
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
  await owner.post('/sim/faults', { kind: 'http', operation: 'listGprs', delayMs: 60_000 });
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
    await owner.post('/sim/faults', { kind: 'http', operation: 'getClock', ...fault });
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
    await owner.delete(path);
    const { faultId } = await owner.post('/sim/faults', {
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
  await owner.post('/sim/faults', { kind: 'http', operation: 'getClock', ...slow });
  await read(await served.send(`GET /sim/clock HTTP/1.1\r\n${head}\r\n`));
  const [{ status, ms }] = await listed(owner, '?operation=getClock');
  assert.equal(status, 200);
  assert.ok(Number(ms) >= 199, `${ms}`);
});

test('the oldest requests leave at the limit, and the answer counts them', async () => {
  const owner = await keeping(3).as('Owner');
  await owner.delete(path);
  for (let i = 0; i < 3; i++) await owner.get('/sim/clock');
  assert.deepEqual((await owner.get(path)).dropped, 0);
  for (let i = 0; i < 2_000; i++) await owner.get('/sim/clock');
  const { requests, dropped, last, next } = await owner.get(path);
  assert.deepEqual(
    requests.map(({ number }: Listed) => number),
    [2002, 2003, 2004],
  );
  assert.deepEqual([dropped, last, next], [2_000, 2004, 2004]);
  assert.deepEqual(await owner.delete(path), { removed: 3 });
  assert.deepEqual(await owner.get(path), { requests: [], next: 2004, last: 2004, dropped: 0 });
});
