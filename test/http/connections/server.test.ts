// Behavior over a real connection: bodies on GET, bodies without a length, and reused connections.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { Cancelled, type World } from '../../../src/driver/world.ts';
import { generated } from '../../support/scenario.ts';
import { Client, gprBody } from '../client.ts';
import { question } from '../gprs/question.ts';
import { altered, memoryWorld, scenario } from '../memory-world.ts';

const bodyBytesMax = 1_048_576;

const client = new Client();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const path = '/api/v1/slice-workspace';
let server: ServerType;
let token: string;
let port: number;

before(async () => {
  server = createAdaptorServer({ fetch: client.app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  token = (await client.as('Owner')).token;
});

after(() => {
  agent.destroy();
  server.close();
});

interface Sent {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answers
  readonly body: any;
  readonly reused: boolean;
}

/** `length: false` sends the body in chunks without a Content-Length. */
async function send(method: string, target: string, body?: string, length = true): Promise<Sent> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body !== undefined && length && { 'Content-Length': Buffer.byteLength(body) }),
    ...(body !== undefined && !length && { 'Transfer-Encoding': 'chunked' }),
  };
  const sending = request({ host: '127.0.0.1', port, agent, method, path: target, headers });
  sending.end(body);
  const [response] = await once(sending, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, body: JSON.parse(text), reused: sending.reusedSocket };
}

test('a GET with a body is answered, and its connection can be reused', async () => {
  const body = JSON.stringify({ workspaceName: 'red', clusterName: 'worker-1' });
  const cases: [string, string | undefined, boolean][] = [
    [`${path}/kube-config`, body, true],
    [`${path}/kube-config`, body, false],
    [`${path}/kube-config?workspaceName=red&clusterName=worker-1`, undefined, true],
    [`${path}/list`, '{}', true],
    [`${path}/list`, 'no json at all', false],
    [`${path}/list`, undefined, true],
  ];
  for (const [index, [target, sent, length]] of cases.entries()) {
    const answer = await send('GET', target, sent, length);
    assert.equal(answer.status, 200, target);
    assert.equal(answer.reused, index > 0);
  }
});

test('bodies with and without a Content-Length give the same result', async () => {
  for (const length of [true, false]) {
    const workspaceName = length ? 'with' : 'without';
    const body = {
      workspaceName,
      clusters: ['worker-1'],
      namespaces: ['ü'],
      username: 'u',
      email: 'u@example.com',
    };
    assert.equal((await send('POST', path, JSON.stringify(body), length)).status, 200);
    assert.equal((await send('DELETE', path, JSON.stringify({ workspaceName }), length)).status, 200);
  }
});

test('a body over the limit is refused with and without a Content-Length', async () => {
  const body = `"${'x'.repeat(bodyBytesMax)}"`;
  for (const method of ['POST', 'GET']) {
    for (const length of [true, false]) {
      const answer = await send(method, `${path}/kube-config`, body, length);
      assert.equal(answer.status, 413);
      assert.equal(answer.body.status, 'PAYLOAD_TOO_LARGE');
    }
  }
  assert.equal((await send('GET', `${path}/list`)).status, 200);
});

test('a method that no operation of the path has is answered with 405', async () => {
  const answer = await send('PATCH', '/api/v1/gpr', '{}');
  assert.equal(answer.status, 405);
});

test('a long operation notices that its client has hung up', async () => {
  const world = memoryWorld();
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const availability: World['read']['availability'] = (_request, isWanted) =>
    new Promise((_resolve, reject) => {
      asked();
      const look = () => (isWanted!() ? setImmediate(look) : reject(new Cancelled('no client waits')));
      look();
    });
  const slow = new Client(altered(world, { read: { ...world.read, availability } }));
  const own = createAdaptorServer({ fetch: slow.app.fetch });
  own.listen(0, '127.0.0.1');
  await once(own, 'listening');
  const { token } = await slow.as('Owner');
  const sending = request({
    host: '127.0.0.1',
    port: (own.address() as AddressInfo).port,
    method: 'POST',
    path: '/api/v1/gpr/gpu-availability',
    headers: { Authorization: `Bearer ${token}` },
  });
  sending.on('error', () => {});
  sending.end(JSON.stringify(question));
  await isAsked;
  sending.destroy();
  const counted = /gprsim_http_requests_total\{operation="getGpuAvailability",status="499"\} 1/;
  while (!counted.test((await slow.send('GET', '/metrics')).body)) await new Promise(setImmediate);
  assert.deepEqual(slow.logged, []);
  own.close();
});

test('hanging up during an advance stops the clock, and the world accepts further commands', async () => {
  const world = memoryWorld({
    ...scenario,
    workload: [generated({ count: null, workspaces: 20, exitDurationMs: { from: 1_000, to: 10_000 } })],
  });
  const long = new Client(world);
  const own = createAdaptorServer({ fetch: long.app.fetch });
  own.listen(0, '127.0.0.1');
  await once(own, 'listening');
  const owner = await long.as('Owner');
  const sending = request({
    host: '127.0.0.1',
    port: (own.address() as AddressInfo).port,
    method: 'POST',
    path: '/sim/clock/advance',
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  sending.on('error', () => {});
  sending.end(JSON.stringify({ by: '3650d' }));
  while (world.nowMs() === 0) await new Promise(setImmediate);
  const { advance, now } = await owner.get('/sim/clock');
  assert.deepEqual([advance.from, advance.to], ['2026-01-05T08:00:00.000Z', '2036-01-03T08:00:00.000Z']);
  assert.ok(now < advance.to);
  // The request arrives during the advance.
  const { gprId } = await owner.post('/api/v1/gpr', gprBody);
  assert.match(gprId, /^gpr-/);
  sending.destroy();
  while ((await owner.get('/sim/clock')).advance !== null) await new Promise(setImmediate);
  const stopped = world.nowMs();
  assert.ok(stopped > 0 && stopped < Date.parse(advance.to) - Date.parse(advance.from));
  own.close();
});
