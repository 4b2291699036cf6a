import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Caller, Client } from '../client.ts';

const unhandled = 'Api Key Configuration is invalid. Request a new API-key or contact administrator';
const list = '/api/v1/slice-workspace/list';

test('an expired key, and a key whose workspace never was, are refused with the texts of the contract', async () => {
  const client = new Client();
  const expired = client.key('Owner', '', '2026-01-04');
  const orphan = client.world.keys.create({ ...client.key('Editor', 'red'), workspaceName: 'never-was' });
  for (const [{ apiKey }, statusCode, status, message] of [
    [orphan, 400, 'UNHANDLED_REQUEST_ERROR', unhandled],
    [expired, 401, 'UNAUTHENTICATED', 'Api Key has expired'],
  ] as const) {
    const answer = await client.send('POST', '/api/v1/auth', { apiKey });
    const error = { errorKey: status, message, data: null };
    assert.deepEqual(answer.body, { statusCode, status, message, data: null, error });
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
  const cluster = await (await client.as('Owner')).post('/api/v1/slice-workspace/kube-config', {
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
