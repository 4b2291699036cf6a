import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Caller, Client } from '../client.ts';

const unhandled = 'Api Key Configuration is invalid. Request a new API-key or contact administrator';
const list = '/api/v1/slice-workspace/list';

test('a key is exchanged for a token, and the answer has no other member', async () => {
  const client = new Client();
  const answer = await client.send('POST', '/api/v1/auth', { apiKey: client.key('Owner').apiKey });
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body.data), ['token']);
  const opened = await new Caller(client, answer.body.data.token).send('GET', list);
  assert.equal(opened.status, 200);
});

test('failed authentication answers the texts of the contract, with null in error.data', async () => {
  const client = new Client();
  const expired = client.key('Owner', '', '2026-01-04');
  const orphan = client.world.keys.create({ ...client.key('Editor', 'red'), workspaceName: 'never-was' });
  const malformed = [{}, { apiKey: '' }, { apiKey: 5 }, { apiKey: null }, { apiKey: ['x'] }, { apiKey: {} }];
  const noObjects = ['[]', '"key"', '5', 'true', 'null'];
  const rows: [unknown, number, string, string][] = [
    ...[...malformed, ...noObjects, '', { apiKey: orphan.apiKey }].map(
      (sent): [unknown, number, string, string] => [sent, 400, 'UNHANDLED_REQUEST_ERROR', unhandled],
    ),
    [{ apiKey: 'unknown' }, 401, 'UNAUTHENTICATED', 'Unauthenticated'],
    [{ apiKey: 'x'.repeat(10_000) }, 401, 'UNAUTHENTICATED', 'Unauthenticated'],
    [{ apiKey: expired.apiKey }, 401, 'UNAUTHENTICATED', 'Api Key has expired'],
  ];
  for (const [sent, statusCode, status, message] of rows) {
    const answer = await client.send('POST', '/api/v1/auth', sent);
    assert.equal(answer.status, statusCode);
    assert.deepEqual(answer.body, {
      statusCode,
      status,
      message,
      data: null,
      error: { errorKey: status, message, data: null },
    });
  }
});

test('a key is valid to the end of its last day', async () => {
  const client = new Client();
  const { apiKey } = client.key('Owner', '', '2026-01-05');
  client.wallMs = Date.UTC(2026, 0, 6) - 1;
  assert.equal((await client.send('POST', '/api/v1/auth', { apiKey })).status, 200);
  client.wallMs += 1;
  assert.equal((await client.send('POST', '/api/v1/auth', { apiKey })).status, 401);
});

test('a token is valid for 900 seconds of real time, cached or not', async () => {
  const client = new Client();
  const caller = await client.as('Owner');
  const fresh = new Client(client.world);
  for (const server of [client, fresh]) {
    const again = new Caller(server, caller.token);
    server.wallMs = client.wallMs;
    assert.equal((await again.send('GET', list)).status, 200);
    server.wallMs += 899_000;
    assert.equal((await again.send('GET', list)).status, 200);
    server.wallMs += 1000;
    assert.equal((await again.send('GET', list)).status, 401);
    server.wallMs -= 899_999;
  }
});

test('a missing, foreign or forged token is answered with 401', async () => {
  const client = new Client();
  const { token } = await client.as('Owner');
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const cluster = await (await client.as('Owner')).data('POST', '/api/v1/slice-workspace/kube-config', {
    workspaceName: 'red',
    clusterName: 'worker-1',
  });
  const clusterToken = /token: "(.+)"/.exec(cluster.kubeConfig)![1]!;
  const headers: (string | undefined)[] = [
    undefined,
    '',
    'Bearer',
    'Bearer x',
    token,
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${none}.${claims}.`,
    `Bearer ${head}.${claims}.${signature.slice(0, -2)}xx`,
    `Bearer ${(await foreignToken()).token}`,
    `Bearer ${clusterToken}`,
    `Bearer ${'x'.repeat(9000)}`,
  ];
  for (const header of headers) {
    const answer = await client.send(
      'GET',
      list,
      undefined,
      header === undefined ? {} : { Authorization: header },
    );
    assert.equal(answer.status, 401, header);
    assert.equal(answer.body.status, 'UNAUTHENTICATED');
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  }

  async function foreignToken(): Promise<Caller> {
    const other = new Client();
    other.world.keys.secret.fill(1);
    return new Caller(other, await new Client(other.world).token(other.key('Owner')));
  }
});

test('deleting a key revokes its tokens at once', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const key = client.key('Editor', 'red');
  const editor = new Caller(client, await client.token(key));
  assert.equal((await editor.send('GET', list)).status, 200);
  await owner.data('DELETE', '/api/v1/api-key', { apiKey: key.apiKey });
  assert.equal((await editor.send('GET', list)).status, 401);
  assert.equal((await client.send('POST', '/api/v1/auth', { apiKey: key.apiKey })).status, 401);
});

test('deleting a workspace revokes its keys and tokens, also for a new workspace of the same name', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const key = client.key('Editor', 'red');
  const editor = new Caller(client, await client.token(key));
  await owner.data('DELETE', '/api/v1/slice-workspace', { workspaceName: 'red' });
  assert.equal((await editor.send('GET', list)).status, 401);

  await owner.data('POST', '/sim/clock/advance', { by: '1h' });
  const body = {
    workspaceName: 'red',
    clusters: ['worker-1'],
    namespaces: ['red'],
    username: 'red',
    email: 'r@x',
  };
  await owner.data('POST', '/api/v1/slice-workspace', body);
  assert.equal((await editor.send('GET', list)).status, 401);
  assert.equal((await client.send('POST', '/api/v1/auth', { apiKey: key.apiKey })).status, 400);
  assert.deepEqual(await owner.data('GET', '/api/v1/api-key/list?workspace=red'), { data: [] });
});
