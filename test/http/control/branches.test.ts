import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, Client, gprBody } from '../client.ts';
import { Stream } from '../facts/fact-reader.ts';

const noon = '2026-01-05T12:00:00.000Z';
const one = '2026-01-05T13:00:00.000Z';

/** A world at 13:00 with a GPR of 08:00 and one of 12:00. */
async function atOne(): Promise<{ owner: Caller; client: Client }> {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.post('/api/v1/gpr', gprBody);
  await owner.post('/sim/clock/advance', { to: noon });
  await owner.post('/api/v1/gpr', { ...gprBody, gprName: 'late' });
  await owner.post('/sim/clock/advance', { to: one });
  return { owner, client };
}

test('a stream goes on after the last fact that both branches share', async () => {
  const { owner } = await atOne();
  const { seq } = await owner.get('/sim/clock');
  const stream = await Stream.open(owner);
  const back = await owner.post('/sim/rewind', { to: '2026-01-05T11:00:00Z' });
  assert.ok(back.seq < seq);
  await owner.post('/api/v1/gpr', { ...gprBody, gprName: 'other' });
  const late = await Stream.open(owner, '', { 'Last-Event-ID': `1-${seq}` });
  for (const reader of [stream, late]) {
    const [reset, first] = await reader.take(2);
    assert.deepEqual(reset!.data, { branch: 2, seq: back.seq });
    assert.deepEqual([reset!.name, first!.id], ['reset', `2-${back.seq + 1}`]);
    await reader.close();
  }
});
