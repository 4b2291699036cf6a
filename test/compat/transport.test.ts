// Tests the strict client: its requests, and its failures on unexpected answers.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { listWorkspaces } from './access.ts';
import { TestServer } from './server.ts';
import { each, envelopeOf, exactly, having, ShapeError } from './shapes.ts';
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

test('additional members, missing members and null for an unpacked object are failures', () => {
  const envelope = { status: 'OK', message: 'Success', statusCode: 200 };
  assert.equal(envelopeOf({ ...envelope, data: {}, error: null }).statusCode, 200);
  for (const broken of [{ ...envelope, requestId: '1' }, { status: 'OK', statusCode: 200 }, [], null, 'OK']) {
    assert.throws(() => envelopeOf(broken), ShapeError);
  }
  assert.throws(() => exactly({ token: 't', expiresIn: 900 }, ['token']), /unexpected members: expiresIn/);
  assert.throws(() => exactly({}, ['token']), /missing members: token/);
  assert.throws(() => having(null, []), /not an object/);
  assert.throws(() => each(null, (item) => item), /not a list/);
  assert.throws(() => each(undefined, (item) => item), /not a list/);
});

test('every operation opens two connections: one for a token, one for the operation', async () => {
  const server = await TestServer.start();
  const client = server.client();
  for (let n = 1; n <= 3; n++) {
    await listWorkspaces(client);
    assert.equal(client.transport.connections, 2 * n);
  }
});

test('the HTTP status equals the statusCode of the body for every operation', async () => {
  const server = await TestServer.start();
  const token = await server.client().authenticate();
  const { transport } = server.client({ token });
  const cases: [number, string, string, string | undefined, object | undefined][] = [
    [200, 'POST', '/api/v1/auth', undefined, { apiKey: server.key('Viewer', 'red').apiKey }],
    [400, 'POST', '/api/v1/auth', undefined, {}],
    [401, 'POST', '/api/v1/auth', undefined, { apiKey: 'unknown' }],
    [401, 'GET', '/api/v1/slice-workspace/list', undefined, undefined],
    [401, 'GET', '/api/v1/slice-workspace/list', 'no.token', undefined],
    [200, 'GET', '/api/v1/slice-workspace/list', token, undefined],
    [404, 'GET', '/api/v1/gpr?gprId=gpr-00000000-0000', token, undefined],
    [404, 'GET', '/api/v1/no-such-thing', token, undefined],
    [405, 'PATCH', '/api/v1/gpr', token, {}],
    [
      409,
      'POST',
      '/api/v1/slice-workspace',
      token,
      { workspaceName: 'red', clusters: ['worker-1'], namespaces: ['n'], username: 'u', email: 'e' },
    ],
    [422, 'POST', '/api/v1/slice-workspace', token, { workspaceName: 'new', clusters: [] }],
    [500, 'PUT', '/api/v1/gpr', token, { gprId: await queuedGpr(server), earlyRelease: true }],
  ];
  for (const [statusCode, method, resource, bearer, body] of cases) {
    const payload = body === undefined ? undefined : pythonJson(body);
    const { status, text } = await transport.send(method, resource, bearer, payload);
    const envelope = envelopeOf(JSON.parse(text));
    assert.equal(status, statusCode, `${method} ${resource}: ${text}`);
    assert.equal(envelope.statusCode, statusCode);
  }
});

async function queuedGpr(server: TestServer): Promise<string> {
  const { transport } = server.client();
  const token = await server.client().authenticate();
  const body = {
    gprName: 'waits',
    sliceName: 'red',
    enableAutoClusterSelection: true,
    enableAutoGpuSelection: true,
    numberOfGPUNodes: 1,
    priority: '150',
    exitDuration: '1h',
  };
  const { text } = await transport.send('POST', '/api/v1/gpr', token, pythonJson(body));
  return JSON.parse(text).data.gprId;
}
