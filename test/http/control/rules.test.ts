// The operations that change the scheduler and the rate of generated arrivals.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generated, SECOND } from '../../support/scenario.ts';
import { Client, detailedError, gprBody } from '../client.ts';
import { memoryWorld, scenario } from '../memory-world.ts';

/** Arrivals with a mean gap of a minute, which begin after a day. */
const arriving = {
  ...scenario,
  workload: [
    generated({
      count: null,
      startMs: 86_400 * SECOND,
      interArrivalMeanMs: 60 * SECOND,
      workspaces: ['red'],
    }),
  ],
};

const usual = { order: 'priority', backfillOrder: 'same' };

test('a changed scheduler starts a GPR that was behind a blocked one, and is in the state and the facts', async () => {
  const owner = await new Client().as('Owner');
  const create = async (workspace: string, given: object) =>
    (await owner.data('POST', '/api/v1/gpr', { ...gprBody, sliceName: workspace, ...given })).gprId;
  const stateOf = async (gprId: string) =>
    (await owner.data('GET', `/api/v1/gpr/gpr?gprId=${gprId}`)).status.provisioningStatus;
  await create('red', { numberOfGPUs: 8 });
  await owner.data('POST', '/sim/clock/advance', { by: '1s' });
  const other = { workspaceName: 'green', clusters: ['worker-1'], namespaces: ['green'] };
  const named = { ...other, username: 'green', email: 'green@example.com' };
  await owner.data('POST', '/api/v1/slice-workspace', named);
  const blocked = await create('blue', { numberOfGPUs: 8, numberOfGPUNodes: 2, priority: 200 });
  const behind = await create('green', { numberOfGPUs: 1, priority: 100 });
  await owner.data('POST', '/sim/clock/advance', { by: '1s' });
  assert.deepEqual([await stateOf(blocked), await stateOf(behind)], ['Queued', 'Queued']);

  assert.deepEqual(await owner.data('PUT', '/sim/scheduler', { queue: 'greedy' }), {
    queue: 'greedy',
    placement: 'best-fit',
    ...usual,
  });
  const { sentence } = await owner.data('GET', `/sim/explain/${behind}`);
  assert.match(sentence, /the pool has room, and the next cycle decides/);
  await owner.data('POST', '/sim/clock/advance', { by: '0s' });
  assert.deepEqual([await stateOf(blocked), await stateOf(behind)], ['Queued', 'Successful']);
  const { scheduler, arrivalRate } = await owner.data('GET', '/sim/state');
  assert.deepEqual([scheduler, arrivalRate], [{ queue: 'greedy', placement: 'best-fit', ...usual }, 1]);
  const { facts } = await owner.data('GET', '/sim/facts?kind=scheduler.changed');
  assert.deepEqual(
    facts.map(({ queue, placement, at }: Record<string, string>) => [queue, placement, at]),
    [['greedy', 'best-fit', '2026-01-05T08:00:02.000Z']],
  );
});

test('a changed order is in the state, the facts and the list of the queue', async () => {
  const owner = await new Client().as('Owner');
  const create = async (workspace: string, given: object) =>
    (await owner.data('POST', '/api/v1/gpr', { ...gprBody, sliceName: workspace, ...given })).gprId;
  await create('red', { numberOfGPUs: 8, numberOfGPUNodes: 2, exitDuration: '2h' });
  await owner.data('POST', '/sim/clock/advance', { by: '1s' });
  const long = await create('red', { numberOfGPUs: 8, priority: 200, exitDuration: '1h' });
  const short = await create('blue', { numberOfGPUs: 8, priority: 100, exitDuration: '1m' });
  await owner.data('POST', '/sim/clock/advance', { by: '1s' });
  const queue = async () => {
    const { gprs } = await owner.data('GET', '/sim/gprs?state=Queued');
    return gprs.map((gpr: { gprId: string; position: number }) => [gpr.gprId, gpr.position]);
  };
  const inForce = { queue: 'strict', placement: 'best-fit', order: 'shortest', backfillOrder: 'fair-share' };
  const before = await queue();
  const orders = { order: 'shortest', backfillOrder: 'fair-share' };
  assert.deepEqual(await owner.data('PUT', '/sim/scheduler', orders), inForce);
  assert.deepEqual((await owner.data('GET', '/sim/state')).scheduler, inForce);
  const { facts } = await owner.data('GET', '/sim/facts?kind=order.changed');
  assert.deepEqual(
    facts.map(({ order, backfillOrder, at }: Record<string, string>) => [order, backfillOrder, at]),
    [['shortest', 'fair-share', '2026-01-05T08:00:02.000Z']],
  );
  assert.deepEqual((await owner.data('GET', '/sim/facts?kind=scheduler.changed')).facts, []);
  assert.deepEqual(
    [before, await queue()],
    [
      [
        [long, 1],
        [short, 2],
      ],
      [
        [short, 1],
        [long, 2],
      ],
    ],
  );
  const { events } = await owner.data('GET', '/sim/events?kind=scheduler');
  assert.deepEqual(
    events.map(({ text }: { text: string }) => text),
    ['the scheduler is now shortest, behind:fair-share'],
  );
  // Left out and null, a policy stays.
  assert.equal(
    (await owner.data('PUT', '/sim/scheduler', { order: 'priority', queue: null })).backfillOrder,
    'fair-share',
  );
});

test('a changed rate of arrivals is in the state and the facts; a reset returns to the scenario', async () => {
  const owner = await new Client(memoryWorld(arriving)).as('Owner');
  assert.deepEqual(await owner.data('PUT', '/sim/workload', { arrivalRate: 2.125 }), { arrivalRate: 2.125 });
  assert.equal((await owner.data('GET', '/sim/state')).arrivalRate, 2.125);
  const { facts } = await owner.data('GET', '/sim/facts?kind=workload.changed');
  assert.deepEqual(
    facts.map((fact: { arrivalRate: number }) => fact.arrivalRate),
    [2.125],
  );
  await owner.data('POST', '/sim/reset', {});
  assert.equal((await owner.data('GET', '/sim/state')).arrivalRate, 1, 'the scenario has this rate');
});

test('an error names each wrong member and the valid values', async () => {
  const owner = await new Client(memoryWorld(arriving)).as('Owner');
  const why = async (path: string, body: object) => {
    const answer = await owner.send('PUT', path, body);
    assert.equal(answer.status, 422);
    return detailedError(answer).DetailedError.Errormessage;
  };
  assert.equal(
    await why('/sim/scheduler', { queue: 'fifo', placement: 'any', speed: 1 }),
    '"queue" must be one of backfill, conservative, greedy, refuse, strict, but is "fifo"; ' +
      '"placement" must be one of best-fit, best-fit-vector, clustering, dot-product, fgd, first-fit, packing, random, worst-fit, or "sha256:" and the SHA-256 of a module, but is "any"; ' +
      '"speed" is unknown; known members are queue, placement, order, backfillOrder',
  );
  assert.equal(
    await why('/sim/scheduler', { queue: null }),
    '"queue" or one of "placement", "order" and "backfillOrder" is required',
  );
  assert.equal(await why('/sim/workload', {}), '"arrivalRate" is required');
  for (const [arrivalRate, shown] of [
    [0, '0'],
    [0.009, '0.009'],
    [100.001, '100.001'],
    [1.0001, '1.0001'],
    ['2', '"2"'],
  ]) {
    assert.equal(
      await why('/sim/workload', { arrivalRate }),
      `"arrivalRate" must be a number from 0.01 to 100 with at most three decimals, but is ${shown}`,
    );
  }
  const { arrivalRate, scheduler } = await owner.data('GET', '/sim/state');
  assert.deepEqual([arrivalRate, scheduler.queue], [1, 'strict'], 'nothing has changed');
});

test('a rate without effect, and one that would let arrivals pile up, are refused', async () => {
  const owner = await new Client().as('Owner');
  const { status, body } = await owner.send('PUT', '/sim/workload', { arrivalRate: 2 });
  assert.equal(status, 422);
  assert.match(JSON.stringify(body), /no workload of this scenario is generated/);

  const dense = { ...arriving, workload: [{ ...arriving.workload[0]!, interArrivalMeanMs: 20 }] };
  const other = await new Client(memoryWorld(dense)).as('Owner');
  const refused = await other.send('PUT', '/sim/workload', { arrivalRate: 20.001 });
  assert.match(JSON.stringify(refused.body), /must be at most 20, but is 20.001/);
  await other.data('PUT', '/sim/workload', { arrivalRate: 20 });
});

for (const role of ['Editor', 'Viewer'] as const) {
  test(`a caller of the role ${role} may not change the rules`, async () => {
    const caller = await new Client().as(role, 'red');
    for (const [path, body] of [
      ['/sim/scheduler', { queue: 'greedy' }],
      ['/sim/workload', { arrivalRate: 2 }],
    ] as const)
      assert.equal((await caller.send('PUT', path, body)).status, 403);
  });
}
