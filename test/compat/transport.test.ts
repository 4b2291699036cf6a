// Requests as the Python client sends them, and the envelope of each kind of answer.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { after, test } from 'node:test';
import { createAdaptorServer } from '@hono/node-server';
import type { Role } from '../../src/driver/world.ts';
import { createApp } from '../../src/server/app.ts';
import { memoryWorld } from '../http/memory-world.ts';
import { pythonJson, Transport } from './transport.ts';

/** The bytes that a socket receives from the client. */
async function wire(base: string, ...request: Parameters<Transport['send']>): Promise<string> {
  let received = '';
  const server = createServer((socket) => {
    socket.on('data', (chunk) => {
      received += chunk;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = new Transport(base.replace('PORT', String((server.address() as AddressInfo).port)));
  try {
    assert.deepEqual(await transport.send(...request), { status: 200, text: '{}' });
  } finally {
    transport.close();
    server.close();
  }
  return received.replace(/127\.0\.0\.1:[0-9]+/, 'HOST');
}

test('a request has exactly the headers of the Python client', async () => {
  assert.deepEqual(
    (await wire('http://127.0.0.1:PORT/', 'GET', '/a?b=c+d', 'token', undefined)).split('\r\n').sort(),
    [
      '',
      '',
      'Accept-Encoding: identity',
      'Authorization: Bearer token',
      'GET /a?b=c+d HTTP/1.1',
      'Host: HOST',
    ],
  );
  const withBody = (await wire('http://127.0.0.1:PORT/under/here', 'GET', '/list', undefined, '{}')).split(
    '\r\n',
  );
  assert.deepEqual(withBody.sort(), [
    '',
    'Accept-Encoding: identity',
    'Content-Length: 2',
    'Content-Type: application/json',
    'GET /under/here/list HTTP/1.1',
    'Host: HOST',
    '{}',
  ]);
});

test('the client cannot send a blank in a query', async () => {
  await assert.rejects(
    new Transport('http://127.0.0.1:1').send('GET', '/a?b=c d', undefined, undefined),
    /unescaped/,
  );
});

test('bodies have sorted members, null for unset ones, and ASCII characters only', () => {
  const body = { b: [1, true, { z: undefined, y: 'ü😀"' }], a: null };
  assert.equal(pythonJson(body), '{"a": null, "b": [1, true, {"y": "\\u00fc\\ud83d\\ude00\\"", "z": null}]}');
});

const world = memoryWorld();
const silent = { error: () => {}, warn: () => {} };
const server = createAdaptorServer({
  fetch: createApp(world, { logger: silent, loopback: true }).fetch,
}) as Server;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const transport = new Transport(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
after(() => {
  transport.close();
  server.close();
});

function keyOf(role: Role, workspaceName = ''): string {
  const workspaceCreation = world.read.views.workspace(workspaceName)?.creation ?? null;
  const whose = { userName: 'admin', workspaceName, workspaceCreation };
  return world.keys.create({ name: role, description: '', role, validity: '9999-12-31', ...whose }).apiKey;
}

/** Sends a request as the client does, and returns an answer whose envelope has exactly the members that it reads. */
async function send(method: string, path: string, token?: string, body?: object) {
  const payload = body === undefined ? undefined : pythonJson(body);
  const { status, text } = await transport.send(method, path, token, payload);
  const answer = JSON.parse(text);
  const { data: _, error: __, ...envelope } = answer;
  assert.deepEqual(Object.keys(envelope).sort(), ['message', 'status', 'statusCode'], text);
  return { ...answer, status };
}

test('the HTTP status equals the statusCode of the body for every kind of answer', async () => {
  const { data } = await send('POST', '/api/v1/auth', undefined, { apiKey: keyOf('Owner') });
  assert.deepEqual(Object.keys(data), ['token']);
  const { token } = data;
  const waiting = {
    gprName: 'waits',
    sliceName: 'red',
    enableAutoClusterSelection: true,
    enableAutoGpuSelection: true,
    numberOfGPUNodes: 1,
    priority: '150',
    exitDuration: '1h',
  };
  const { gprId } = (await send('POST', '/api/v1/gpr', token, waiting)).data;
  const workspace = { clusters: ['worker-1'], namespaces: ['n'], username: 'u', email: 'e' };
  const list = '/api/v1/slice-workspace/list';
  const cases: [number, string, string, (string | undefined)?, object?][] = [
    [200, 'POST', '/api/v1/auth', undefined, { apiKey: keyOf('Viewer', 'red') }],
    [400, 'POST', '/api/v1/auth', undefined, {}],
    [401, 'POST', '/api/v1/auth', undefined, { apiKey: 'unknown' }],
    [413, 'POST', '/api/v1/auth', undefined, { apiKey: 'x'.repeat(2_000_000) }],
    [401, 'GET', list],
    [401, 'GET', list, 'no.token'],
    [200, 'GET', list, token],
    [404, 'GET', '/api/v1/gpr?gprId=gpr-00000000-0000', token],
    [404, 'GET', '/api/v1/no-such-thing', token],
    [405, 'PATCH', '/api/v1/gpr', token, {}],
    [409, 'POST', '/api/v1/slice-workspace', token, { workspaceName: 'red', ...workspace }],
    [422, 'POST', '/api/v1/slice-workspace', token, { workspaceName: 'new', clusters: [] }],
    [500, 'PUT', '/api/v1/gpr', token, { gprId, earlyRelease: true }],
  ];
  for (const [expected, ...request] of cases) {
    const { status, statusCode, message } = await send(...request);
    assert.deepEqual([status, statusCode], [expected, expected], `${request.slice(0, 2)}: ${message}`);
  }
});

test('a token serves requests at once, and a key has many tokens', async () => {
  const apiKey = keyOf('Owner');
  const tokens = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await send('POST', '/api/v1/auth', undefined, { apiKey })).data.token,
    ),
  );
  const answers = await Promise.all(
    [...tokens, ...tokens].map((token) => send('GET', '/api/v1/slice-workspace/list', token)),
  );
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal(answers[0].status, 200);
});
