import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../client.ts';
import { type RawAnswer, Served } from './raw-connection.ts';

const page = 'http://localhost:5173';
const preflight = {
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization',
};

async function ask(
  served: Served,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const lines = Object.entries({ Host: 'localhost', ...headers, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const [answer] = await served.answersTo(`${method} ${path} HTTP/1.1\r\n${head}\r\n`);
  return answer!;
}

const corsHeaders = ({ headers }: RawAnswer) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

test('without allowed origins, answers have no CORS headers', async () => {
  const served = await Served.start();
  for (const [method, headers] of [
    ['GET', { Origin: page }],
    ['OPTIONS', { Origin: page, ...preflight }],
  ] as const) {
    const answer = await ask(served, method, '/docs', headers);
    assert.deepEqual(corsHeaders(answer), []);
    assert.equal(answer.status, method === 'GET' ? 200 : 405);
  }
});

test('a page of an allowed origin may read answers, errors and the headers of the simulation', async () => {
  const served = await Served.start({}, new Client(), { corsOrigins: [page, 'https://ci.example.com'] });
  const { token } = await served.client.as('Owner');
  for (const [path, status] of [
    ['/sim/clock', 200],
    ['/api/v1/none', 404],
    ['/sim/facts/stream?after=x', 422],
  ] as const) {
    const answer = await ask(served, 'GET', path, { Origin: page, Authorization: `Bearer ${token}` });
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get('access-control-allow-origin'), page);
    assert.equal(answer.headers.get('access-control-expose-headers'), 'X-Sim-Time, X-Sim-Fault');
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    assert.equal(answer.headers.get('vary'), 'Origin');
  }
  assert.equal((await ask(served, 'GET', '/sim/clock', { Origin: page })).status, 401);
});

test('a preflight of an allowed origin needs no token', async () => {
  const served = await Served.start({}, new Client(), { corsOrigins: [page] });
  const answer = await ask(served, 'OPTIONS', '/api/v1/gpr', { Origin: page, ...preflight });
  assert.deepEqual([answer.status, answer.body], [204, '']);
  assert.equal(answer.headers.get('access-control-allow-origin'), page);
  assert.equal(answer.headers.get('access-control-allow-methods'), 'GET, POST, PUT, DELETE');
  assert.equal(
    answer.headers.get('access-control-allow-headers'),
    'Authorization, Content-Type, Last-Event-ID',
  );
  // An OPTIONS request that is not a preflight is answered as usual.
  assert.equal((await ask(served, 'OPTIONS', '/api/v1/gpr', { Origin: page })).status, 401);
});

test('an origin that is not allowed never appears in the headers', async () => {
  const served = await Served.start({}, new Client(), { corsOrigins: [page] });
  for (const origin of [
    'http://localhost:5174',
    'https://localhost:5173',
    'http://localhost:5173.example.com',
    'HTTP://LOCALHOST:5173',
    'null',
    '*',
  ]) {
    const got = await ask(served, 'GET', '/docs', { Origin: origin });
    assert.deepEqual(corsHeaders(got), [], origin);
    const asked = await ask(served, 'OPTIONS', '/api/v1/gpr', { Origin: origin, ...preflight });
    assert.deepEqual([asked.status, corsHeaders(asked)], [401, []], origin);
  }
});

test('the host guard also applies to pages of allowed origins', async () => {
  const served = await Served.start({}, new Client(), { corsOrigins: [page] });
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await ask(served, method, '/docs', { Host: 'example.com', Origin: page, ...preflight });
    assert.equal(answer.status, 403);
  }
});
