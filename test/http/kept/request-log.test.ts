import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answered, shownTarget } from '../../../src/server/answer-notes.ts';
import { Client } from '../client.ts';
import { Served } from '../connections/raw-connection.ts';

const key = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

test('the log shows targets without values, keys and tokens', () => {
  const token = `${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
  const cases: readonly (readonly [string, string])[] = [
    ['/api/v1/gpr/list?sliceName=team-blue', '/api/v1/gpr/list?sliceName'],
    [`/api/v1/api-key?apiKey=${key}&a=b=c`, '/api/v1/api-key?apiKey&a'],
    [`/api/v1/api-key?${key}`, '/api/v1/api-key?…'],
    [`/api/v1/${key}/x`, '/api/v1/…/x'],
    [`/x/${token}?${token}`, '/x/…?…'],
    ['/docs', '/docs'],
    ['/a?b?c=d', '/a?…'],
  ];
  for (const [target, shown] of cases) assert.equal(shownTarget(target), shown);
  assert.equal(shownTarget(`/${'x'.repeat(5000)}`).length, 300);
});

test('the log has one entry per answer, with status, bytes and simulated time', async () => {
  const noted: Answered[] = [];
  const served = await Served.start({ bodyWindowMs: 100, checkMs: 30 }, new Client(), {
    onAnswered: (answered) => noted.push(answered),
  });
  const { token } = await served.client.as('Owner');
  const request = (target: string, last = '') =>
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${last}\r\n`;
  const texts = [
    request('/sim/clock'),
    request('/docs/page.css'),
    request('/api/v1/gpr?gprId=none', 'Connection: close\r\n'),
  ];
  const socket = await served.send(texts.join(''));
  let bytes = 0;
  socket.on('data', (chunk) => (bytes += chunk.length));
  await once(socket, 'close');
  await sleep(20);
  assert.deepEqual(
    noted.map(({ method, path, status }) => [method, path, status]),
    [
      ['GET', '/sim/clock', 200],
      ['GET', '/docs/page.css', 200],
      ['GET', '/api/v1/gpr?gprId', 404],
    ],
  );
  assert.equal(
    noted.reduce((sum, answered) => sum + answered.bytes, 0),
    bytes,
  );
  for (const { ms, simTime } of noted) {
    assert.ok(ms >= 0 && ms < 5000);
    assert.equal(simTime, '2026-01-05T08:00:00.000Z');
  }

  noted.length = 0;
  await served.answersTo('garbage\r\n\r\n');
  await served.answersTo('POST /api/v1/auth HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{');
  const stream = await served.send(request('/sim/facts/stream'));
  await once(stream, 'data');
  stream.destroy();
  for (let i = 0; i < 100 && noted.length < 3; i++) await sleep(20);
  assert.deepEqual(
    noted.map(({ method, path, status }) => [method, path, status]),
    [
      [null, null, 400],
      ['POST', '/api/v1/auth', 408],
      ['GET', '/sim/facts/stream', 200],
    ],
  );
  assert.doesNotMatch(JSON.stringify(noted), new RegExp(token));
});
