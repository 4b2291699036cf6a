// The stream of the clock: what has changed makes an event, and time alone does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, gprBody } from '../client.ts';
import { Stream } from '../facts/fact-reader.ts';

test('facts, settings of the clock, keys and HTTP faults make events with the clock of the moment', async () => {
  const owner = await new Client().as('Owner');
  const stream = await Stream.open(owner, '', {}, '/sim/clock/stream');
  assert.match(stream.response.headers.get('content-type')!, /^text\/event-stream/);
  const events = async () => (await stream.next())!.data;
  assert.deepEqual(await events(), await owner.get('/sim/clock'));
  const changes: readonly (readonly [method: string, path: string, body: unknown])[] = [
    ['POST', '/api/v1/gpr', gprBody],
    ['PUT', '/sim/clock', { speed: 7 }],
    ['POST', '/sim/clock/advance', { by: '1s' }],
    ['POST', '/sim/faults', { kind: 'http', operation: 'listGprs', status: 500 }],
    ['POST', '/sim/reset', undefined],
  ];
  for (const [method, path, body] of changes) {
    await owner.data(method, path, body);
    const clock = await owner.get('/sim/clock');
    // A call that takes several turns of the server may make an event before its end.
    for (let event = await events(); JSON.stringify(event) !== JSON.stringify(clock); event = await events());
  }
  await stream.close();
});

test('reads, refused calls and questions make no event', async () => {
  const owner = await new Client().as('Owner');
  const stream = await Stream.open(owner, '', {}, '/sim/clock/stream');
  await stream.next();
  await owner.get('/sim/state');
  await owner.send('PUT', '/sim/clock', { speed: -1 });
  await owner.post('/sim/what-if', { changes: [{ scheduler: { queue: 'greedy' } }], until: '9h' });
  await owner.put('/sim/clock', { speed: 9 });
  assert.equal((await stream.next())!.data.speed, 9);
  await stream.close();
});

test('a stream of the clock takes a place of the streams of its key, and gives it back', async () => {
  const owner = await new Client().as('Owner');
  const streams = [];
  for (let i = 0; i < 25; i++) streams.push(await Stream.open(owner, '', {}, '/sim/clock/stream'));
  const refused = await owner.send('GET', '/sim/facts/stream');
  assert.equal(refused.status, 503);
  for (const stream of streams) {
    await stream.next();
    await stream.close();
  }
  const other = await Stream.open(owner);
  assert.equal(other.response.status, 200);
  await other.close();
});
