import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../client.ts';
import { definitionBody } from './workload-body.ts';

const path = '/api/v1/workload-template';

const body = { name: 'stack', workspaceName: 'red', serviceAccount: 'deployer', ...definitionBody };

test('a server whose heap is nearly full refuses what adds to it, and answers all else', async () => {
  const client = new Client();
  const owner = await client.as('Owner');
  await owner.post(path, body);
  await owner.post('/sim/worlds', { name: 'other' });
  client.heap = { used: 900_000_001, limit: 1_000_000_000 };
  const other = { ...body, name: 'other' };
  for (const [method, target, sent] of [
    ['POST', path, other],
    ['PUT', `${path}/stack`, body],
    ['POST', '/sim/clock/advance', { by: '1m' }],
    ['PUT', '/sim/clock', { mode: 'running' }],
    ['POST', '/sim/worlds', { name: 'more' }],
    ['POST', `/worlds/other${path}`, other],
  ] as const) {
    const refused = await owner.send(method, target, sent);
    assert.equal(refused.status, 409, target);
    assert.match(JSON.stringify(refused.body), /the server uses 901 MB of the 1000 MB that Node gives it/);
  }
  assert.equal((await owner.get(path)).length, 1);
  await owner.put('/sim/clock', { mode: 'paused' });
  await owner.delete(`${path}/stack`);
  await owner.delete('/sim/worlds/other');
  // A small heap has the same bytes for what a request takes: 32 MB.
  client.heap = { used: 168_000_001, limit: 200_000_000 };
  assert.equal((await owner.send('POST', path, other)).status, 409);
  client.heap = { used: 168_000_000, limit: 200_000_000 };
  await owner.post(path, other);
  client.heap = { used: 900_000_000, limit: 1_000_000_000 };
  await owner.put(`${path}/other`, other);
});
