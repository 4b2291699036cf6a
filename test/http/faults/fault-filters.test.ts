// Which calls meet an HTTP fault, and what happens to those that are executed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawsOf } from '../../../src/api/frame/operation/drawn-calls.ts';
import { type Answer, type Caller, Client, gprBody } from '../client.ts';

const path = '/sim/faults';
const list = '/api/v1/gpr/list?sliceName=red';

const failed = ({ headers }: Answer) => headers.get('x-sim-fault') !== null;

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
