// Members that an operation under /api/v1 does not have: usually misspelled ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestBudget } from '../../../src/api/frame/request-log/request-budget.ts';
import { RequestLog } from '../../../src/api/frame/request-log/request-log.ts';
import { Client, gprBody } from '../client.ts';
import { memoryWorld } from '../memory-world.ts';

const create = '/api/v1/gpr';

function clientOf(isStrict: boolean): Client {
  return new Client(memoryWorld(), { requestLog: new RequestLog(new RequestBudget(100)), isStrict });
}

test('misspelled members have no effect, are kept with the request, and are logged once', async () => {
  const client = clientOf(false);
  const owner = await client.as('Owner');
  const sent = { ...gprBody, idleTimeoutDuration: '1h', enableEvction: true };
  await owner.post(create, sent);
  await owner.post(create, { ...sent, gprName: 'second' });
  const { requests } = await owner.get('/sim/requests?operation=createGpr');
  for (const { unknownMembers } of requests)
    assert.deepEqual(unknownMembers, ['idleTimeoutDuration', 'enableEvction']);
  assert.deepEqual(client.warned, [
    'a request has a member without effect: "idleTimeoutDuration" is unknown; did you mean idleTimeOutDuration?',
    'a request has a member without effect: "enableEvction" is unknown; did you mean enableEviction?',
  ]);
});
