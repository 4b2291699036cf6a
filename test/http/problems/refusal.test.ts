// Requests that fail before they reach an operation are answered with the envelope.

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { simTimeHeader } from '../../../src/api/frame/answers/envelope.ts';
import { catalogue } from '../../../src/api/frame/errors/error-catalogue.ts';
import { answersOf, type RawAnswer, read, Served } from '../connections/raw-connection.ts';

function assertEnvelope({ status, headers, body }: RawAnswer, statusCode: number, message: RegExp): void {
  assert.equal(status, statusCode, body);
  assert.equal(headers.get('content-type'), 'application/json');
  assert.equal(headers.get(simTimeHeader), '2026-01-05T08:00:00.000Z');
  const envelope = JSON.parse(body);
  assert.deepEqual(Object.keys(envelope), ['statusCode', 'status', 'message', 'data', 'error']);
  assert.equal(envelope.statusCode, statusCode);
  assert.equal(envelope.data, null);
  assert.match(envelope.message, message);
  assert.deepEqual(Object.keys(envelope.error), ['errorKey', 'message', 'data']);
}

/** Sends `text` repeatedly; returns the server's answer until it closes the connection. */
async function dripped(socket: Socket, text: string): Promise<string> {
  const dripping = setInterval(() => socket.write(text), 20);
  const bytes = await read(socket);
  clearInterval(dripping);
  return String(bytes);
}

const host = 'Host: localhost\r\n';
const cases: readonly (readonly [sent: string, status: number, message: RegExp])[] = [
  ['no HTTP at all\r\n\r\n', 400, /not valid HTTP: /],
  ['\x16\x03\x01\x02\x00\x01\x00\x01', 400, /not valid HTTP: /],
  [`FETCH / HTTP/1.1\r\n${host}\r\n`, 400, /not valid HTTP: .*method/i],
  [`GET / HTTP/9.9\r\n${host}\r\n`, 400, /not valid HTTP: .*version/i],
  [`GET / HTTP/1.1\r\n${host}bad header\r\n\r\n`, 400, /not valid HTTP: .*header/i],
  [`POST / HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, 400, /not valid HTTP: .*Content-Length/i],
  [
    `POST /api/v1/auth HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n`,
    400,
    /not valid HTTP: .*chunk/i,
  ],
  [
    `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400,
    /not valid HTTP: /,
  ],
  [`GET / HTTP/1.1\r\nConnection: close\r\n\r\n`, 400, /not valid HTTP: Missing host header/],
  [`GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`, 400, /not valid HTTP: /],
  [`GET /a\\b HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 400, /not valid HTTP: Backslash/],
  [`GET / HTTP/1.1\r\n${host}A: ${'x'.repeat(20_000)}\r\n\r\n`, 431, /at most 16384 bytes/],
  [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431, /at most 16384 bytes/],
  [
    `POST /api/v1/auth HTTP/1.1\r\n${host}Expect: 200-ok\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
    417,
    /Unknown expectation "200-ok"; this server supports 100-continue/,
  ],
  [`CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`, 501, /method CONNECT/],
  [
    `TRACE /docs HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    405,
    /\/docs does not support TRACE; it supports GET/,
  ],
  [`PROPFIND /docs HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 405, /does not support PROPFIND/],
  [`OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 400, /not valid HTTP: /],
  [`PATCH /api/v1/gpr HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, 401, /./],
];

for (const [sent, status, message] of cases) {
  test(`${JSON.stringify(sent.slice(0, 60))} is answered with ${status} in the envelope`, async () => {
    const served = await Served.start();
    const answers = await served.answersTo(sent);
    assert.equal(answers.length, 1);
    assertEnvelope(answers[0]!, status, message);
    assert.deepEqual(served.client.logged, []);
  });
}

test('an upgrade request is answered as an ordinary request', async () => {
  const served = await Served.start();
  const [answer] = await served.answersTo(
    `GET /healthz HTTP/1.1\r\n${host}Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  );
  assert.equal(answer!.status, 200);
});

test('a malformed request is refused after the answers to earlier requests', async () => {
  const served = await Served.start();
  const good = `GET /docs/page.css HTTP/1.1\r\n${host}\r\n`;
  const answers = await served.answersTo(`${good.repeat(40)}garbage\r\n\r\n`);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(40).fill(200), 400],
  );
  const connect = await served.answersTo(`${good.repeat(40)}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`);
  assert.deepEqual([connect.length, connect.at(-1)!.status], [41, 501]);
});

test('missing or slow headers are answered with 408', async () => {
  const served = await Served.start({ headersMs: 200, checkMs: 50 });
  for (const begun of ['', 'GET / HTTP/1.1\r\nHost: loc']) {
    const [answer] = await served.answersTo(begun);
    assertEnvelope(answer!, 408, /did not arrive in time: its headers must arrive within 0.2 s/);
  }
  assert.match(await dripped(await served.send('GET / HTTP/1.1\r\n'), 'A: b\r\n'), /^HTTP\/1\.1 408 /);
});

test('headers after a running request have more time', async () => {
  const served = await Served.start({ headersMs: 200, checkMs: 50 });
  const owner = await served.client.as('Owner');
  await owner.post('/sim/faults', { kind: 'http', operation: 'getHealth', delayMs: 500 });
  const socket = await served.send(
    `GET /healthz HTTP/1.1\r\n${host}\r\nGET /docs/page.css HTTP/1.1\r\nHost: loc`,
  );
  await sleep(900);
  socket.write('alhost\r\nConnection: close\r\n\r\n');
  const answers = answersOf(await read(socket));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [500, 200],
  );
});

test('a reset during a refusal does not affect the server', async () => {
  const served = await Served.start();
  const good = `GET /docs/swagger-ui-bundle.js HTTP/1.1\r\n${host}\r\n`;
  for (const bad of ['CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 'garbage\r\n\r\n']) {
    for (const before of ['', good.repeat(30)]) {
      const socket = await served.send(`${before}${bad}`);
      await sleep(20);
      socket.resetAndDestroy();
    }
  }
  await sleep(100);
  const [answer] = await served.answersTo(`GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
  assert.equal(answer!.status, 200);
});

test('a missing or slow body is answered with 408', async () => {
  const served = await Served.start({ bodyWindowMs: 200, bodyBytesMin: 1000, checkMs: 30 });
  const head = `POST /api/v1/auth HTTP/1.1\r\n${host}Content-Length: 1000000\r\n\r\n{`;
  const [silent] = await served.answersTo(head);
  assertEnvelope(silent!, 408, /its body at 1000 bytes or more per 0.2 s/);
  assert.match(await dripped(await served.send(head), ' '), /^HTTP\/1\.1 408 /);
  // The body of a request that is already answered.
  const unread = head.replace('POST /api/v1/auth', 'GET /docs');
  assert.match(await dripped(await served.send(unread), ' '), /^HTTP\/1\.1 200 /);
});

test('an upload that makes progress may take any time', async () => {
  const served = await Served.start({
    headersMs: 2_000,
    bodyWindowMs: 1_500,
    bodyBytesMin: 1000,
    checkMs: 30,
  });
  const { token } = await served.client.as('Owner');
  const head = `POST /sim/import HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: 40000\r\n\r\n`;
  const socket = await served.send(head);
  const answered = read(socket);
  for (let i = 0; i < 20; i++) {
    socket.write('x'.repeat(2000));
    await sleep(150);
  }
  assert.match(String(await answered), /^HTTP\/1\.1 422 [\s\S]*not a gprsim file/);
});

test('an idle connection is closed', async () => {
  const served = await Served.start({ keepAliveMs: 100 });
  const socket = await served.send(`GET /docs HTTP/1.1\r\n${host}\r\n`);
  const startedMs = performance.now();
  await read(socket);
  assert.ok(performance.now() - startedMs < 5000);
});

test('both documents name every error of connections', async () => {
  const served = await Served.start();
  for (const path of ['/openapi.json', '/sim/openapi.json']) {
    const { info } = (await served.client.send('GET', path)).body;
    for (const name of [
      'request-malformed',
      'request-slow',
      'expectation-unknown',
      'headers-too-large',
      'method-unsupported',
    ] as const) {
      const { statusCode } = catalogue[name];
      assert.ok(info.description.includes(`\`${name}\` (${statusCode})`), name);
    }
  }
});
