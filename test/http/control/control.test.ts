import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, gprBody } from '../client.ts';
import { altered, memoryWorld } from '../memory-world.ts';

const advance = '/sim/clock/advance';

test('the members of an advance are passed to the driver in its types', async () => {
  const world = memoryWorld();
  const asked: object[] = [];
  const recording = altered(world, {
    async advance(request) {
      asked.push(request);
      return { ok: true, clock: world.clock(), facts: 7, stopped: false };
    },
  });
  const owner = await new Client(recording).as('Owner');
  const { gprId } = await owner.post('/api/v1/gpr', gprBody);
  const until = { gprId, provisioningStatus: 'Complete' };
  for (const body of [{ by: '5m' }, { to: '2026-01-05T08:00:01Z' }, { until }, { events: 3 }]) {
    assert.equal((await owner.post(advance, body)).facts, 7);
  }
  assert.deepEqual(asked, [{ byMs: 300_000 }, { toMs: 1000 }, { until }, { events: 3 }]);
});

test('the answer to an advance describes the reached instant, even if the world has changed since', async () => {
  const world = memoryWorld();
  const stopped = altered(world, {
    advance: async () => ({ ok: true, clock: { ...world.clock(), nowMs: 5_000 }, facts: 7, stopped: true }),
  });
  const owner = await new Client(stopped).as('Owner');
  const { body, headers } = await owner.send('POST', advance, { by: '1h' });
  assert.deepEqual([body.data.now, body.data.stopped], ['2026-01-05T08:00:05.000Z', true]);
  assert.equal(headers.get('x-sim-time'), '2026-01-05T08:00:05.000Z');
});

test('an advance that the driver refuses is answered with 422 and the reason', async () => {
  const world = altered(memoryWorld(), { advance: async () => ({ ok: false, why: 'never comes true' }) });
  const owner = await new Client(world).as('Owner');
  const answer = await owner.send('POST', advance, { events: 1 });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.message, 'never comes true');
});
