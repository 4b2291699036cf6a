import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorldReadOnly } from '../../src/driver/world.ts';
import { Client, gprBody } from './client.ts';
import { altered, memoryWorld, replaced } from './memory-world.ts';

const bodyBytesMax = 1_048_576;

test('a body that is not a JSON object, or too large, changes nothing', async () => {
  const owner = await new Client().as('Owner');
  const fits = (length: number) => `{"pad":"${'x'.repeat(length - 10)}"}`;
  const cases: [string, number, string][] = [
    ['{"gprName":', 400, 'INVALID_REQUEST'],
    ['nonsense', 400, 'INVALID_REQUEST'],
    ['['.repeat(bodyBytesMax), 400, 'INVALID_REQUEST'],
    ['[]', 422, 'Error'],
    ['"text"', 422, 'Error'],
    ['null', 422, 'Error'],
    ['', 422, 'Error'],
    [fits(bodyBytesMax), 422, 'Error'],
    [fits(bodyBytesMax + 1), 413, 'PAYLOAD_TOO_LARGE'],
    [`{"__proto__":{"gprName":"x"},"constructor":1}`, 422, 'Error'],
  ];
  for (const [body, statusCode, status] of cases) {
    const answer = await owner.send('POST', '/api/v1/gpr', body);
    assert.equal(answer.status, statusCode, body.slice(0, 20));
    assert.equal(answer.body.status, status);
  }
  assert.equal(
    (await owner.get('/sim/clock')).seq,
    (await new Client().as('Owner').then((fresh) => fresh.get('/sim/clock'))).seq,
  );
});

test('a compressed body is refused with 415', async () => {
  const client = new Client();
  const { token } = await client.as('Owner');
  const send = (path: string, encoding: string) =>
    client.send('POST', path, '{}', { authorization: `Bearer ${token}`, 'content-encoding': encoding });
  for (const path of ['/api/v1/gpr', '/sim/import']) {
    for (const encoding of ['gzip', 'br', 'gzip, identity']) {
      const answer = await send(path, encoding);
      assert.deepEqual(
        [answer.status, answer.body.status, answer.body.message],
        [
          415,
          'UNSUPPORTED_MEDIA_TYPE',
          `The request body has the Content-Encoding "${encoding}"; send it without compression and without this header`,
        ],
      );
    }
  }
  assert.equal((await send('/api/v1/gpr', 'Identity')).status, 422);
});

test('the number -0 becomes 0, as it does in the file', async () => {
  const owner = await new Client().as('Owner');
  for (const body of ['{"maxGPRs":-0}', '{"maxGPRs": -0.0}', '{"gpuShapes":[],"maxGPRs":-0e3}']) {
    await owner.send('PUT', '/api/v1/workspace-policies/red', body);
    assert.equal(owner.client.world.read.resources.policy('red')?.maxGprs, 0, body);
  }
});

test('an unforeseen failure is logged and answered with 500 and a reference, and the server continues', async () => {
  const world = memoryWorld();
  const broken = altered(world, {
    read: {
      ...world.read,
      views: replaced(world.read.views, { clusters: () => assert.fail('a secret of the machine') }),
    },
  });
  const client = new Client(broken);
  const owner = await client.as('Owner');
  const answer = await owner.send('GET', '/api/v1/inventory/summary');
  assert.equal(answer.status, 500);
  assert.equal(answer.body.message, 'Internal Server Error');
  const reference = /reference ([0-9a-f-]{36}); Reason: InternalError$/.exec(answer.body.error.data)![1];
  assert.ok(!JSON.stringify(answer.body).includes('secret'));
  assert.equal(client.logged.length, 1);
  assert.deepEqual(
    { ...client.logged[0], err: undefined },
    { err: undefined, reference, operationId: 'getInventorySummary' },
  );
  assert.equal((await owner.send('GET', '/api/v1/inventory?sliceName=red')).status, 200);
});

test('what cannot be stored is answered with the reason', async () => {
  const why = 'database or disk is full';
  const fails = () => Promise.reject(new WorldReadOnly(why));
  const changes = { submit: fails, advance: fails, reset: fails, exportTo: fails };
  const client = new Client(altered(memoryWorld(), { ...changes, trouble: () => why }));
  const owner = await client.as('Owner');
  for (const [method, path, body] of [
    ['POST', '/api/v1/gpr', gprBody],
    ['POST', '/sim/clock/advance', { by: '1m' }],
    ['POST', '/sim/reset'],
    ['GET', '/sim/export'],
  ] as const) {
    const answer = await owner.send(method, path, body);
    assert.equal(answer.status, 500, path);
    assert.match(
      answer.body.error.data,
      /could not be stored and changed nothing: database or disk is full;/,
    );
  }
  const health = await client.send('GET', '/healthz');
  assert.equal(health.status, 503);
  assert.match(health.body.message, /cannot go on: database or disk is full/);
  assert.deepEqual(client.logged, []);
});

test('a foreign Host is refused if the server listens on the loopback address', async () => {
  const client = new Client();
  for (const host of [
    'localhost',
    'localhost:8080',
    '127.0.0.1:1',
    '127.9.8.7',
    '[::1]:8080',
    'Demo.localhost:80',
  ]) {
    assert.equal((await client.send('GET', '/healthz', undefined, { host })).status, 200, host);
  }
  for (const host of [
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '10.0.0.1',
    '[::2]',
    '',
  ]) {
    const answer = await client.send('GET', '/healthz', undefined, { host });
    assert.equal(answer.status, 403, host);
    assert.equal(answer.body.status, 'PERMISSION_DENIED');
    assert.equal((await client.send('POST', '/none', undefined, { host })).status, 403);
  }
});

test('values of two spellings that are nested too deeply to compare are refused', async () => {
  const owner = await new Client().as('Owner');
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const answer = await owner.send(
    'POST',
    '/api/v1/workload-template',
    `{"clusters":${deep},"clusterNames":${deep}}`,
  );
  assert.equal(answer.status, 422);
});
