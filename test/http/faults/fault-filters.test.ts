// Which calls meet an HTTP fault, and what happens to those that are executed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawsOf } from '../../../src/api/frame/operation/drawn-calls.ts';
import { type Answer, Client } from '../client.ts';

const path = '/sim/faults';
const list = '/api/v1/gpr/list?sliceName=red';

const failed = ({ headers }: Answer) => headers.get('x-sim-fault') !== null;

test('chance draws for each key and call: other keys and other operations change nothing', async () => {
  const fault = { kind: 'http', operation: 'listGprs', chance: 0.4, seed: 7, times: 1000, status: 503 };
  const outcomes = async (order: readonly number[], others: boolean) => {
    const client = new Client();
    const callers = [await client.named('one'), await client.named('two')];
    await callers[0]!.post(path, fault);
    const seen: boolean[][] = [[], []];
    for (const i of order) {
      if (others) await callers[i]!.get('/sim/clock');
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
