import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../client.ts';
import { altered, memoryWorld, replaced } from '../memory-world.ts';

const path = '/api/v1/workload-placement';

test('a failed list is answered with its specific error', async () => {
  const world = memoryWorld();
  const resources = replaced(world.read.resources, {
    placements: () => assert.fail('a secret of the machine'),
  });
  const client = new Client(altered(world, { read: { ...world.read, resources } }));
  const owner = await client.as('Owner');
  for (const where of [path, `${path}/workspace/red`]) {
    const answer = await owner.send('GET', where);
    assert.equal(answer.status, 500);
    assert.equal(answer.body.message, 'Internal Server Error');
    assert.equal(answer.body.error.message, 'Failed to fetch workload placements');
    assert.match(answer.body.error.data, /reference [0-9a-f-]{36}; Reason: InternalError$/);
  }
  assert.equal(client.logged.length, 2);
});
