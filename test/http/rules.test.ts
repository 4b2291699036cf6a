// The policies of the scheduler and the arrival rate change by requests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECOND_MS } from '../../sim/index.ts';
import { generated } from '../support/scenario.ts';
import { Client } from './client.ts';
import { memoryWorld, scenario } from './memory-world.ts';

test('the policies change from the present instant on, and the state shows those in force', async () => {
  const owner = await new Client().as('Owner');
  assert.deepEqual(await owner.data('PUT', '/sim/scheduler', { queue: 'greedy' }), {
    queue: 'greedy',
    placement: 'best-fit',
  });
  await owner.data('PUT', '/sim/scheduler', { placement: 'worst-fit' });
  const { scenario: shown } = await owner.data('GET', '/sim/state');
  assert.deepEqual([shown.queue, shown.placement], ['greedy', 'worst-fit']);
  const { facts } = await owner.data('GET', '/sim/facts?kind=scheduler.changed');
  assert.deepEqual(
    facts.map(({ queue, placement }: Record<string, string>) => [queue, placement]),
    [
      ['greedy', 'best-fit'],
      ['greedy', 'worst-fit'],
    ],
  );
});

test('a rewind to before the change brings the earlier policies back', async () => {
  const owner = await new Client().as('Owner');
  await owner.data('POST', '/sim/clock/advance', { by: '10s' });
  await owner.data('PUT', '/sim/scheduler', { queue: 'backfill' });
  await owner.data('PUT', '/sim/scheduler', { queue: 'greedy' });
  const { seq } = await owner.data('GET', '/sim/clock');
  await owner.data('POST', '/sim/rewind', { seq });
  assert.equal((await owner.data('GET', '/sim/state')).scenario.queue, 'backfill');
  await owner.data('POST', '/sim/rewind', { to: '2026-01-05T08:00:05Z' });
  assert.equal((await owner.data('GET', '/sim/state')).scenario.queue, 'strict');
  await owner.data('POST', '/sim/branches/1/switch');
  assert.equal((await owner.data('GET', '/sim/state')).scenario.queue, 'greedy');
});

test('the gaps after the next arrival follow the arrival rate', async () => {
  const world = memoryWorld({
    ...scenario,
    workload: [generated({ count: 40, interArrivalMeanMs: 10 * SECOND_MS, workspaces: ['red'] })],
  });
  const owner = await new Client(world).as('Owner');
  const arrivals = async () => {
    await owner.data('POST', '/sim/clock/advance', { by: '1d' });
    const { facts } = await owner.data('GET', '/sim/facts?kind=gpr.created');
    return facts.map(({ at }: { at: string }) => Date.parse(at));
  };
  const asWritten = await arrivals();
  await owner.data('POST', '/sim/rewind', { to: new Date(asWritten[9]).toISOString() });
  await owner.data('PUT', '/sim/workload', { arrivalRate: 0.5 });
  const slower = await arrivals();
  assert.deepEqual(slower.slice(0, 11), asWritten.slice(0, 11));
  for (let i = 11; i < 40; i++)
    assert.equal(slower[i] - slower[i - 1], 2 * (asWritten[i] - asWritten[i - 1]), `arrival ${i}`);
});

test('each wrong member is refused with what would be right', async () => {
  const owner = await new Client().as('Owner');
  const refused = async (path: string, body: unknown) => {
    const { status, body: answer } = await owner.send('PUT', path, body);
    assert.equal(status, 422);
    return answer.error.message;
  };
  assert.match(
    await refused('/sim/scheduler', { queue: 'fast', placement: 'any' }),
    /"queue" must be one of backfill, greedy, strict.*"placement" must be one of best-fit, first-fit, worst-fit/,
  );
  assert.match(await refused('/sim/scheduler', {}), /"queue" or "placement" is required/);
  assert.match(
    await refused('/sim/workload', { arrivalRate: 0.0001 }),
    /"arrivalRate" must be a number from 0.01 to 100 with at most three decimals/,
  );
  assert.match(
    await refused('/sim/workload', { arrivalRate: 2 }),
    /"arrivalRate" has no effect: the workload of this scenario generates no arrivals/,
  );
  for (const role of ['Editor', 'Viewer'] as const) {
    const other = await new Client().as(role);
    assert.equal((await other.send('PUT', '/sim/scheduler', { queue: 'greedy' })).status, 403);
  }
});
