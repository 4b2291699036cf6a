import assert from 'node:assert/strict';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionLimits } from '../../../src/server/connections/connection-limits.ts';
import { Client, gprBody } from '../client.ts';
import { answersOf, read, Served } from './raw-connection.ts';

const bundle = '/docs/swagger-ui-bundle.js';

function get(path: string, token = '', last = false): string {
  const authorization = token === '' ? '' : `Authorization: Bearer ${token}\r\n`;
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}${last ? 'Connection: close\r\n' : ''}\r\n`;
}

/** Waits until a count is at least this high. */
async function reached(count: () => Promise<number>, least: number): Promise<void> {
  while ((await count()) < least) await sleep(50);
}

test('of 1,000 pipelined requests, few are answered while the client reads nothing', async () => {
  const served = await Served.start();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await served.answersTo(get(bundle, '', true));
  delay.enable();
  await Promise.all(Array.from({ length: 6 }, () => served.send(get(bundle).repeat(1000))));
  await reached(async () => (await served.counted('getDocsFile')) - 1, 6);
  await sleep(500);
  delay.disable();
  const answered = (await served.counted('getDocsFile')) - 1;
  assert.ok(
    answered <= 6 * (connectionLimits.requestsMax + 4),
    `${answered} answers to clients that read none`,
  );
  // Producing all answers would take many seconds of real time.
  assert.ok(delay.max < 2e9, `the event loop was held up for ${delay.max / 1e6} ms`);
});

test('large answers are not all produced while the client reads nothing', async () => {
  const client = new Client();
  const { token } = await client.as('Owner');
  const owner = await client.as('Owner');
  for (let i = 0; i < 200; i++) await owner.post('/api/v1/gpr', { ...gprBody, gprName: `gpr-${i}` });
  const path = '/api/v1/gpr/list?sliceName=red';
  const bytes = JSON.stringify((await owner.send('GET', path)).body).length;
  const served = await Served.start({ unsentBytesMax: bytes }, client);
  const before = await served.counted('listGprs');
  await served.send(get(path, token).repeat(400));
  await reached(async () => (await served.counted('listGprs')) - before, 1);
  await sleep(1000);
  const answered = (await served.counted('listGprs')) - before;
  // Socket buffers hold several MB.
  assert.ok(answered * bytes < 10_000_000, `${answered} answers of ${bytes} bytes`);
});

test('pipelined requests are all answered in order if the client reads', async () => {
  const served = await Served.start({ requestsMax: 3, unsentBytesMax: 2000 });
  const { token } = await served.client.as('Owner');
  const paths = Array.from({ length: 400 }, (_, i) =>
    i % 50 === 7 ? '/docs/page.css' : `/api/v1/gpr/gpr?gprId=gpr-${i}`,
  );
  const text = paths.map((path, i) => get(path, token, i === paths.length - 1)).join('');
  const answers = await served.answersTo(text);
  assert.equal(answers.length, paths.length);
  for (const [i, { status, body }] of answers.entries()) {
    assert.equal(status, i % 50 === 7 ? 200 : 404);
    if (i % 50 !== 7) assert.match(body, new RegExp(`gpr-${i}\\b`));
  }
});

test('bodies of pipelined requests are complete, also those of waiting requests', async () => {
  const served = await Served.start({ requestsMax: 2 });
  const { token } = await served.client.as('Owner');
  const request = (i: number) => {
    const body = JSON.stringify({
      ...gprBody,
      gprName: `${i} ${'x'.repeat(200)}`,
      padding: 'y'.repeat(60_000),
    });
    return (
      `POST /api/v1/gpr HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      `${i === 59 ? 'Connection: close\r\n' : ''}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  };
  const answers = await served.answersTo(Array.from({ length: 60 }, (_, i) => request(i)).join(''));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(answers.length, 60);
  const ids = answers.map(({ body }) => JSON.parse(body).data.gprId);
  const caller = await served.client.as('Owner');
  for (const [i, gprId] of ids.entries()) {
    const { status } = await caller.get(`/api/v1/gpr/gpr?gprId=${gprId}`);
    assert.ok(status.gprName === undefined || status.gprName.startsWith(`${i} `));
  }
});

test('pipelined streams end with their connection', async () => {
  const served = await Served.start();
  const { token } = await served.client.as('Owner');
  for (let round = 0; round < 12; round++) {
    const socket = await served.send(get('/sim/facts/stream', token).repeat(10));
    await once(socket, 'data');
    await sleep(20);
    socket.destroy();
  }
  await sleep(50);
  const socket = await served.send(get('/sim/facts/stream', token));
  const [chunk] = await once(socket, 'data');
  assert.match(String(chunk), /^HTTP\/1\.1 200 /);
});

test('a client that does not read its answer is disconnected', async () => {
  const served = await Served.start({ stalledMs: 300 });
  const socket = await served.send(get(bundle).repeat(100));
  const started = performance.now();
  socket.pause();
  while (await connections(served)) await sleep(20);
  assert.ok(performance.now() - started < 3000);
  const bytes = await read(socket);
  assert.ok(bytes.length < 50_000_000);
});

test('slow readers and clients that wait for events stay connected', async () => {
  const served = await Served.start({ stalledMs: 200, keepAliveMs: 200 });
  const { token } = await served.client.as('Owner');
  const stream = await served.send(get('/sim/facts/stream', token));
  stream.resume();
  const slow = await served.send(get(bundle, '', true).repeat(1));
  const chunks: Buffer[] = [];
  for (let i = 0; i < 10; i++) {
    await sleep(100);
    const chunk = slow.read();
    if (chunk !== null) chunks.push(chunk);
  }
  chunks.push(await read(slow));
  const [answer] = answersOf(Buffer.concat(chunks));
  assert.equal(answer!.body.length > 1_000_000, true);
  assert.equal(stream.destroyed, false);
});

function connections({ server }: Served): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
