import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, detailedError, gprBody } from '../client.ts';
import { assertAnswerDescribed } from '../documents/described.ts';

const path = '/sim/faults';
const list = '/api/v1/gpr/list?sliceName=red';

test('a fault fails the requested calls of an operation, and the world does not change', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const fault = await owner.data('POST', path, { kind: 'http', operation: 'createGpr', nth: 2, times: 2 });
  assert.deepEqual(fault, {
    kind: 'http',
    faultId: 'http-1',
    operation: 'createGpr',
    nth: 2,
    times: 2,
    key: null,
    workspace: null,
    request: null,
    chance: 1,
    seed: 0,
    executed: false,
    connection: null,
    status: null,
    body: null,
    headers: null,
    delayMs: 0,
    calls: 0,
    happened: 0,
  });
  const editor = await client.as('Editor', 'red');
  const viewer = await client.as('Viewer', 'red');
  // Forbidden and invalid calls reach no backend and do not count.
  assert.equal((await viewer.send('POST', '/api/v1/gpr', gprBody)).status, 403);
  assert.equal((await editor.send('POST', '/api/v1/gpr', {})).status, 422);
  assert.equal((await editor.send('POST', '/api/v1/gpr', gprBody)).status, 200);
  const { seq } = await owner.data('GET', '/sim/clock');

  const failed = await editor.send('POST', '/api/v1/gpr', gprBody);
  assert.equal(failed.status, 500);
  assert.deepEqual(failed.body, {
    statusCode: 500,
    status: 'UNKNOWN',
    message: 'Internal Server Error',
    data: null,
    error: {
      errorKey: 'UNKNOWN',
      message: 'Internal Server Error',
      data: 'Error: the backend did not answer in time; Reason: Timeout',
    },
  });
  assert.equal(failed.headers.get('x-sim-time'), '2026-01-05T08:00:00.000Z');
  assert.equal(failed.headers.get('x-sim-fault'), 'http-1');
  assert.equal((await viewer.send('POST', '/api/v1/gpr', gprBody)).headers.get('x-sim-fault'), null);
  const listed = await owner.data('GET', path);
  const [{ calls, happened }] = listed.faults;
  assert.ok(listed.operations.includes('listGprs') && !listed.operations.includes('listFaults'));
  assert.deepEqual([calls, happened], [2, 1]);
  // Other operations do not fail.
  assert.equal((await editor.data('GET', list)).items.length, 1);
  assert.equal((await editor.send('POST', '/api/v1/gpr', gprBody)).status, 500);
  assert.equal((await owner.data('GET', '/sim/clock')).seq, seq);
  assert.deepEqual((await owner.data('GET', path)).faults, []);
  assert.equal((await editor.send('POST', '/api/v1/gpr', gprBody)).status, 200);
  const metrics = (await client.send('GET', '/metrics')).body;
  assert.match(metrics, /gprsim_http_requests_total\{operation="createGpr",status="500"\} 2/);
});

test('an operation for which the contract defines a 500 fails with this error', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', path, { kind: 'http', operation: 'listWorkloadPlacements' });
  const { status, body } = await owner.send('GET', '/api/v1/workload-placement');
  assert.deepEqual([status, body.message, body.data], [500, 'Internal Server Error', null]);
  assert.equal(body.error.message, 'Failed to fetch workload placements');
  assert.match(body.error.data, /InternalError/);
});

test('a fault answers its body unchanged, with its status', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const fail = (fault: object) => owner.data('POST', path, { kind: 'http', operation: 'listGprs', ...fault });
  await fail({ body: { statusCode: 503, status: 'UNAVAILABLE', message: 'later', more: [1] } });
  await fail({ status: 502, body: '<html>bad gateway</html>' });
  await fail({ status: 429 });
  await fail({ body: [], delayMs: 30 });
  const envelope = await owner.send('GET', list);
  assert.equal(envelope.status, 503);
  assert.deepEqual(envelope.body, { statusCode: 503, status: 'UNAVAILABLE', message: 'later', more: [1] });
  const page = await owner.send('GET', list);
  assert.deepEqual([page.status, page.body], [502, '<html>bad gateway</html>']);
  assert.match(page.headers.get('content-type')!, /^text\/plain/);
  const { status, body } = await owner.send('GET', list);
  assert.deepEqual([status, body.statusCode, body.status], [429, 429, 'UNKNOWN']);
  const began = performance.now();
  // The delay itself keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  const late = await owner.send('GET', list);
  clearInterval(alive);
  assert.deepEqual([late.status, late.body], [500, []]);
  assert.ok(performance.now() - began >= 25);
  assert.equal((await owner.send('GET', list)).status, 200);

  // Authentication is an operation too, and needs no token.
  await owner.data('POST', path, { kind: 'http', operation: 'authenticate', status: 503 });
  const key = client.key('Owner');
  assert.equal((await client.send('POST', '/api/v1/auth', { apiKey: key.apiKey })).status, 503);
  assert.equal((await client.send('POST', '/api/v1/auth', { apiKey: key.apiKey })).status, 200);
});

test('a fault without a body answers the error of its operation with this status, as described', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  const view = '/api/v1/gpr/gpr?gprId=gpr-7';
  for (const [status, message] of [
    [401, 'Unauthenticated'],
    [403, 'Permission denied'],
    [404, 'GPR Not Found'],
    [422, '"request" meets the fault http-4'],
    [431, 'The request line and the headers must have at most 16384 bytes together'],
    [503, 'Too many requests wait for such an answer; this server lets 16 wait at a time'],
  ] as const) {
    const { faultId } = await owner.data('POST', path, { kind: 'http', operation: 'getGpr', status });
    const { body, ...answer } = await owner.send('GET', view);
    assert.deepEqual(
      [answer.status, answer.headers.get('X-Sim-Fault'), body.message],
      [status, faultId, message],
    );
    assertAnswerDescribed({ method: 'GET', path: view, status, contentType: 'application/json', body });
    assert.equal(answer.headers.get('retry-after'), status === 503 ? '1' : null);
    if (status === 404) assert.match(body.error.data, /\\"gpr-7\\" not found/);
  }
});

test('faults of the world are commands: they act in the world, and a reset removes them', async () => {
  const owner = await new Client().as('Owner');
  const made = await owner.data('POST', path, {
    kind: 'provisioning',
    workspace: 'red',
    cluster: null,
    times: 3,
  });
  const { faultId, ...rest } = made;
  assert.deepEqual(rest, {
    kind: 'provisioning',
    workspace: 'red',
    cluster: null,
    gprId: null,
    times: 3,
    happened: 0,
  });
  const http = await owner.data('POST', path, { kind: 'http', operation: 'getGpr' });
  const { faults } = await owner.data('GET', path);
  assert.deepEqual(faults, [http, made]);
  assert.equal(new Set(faults.map((fault: { faultId: string }) => fault.faultId)).size, 2);

  const { gprId } = await owner.data('POST', '/api/v1/gpr', { ...gprBody, requeueOnFailure: true });
  await owner.data('POST', '/sim/clock/advance', { by: '1h' });
  const { items } = await owner.data('GET', list);
  assert.deepEqual([items[0].gprId, items[0].status.provisioningStatus], [gprId, 'Failed']);
  assert.equal((await owner.send('DELETE', `${path}/${faultId}`)).status, 404);

  await owner.data('POST', path, { kind: 'image', endpoint: 'sklearn' });
  await owner.data('POST', path, { kind: 'step', placement: 'web', step: 'chart', message: 'no such chart' });
  await owner.data('POST', '/sim/reset');
  assert.deepEqual((await owner.data('GET', path)).faults, [http]);
});

test('faults are removed by id in the path, the body or the query, or all at once', async () => {
  const owner = await new Client().as('Owner');
  const set = async (fault: object): Promise<string> => (await owner.data('POST', path, fault)).faultId;
  const http = { kind: 'http', operation: 'getGpr' };
  const ids = [await set(http), await set(http), await set({ kind: 'image' }), await set({ kind: 'step' })];
  const left = async () =>
    (await owner.data('GET', path)).faults.map((fault: { faultId: string }) => fault.faultId);
  assert.deepEqual(await left(), ids);
  assert.deepEqual(await owner.data('DELETE', `${path}/${ids[2]}`), { removed: [ids[2]] });
  assert.deepEqual(await owner.data('DELETE', path, { faultId: ids[0] }), { removed: [ids[0]] });
  assert.deepEqual(await left(), [ids[1], ids[3]]);
  for (const id of [ids[0], ids[2], 'http-9', 'no such']) {
    const answer = await owner.send('DELETE', path, { faultId: id });
    assert.equal(answer.status, 404);
    assert.match(detailedError(answer).DetailedError.Errormessage, new RegExp(`unknown fault "${id}"`));
  }
  assert.equal((await owner.send('DELETE', path, { id: ids[1] })).status, 422);
  assert.deepEqual(await owner.data('DELETE', path), { removed: [ids[1], ids[3]] });
  assert.deepEqual(await left(), []);
  assert.deepEqual(await owner.data('DELETE', path), { removed: [] });
});

test('the faults of a world have a bound of text, too', async () => {
  const owner = await new Client().as('Owner');
  const long = { kind: 'http', operation: 'listGprs', times: 9, body: 'x'.repeat(99_000) };
  let answer = await owner.send('POST', '/sim/faults', long);
  let made = 0;
  for (; answer.status === 200; made++) answer = await owner.send('POST', '/sim/faults', long);
  assert.equal(answer.status, 422);
  assert.match(
    answer.body.message,
    /"body" makes all HTTP faults of the world longer than 10000000 characters/,
  );
  assert.equal(made, 100);
  await owner.data('DELETE', '/sim/faults');
  await owner.data('POST', '/sim/faults', long);
});

test('a fault that is too large is refused, and so is one beyond a thousand', async () => {
  const owner = await new Client().as('Owner');
  const http = { kind: 'http', operation: 'listGprs' };
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const headers = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`x-${i}`, '']));
  const refused = async (body: unknown, why: RegExp) => {
    const answer = await owner.send('POST', path, body);
    assert.equal(answer.status, 422, String(why));
    assert.match(answer.body.message, why);
  };
  await refused({ ...http, body: 'x'.repeat(100_001) }, /"body" must be at most 100000/);
  const nested = JSON.stringify({ ...http, body: 0 }).replace('0', deep);
  await refused(nested, /"body" must not be nested deeper than 32 levels/);
  await refused({ ...http, headers }, /"headers" must have at most 50 headers/);
  await refused({ kind: 'step', message: 'x'.repeat(1001) }, /"message" must be at most 1000/);

  for (let i = 0; i < 1000; i++) await owner.data('POST', path, http);
  await refused(http, /"faults" must be at most 1000/);
  await owner.data('DELETE', path);
  await owner.data('POST', path, http);
});

test('a filter with __proto__ is refused, also within it: without its members, it would meet every call', async () => {
  const owner = await new Client().as('Owner');
  for (const request of ['{"__proto__": {"a": 1}}', '{"a": {"__proto__": 1}}']) {
    const body = JSON.parse(`{"kind": "http", "operation": "listGprs", "request": ${request}}`);
    const { status, body: answered } = await owner.send('POST', path, body);
    assert.equal(status, 422);
    assert.match(answered.message, /^"request" must not have a member "__proto__"$/);
  }
  assert.deepEqual((await owner.data('GET', path)).faults, []);
});
