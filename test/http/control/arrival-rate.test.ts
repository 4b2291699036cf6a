import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generated } from '../../support/scenario.ts';
import { Client } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

test('a rate that would let arrivals pile up is refused', async () => {
  const workload = [generated({ count: null, interArrivalMeanMs: 20, workspaces: ['red'] })];
  const owner = await new Client(memoryWorld({ ...scenario, workload })).as('Owner');
  const refused = await owner.send('PUT', '/sim/workload', { arrivalRate: 20.001 });
  assert.match(refused.body.message, /must be at most 20, but is 20.001/);
  await owner.put('/sim/workload', { arrivalRate: 20 });
});
