// Requests as the Python client sends them, and the envelope of each kind of answer.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createAdaptorServer } from '@hono/node-server';
import type { Role } from '../../src/driver/world.ts';
import { createApp } from '../../src/server/app.ts';
import { memoryWorld } from '../http/memory-world.ts';
import { pythonJson, Transport } from './transport.ts';

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
