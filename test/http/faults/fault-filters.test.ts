// Which calls meet an HTTP fault, and what happens to those that are executed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationId } from '../../../src/api/frame/access/roles.ts';
import { drawsOf } from '../../../src/api/frame/operation/drawn-calls.ts';
import { operations } from '../../../src/server/app.ts';
import { type Answer, type Caller, Client, gprBody } from '../client.ts';

const path = '/sim/faults';
const list = '/api/v1/gpr/list?sliceName=red';

const failed = ({ headers }: Answer) => headers.get('x-sim-fault') !== null;

test('only calls that pass all filters of a fault count', async () => {
  const client = new Client();
  const [owner, one, two] = [await client.as('Owner'), await client.named('one'), await client.named('two')];
  const fault = { kind: 'http', operation: 'createGpr', nth: 2 };
  const filters = { key: 'one', workspace: 'red', request: { gprName: 'a', numberOfGPUs: 8 } };
  const made = await owner.data('POST', path, { ...fault, ...filters });
  assert.deepEqual(
    [made.key, made.workspace, made.request],
    [filters.key, filters.workspace, filters.request],
  );
  const create = async (caller: Caller, members: object) =>
    failed(await caller.send('POST', '/api/v1/gpr', { ...gprBody, gprName: 'a', ...members }));
  assert.equal(await create(one, {}), false);
  // Each of these fails one filter.
  assert.equal(await create(two, {}), false);
  assert.equal(await create(one, { gprName: 'b' }), false);
  assert.equal(await create(one, { numberOfGPUs: 1 }), false);
  assert.equal(await create(one, { sliceName: 'blue' }), false);
  const [{ calls, happened }] = (await owner.data('GET', path)).faults;
  assert.deepEqual([calls, happened], [1, 0]);
  // Any spelling of the workspace.
  assert.equal(await create(one, { sliceName: undefined, workspaceName: 'red' }), true);
  assert.equal(await create(one, {}), false);
});

test('filters find members of the query and of the path, and values of any form', async () => {
  const owner = await new Client().as('Owner');
  const cases: [fault: object, method: string, target: string, body?: object][] = [
    [{ operation: 'listGprs', workspace: 'red' }, 'GET', list],
    [{ operation: 'getTotals', request: { cluster: 'worker-1' } }, 'GET', '/sim/totals?cluster=worker-1'],
    [
      { operation: 'getWorkloadPlacement', request: { placementName: 'web' } },
      'GET',
      '/api/v1/workload-placement/web',
    ],
    [
      { operation: 'askWhatIf', request: { changes: [{ method: 'POST', path: '/sim/reset' }] } },
      'POST',
      '/sim/what-if',
      { changes: [{ path: '/sim/reset', method: 'POST' }], until: '5h' },
    ],
  ];
  for (const [fault, method, target, body] of cases) {
    await owner.data('POST', path, { kind: 'http', ...fault });
    assert.equal(failed(await owner.send(method, target, body)), true, JSON.stringify(fault));
  }
  await owner.data('POST', path, { kind: 'http', operation: 'listGprs', workspace: 'blue' });
  assert.equal(failed(await owner.send('GET', list)), false);
});

test('chance draws for each key and call: other keys and other operations change nothing', async () => {
  const fault = { kind: 'http', operation: 'listGprs', chance: 0.4, seed: 7, times: 1000, status: 503 };
  const outcomes = async (order: readonly number[], others: boolean) => {
    const client = new Client();
    const callers = [await client.named('one'), await client.named('two')];
    await callers[0]!.data('POST', path, fault);
    const seen: boolean[][] = [[], []];
    for (const i of order) {
      if (others) await callers[i]!.data('GET', '/sim/clock');
      seen[i]!.push(failed(await callers[i]!.send('GET', list)));
    }
    return seen;
  };
  const turns = Array.from({ length: 40 }, (_, i) => i % 2);
  const expected = ['one', 'two'].map((key) =>
    Array.from({ length: 20 }, (_, i) => drawsOf(7, { operation: 'listGprs', key, number: i + 1 })[0] < 0.4),
  );
  assert.deepEqual(await outcomes(turns, false), expected);
  assert.deepEqual(await outcomes([...turns].sort(), true), expected);
  assert.notDeepEqual(expected[0], expected[1]);
  assert.ok(expected.flat().includes(true) && expected.flat().includes(false));
});

test('an executed call changes the world, and its client gets the answer of the fault', async () => {
  const owner = await new Client().as('Owner');
  const fail = (fault: object) => owner.data('POST', path, { kind: 'http', executed: true, ...fault });
  const names = async () =>
    (await owner.data('GET', list)).items.map(({ gprName }: { gprName: string }) => gprName);
  await fail({ operation: 'createGpr' });
  const lost = await owner.send('POST', '/api/v1/gpr', gprBody);
  assert.deepEqual([lost.status, lost.body.message], [500, 'Internal Server Error']);
  assert.deepEqual(await names(), [gprBody.gprName]);

  await fail({
    operation: 'createGpr',
    status: 503,
    headers: { 'Retry-After': '7', 'Content-Type': 'text/x-odd' },
  });
  const busy = await owner.send('POST', '/api/v1/gpr', gprBody);
  assert.equal(busy.status, 503);
  assert.deepEqual([busy.headers.get('retry-after'), busy.headers.get('content-type')], ['7', 'text/x-odd']);
  assert.equal((await names()).length, 2);

  // Without `executed`, nothing happens.
  await fail({ operation: 'createGpr', executed: false });
  assert.equal((await owner.send('POST', '/api/v1/gpr', gprBody)).status, 500);
  assert.equal((await names()).length, 2);

  // A success with the body of the operation.
  await fail({ operation: 'createGpr', status: 202, delayMs: 1 });
  const late = await owner.send('POST', '/api/v1/gpr', gprBody);
  assert.equal(late.status, 202);
  assert.match(late.body.data.gprId, /^gpr-/);
  assert.equal((await names()).length, 3);

  // A refusal is no late success.
  await fail({ operation: 'deleteGpr', status: 202 });
  const unknown = await owner.send('DELETE', '/api/v1/gpr', { gprId: 'gpr-none' });
  assert.deepEqual([unknown.status, unknown.body.statusCode], [404, 404]);

  // The refusal of an executed call is lost, too.
  await fail({ operation: 'deleteGpr', body: 'gone' });
  const refused = await owner.send('DELETE', '/api/v1/gpr', { gprId: 'gpr-none' });
  assert.deepEqual([refused.status, refused.body], [500, 'gone']);
});

test('a call without a connection gets the answer of a fault that would harm the connection', async () => {
  const owner = await new Client().as('Owner');
  for (const [connection, status] of [
    ['reset', 500],
    ['cut', 200],
    ['slow', 200],
  ] as const) {
    await owner.data('POST', path, { kind: 'http', operation: 'listGprs', executed: true, connection });
    const answer = await owner.send('GET', list);
    assert.deepEqual([answer.status, failed(answer)], [status, true]);
  }
});

test('operations that stream their answers cannot be executed by a fault', async () => {
  const owner = await new Client().as('Owner');
  const streaming: OperationId[] = [];
  for (const operation of operations) {
    if (!('content' in operation)) continue;
    const { event, mediaType } = operation.content;
    if (event !== undefined || mediaType === 'application/vnd.sqlite3') streaming.push(operation.operationId);
  }
  assert.ok(streaming.length >= 2);
  for (const operation of streaming) {
    const { status } = await owner.send('POST', path, { kind: 'http', operation, executed: true });
    assert.equal(status, 422, operation);
  }
});

test('an unknown operation is refused with the nearest name', async () => {
  const owner = await new Client().as('Owner');
  const message = async (operation: string) =>
    (await owner.send('POST', path, { kind: 'http', operation })).body.message;
  assert.equal(
    await message('listGpr'),
    '"operation" must be the operationId of an operation, such as listGprs, but is "listGpr"; did you mean listGprs?',
  );
  assert.match(await message('x'.repeat(10_000)), /but is "x+… \(10000 characters\)"$/);
});
