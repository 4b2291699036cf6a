// The rules of the checker about changes of the scheduler and of the rate of arrivals.

import { test } from 'node:test';
import { FactKind } from '../../../sim/facts/catalogue.ts';
import { textHash } from '../../../sim/index.ts';
import { generated, scenarioOf } from '../../support/scenario.ts';
import { assertObjection, assertSound, facts } from './objections.ts';

const changed = (queue: string, placement = 'best-fit') =>
  ({
    queue: 0,
    placement: 1,
    queueHash: textHash(queue),
    placementHash: textHash(placement),
  }) as const;

/** A GPR of 4 GPUs is ahead of one of 2 GPUs, which starts at 20 ms. */
const passing = (run = facts()) =>
  run
    .node(0)
    .created(1, { gpus: 4, priority: 200, atMs: 10 })
    .created(2, { gpus: 2, priority: 100, atMs: 10 });

test('the checker objects to a start before a head that is ahead, while the queue policy is strict', () => {
  const started = /GPR 2 started before GPR 1, which is ahead of it/;
  assertObjection(passing().started(2, [0], { atMs: 20, held: 2 }), started);
  assertSound(
    passing().fact(FactKind.schedulerChanged, 15, changed('greedy')).started(2, [0], { atMs: 20, held: 2 }),
  );
  const back = passing()
    .fact(FactKind.schedulerChanged, 15, changed('greedy'))
    .fact(FactKind.schedulerChanged, 20, changed('strict'));
  assertObjection(back.started(2, [0], { atMs: 20, held: 2 }), started);
  const other = scenarioOf({ scheduler: { queue: 'backfill' } });
  assertSound(passing().started(2, [0], { atMs: 20, held: 2 }), other);
});

test('the checker objects to unknown policies', () => {
  assertObjection(facts().fact(FactKind.schedulerChanged, 0, changed('fifo')), /an unknown queue policy/);
  assertObjection(
    facts().fact(FactKind.schedulerChanged, 0, changed('strict', 'any')),
    /an unknown placement policy/,
  );
});

test('the checker objects to an impossible rate of arrivals', () => {
  const scenario = scenarioOf({ workload: [generated({ count: null })] });
  const rate = (arrivalRate: number) => facts().fact(FactKind.workloadChanged, 0, { arrivalRate });
  assertSound(rate(2500), scenario);
  assertObjection(rate(9), /the rate of arrivals is 9 thousandths; expected 10 to 100000/, scenario);
  assertObjection(rate(2500), /without a generated workload/);
});

/** GPR 1 of workspace 1 needs an hour, GPR 2 of workspace 2 a minute. One node of 8 GPUs. */
const sizes = () =>
  facts()
    .node(0)
    .created(1, { gpus: 4, priority: 200, atMs: 10, exitMs: 3_600_000 })
    .created(2, { gpus: 2, priority: 100, atMs: 10, exitMs: 60_000 });

const ordered = (order: string, backfillOrder = 'same') =>
  ({
    order: 0,
    backfillOrder: 1,
    orderHash: textHash(order),
    backfillOrderHash: textHash(backfillOrder),
  }) as const;

test('the checker objects to a start before a head that is ahead in the order in force', () => {
  const shortest = scenarioOf({ scheduler: { order: 'shortest' } });
  const started = sizes().started(2, [0], { atMs: 20, held: 2 });
  assertSound(started, shortest);
  assertObjection(
    sizes().started(1, [0], { atMs: 20, held: 4 }),
    /GPR 1 started before GPR 2, which is ahead of it/,
    shortest,
  );
  assertSound(
    sizes().fact(FactKind.orderChanged, 15, ordered('shortest')).started(2, [0], { atMs: 20, held: 2 }),
  );
});

test('the checker objects to unknown orders', () => {
  for (const changed of [ordered('fifo'), ordered('priority', 'fifo'), ordered('same')])
    assertObjection(facts().fact(FactKind.orderChanged, 0, changed), /a change sets an unknown order/);
});
