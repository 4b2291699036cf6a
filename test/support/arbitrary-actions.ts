import fc from 'fast-check';
import type { Action, Order } from './action.ts';
import { queueOrders } from './arbitrary-orders.ts';
import { faultOrder, followUpOrder, resourceOrder } from './arbitrary-resources.ts';
import { BEAT, priority } from './arbitrary-scenario.ts';
import { SECOND } from './scenario.ts';

const number = fc.nat(99);

/** A request without its workspace and pool, which are chosen when it is played. */
export const creation: fc.Arbitrary<Extract<Order, { kind: 'create' }>> = fc.record({
  kind: fc.constant('create' as const),
  workspace: number,
  pool: fc.option(number, { freq: 4 }),
  given: fc.record({
    gpusPerNode: fc.constantFrom(1, 2, 4, 8),
    nodeCount: fc.constantFrom(1, 1, 2, 3),
    priority,
    exitMs: fc.integer({ min: 1, max: 12 }).map((count) => count * BEAT),
    idleTimeOutMs: fc.constantFrom(null, SECOND, 2 * BEAT),
    enforceIdleTimeOut: fc.boolean(),
    enableEviction: fc.boolean(),
    requeueOnFailure: fc.boolean(),
    dedicatedNodes: fc.constantFrom(false, false, false, true),
    memoryGbPerGpu: fc.constantFrom(null, null, null, 20, 80),
  }),
});

const fields = fc.record(
  { priority, enableEviction: fc.boolean(), requeueOnFailure: fc.boolean(), gprName: fc.constant('renamed') },
  { requiredKeys: [] },
);

const queue = fc.constantFrom('strict', 'greedy', 'backfill');
const placement = fc.constantFrom('best-fit', 'first-fit', 'worst-fit');
const { order: headOrder, backfillOrder } = queueOrders;

/** A change of the scheduler, sometimes to what is in force. */
export const schedulerChange = fc.oneof(
  fc.record({ queue }),
  fc.record({ placement }),
  fc.record({ queue, placement }),
  fc.record({ order: headOrder }),
  fc.record({ backfillOrder }),
  fc.record({ queue, order: headOrder, backfillOrder }),
);

/** In thousandths. Some are too fast for scenarios whose arrivals have short gaps. */
export const arrivalRateMilli = fc.constantFrom(10, 333, 1000, 1000, 2500, 100_000);

const repairAfterMs = fc.constantFrom(null, 0, BEAT, 5 * BEAT);

const orders: fc.WeightedArbitrary<Order>[] = [
  { weight: 24, arbitrary: creation },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update'), gpr: number, fields }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('release', 'delete'), gpr: number }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('activity'), gpr: number, busy: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('node.down'), node: number, repairAfterMs }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('node.up', 'node.up', 'node.remove'), node: number }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('node.add'),
      cluster: number,
      type: number,
      count: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('workspace.delete'), workspace: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('workspace.create'), name: number }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('scheduler'), given: schedulerChange }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('workload'), arrivalRateMilli }) },
  { weight: 12, arbitrary: resourceOrder.map((drawn) => ({ kind: 'resource', order: drawn })) },
] as fc.WeightedArbitrary<Order>[];

const faults: fc.WeightedArbitrary<Order> = {
  weight: 2,
  arbitrary: faultOrder.map((drawn) => ({ kind: 'resource', order: drawn })),
};

const gapMs = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(BEAT) },
  { weight: 1, arbitrary: fc.constantFrom(1, 1500, 7001, 5 * BEAT) },
);

/** Long lists, unlike fast-check's default: only many actions interact. */
const listOf = (order: fc.Arbitrary<Order>): fc.Arbitrary<Action[]> =>
  fc.array(fc.record({ gapMs, newRound: fc.boolean(), order }), { maxLength: 80, size: 'max' });

export const actions: fc.Arbitrary<Action[]> = listOf(fc.oneof(...orders, faults));

/** Actions that mostly concern endpoints, placements and their records. */
export const resourceActions: fc.Arbitrary<Action[]> = listOf(
  fc.oneof(
    ...orders,
    faults,
    ...[resourceOrder, followUpOrder].map((order) => ({
      weight: 40,
      arbitrary: order.map((drawn): Order => ({ kind: 'resource', order: drawn })),
    })),
  ),
);

export const faultlessActions: fc.Arbitrary<Action[]> = listOf(fc.oneof(...orders));

/** A GPR that goes idle after each start would change its activity, which no forecast foresees. */
function withoutIdleRequeues(list: readonly Action[]): Action[] {
  return list.map((action) => {
    if (action.order.kind === 'create' && action.order.given.idleTimeOutMs !== null) {
      const given = { ...action.order.given, requeueOnFailure: false };
      return { ...action, order: { ...action.order, given } };
    }
    if (action.order.kind === 'update') {
      const { requeueOnFailure: _, ...fields } = action.order.fields;
      return { ...action, order: { ...action.order, fields } };
    }
    return action;
  });
}

/** Actions after which nothing happens that no forecast foresees. */
export const quietActions: fc.Arbitrary<Action[]> = faultlessActions.map(withoutIdleRequeues);
