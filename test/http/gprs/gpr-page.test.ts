// The list of queued, provisioned and ended GPRs, as callers of each role see it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';

const create = async (owner: Caller, body: object): Promise<string> =>
  (await owner.post('/api/v1/gpr', { ...gprBody, ...body })).gprId;

test('the answer is about the instant of the request, even if the world has changed since', async () => {
  const world = memoryWorld();
  let answer: () => void = () => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow = altered(world, {
    read: {
      ...world.read,
      async estimates(gprIds) {
        const estimates = await world.read.estimates(gprIds);
        await waits;
        return estimates;
      },
    },
  });
  const client = new Client(slow);
  const owner = await client.as('Owner');
  await create(owner, { exitDuration: '1h' });
  const pending = owner.send('GET', '/sim/gprs');
  await new Promise((resolve) => setImmediate(resolve));
  await owner.advance('30m');
  answer();
  const { headers, body } = await pending;
  assert.equal(headers.get('x-sim-time'), '2026-01-05T08:00:00.000Z');
  assert.equal(body.data.now, '2026-01-05T08:00:00.000Z');
  assert.deepEqual([body.data.gprs[0].state, body.data.gprs[0].position], ['Queued', 1]);
});
