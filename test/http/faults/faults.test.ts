import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../client.ts';
import { assertAnswerDescribed } from '../documents/described.ts';

const path = '/sim/faults';
const list = '/api/v1/gpr/list?sliceName=red';

test('a fault delays its answer', async () => {
  const owner = await new Client().as('Owner');
  await owner.post(path, { kind: 'http', operation: 'listGprs', body: [], delayMs: 30 });
  const began = performance.now();
  // The delay itself keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  const late = await owner.send('GET', list);
  clearInterval(alive);
  assert.deepEqual([late.status, late.body], [500, []]);
  assert.ok(performance.now() - began >= 25);
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
    const { faultId } = await owner.post(path, { kind: 'http', operation: 'getGpr', status });
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
  await owner.delete('/sim/faults');
  await owner.post('/sim/faults', long);
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

  for (let i = 0; i < 1000; i++) await owner.post(path, http);
  await refused(http, /"faults" must be at most 1000/);
  await owner.delete(path);
  await owner.post(path, http);
});
