import fc from 'fast-check';
import type { Action, Order } from './action.ts';
import { queueOrders } from './arbitrary-orders.ts';
import { faultOrder, followUpOrder, resourceOrder } from './arbitrary-resources.ts';
import { BEAT, priority } from './arbitrary-scenario.ts';
import { ofKind, type Weighted, weighted } from './draws.ts';
import { SECOND } from './scenario.ts';

const number = fc.nat(99);

/** A request without its workspace and pool, which are chosen when it is played. */
export const creation: fc.Arbitrary<Extract<Order, { kind: 'create' }>> = ofKind('create', {
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

const orders: Weighted<Order>[] = [
  [24, creation],
  [2, ofKind('update', { gpr: number, fields })],
  [4, fc.record({ kind: fc.constantFrom('release', 'delete'), gpr: number })],
  [3, ofKind('activity', { gpr: number, busy: fc.boolean() })],
  [2, ofKind('node.down', { node: number, repairAfterMs })],
  [3, fc.record({ kind: fc.constantFrom('node.up', 'node.up', 'node.remove'), node: number })],
  [1, ofKind('node.add', { cluster: number, type: number, count: fc.integer({ min: 1, max: 2 }) })],
  [1, ofKind('workspace.delete', { workspace: number })],
  [2, ofKind('workspace.create', { name: number })],
  [3, ofKind('scheduler', { given: schedulerChange })],
  [2, ofKind('workload', { arrivalRateMilli })],
  [12, resourceOrder.map((drawn) => ({ kind: 'resource', order: drawn }))],
] as Weighted<Order>[];

const faults: Weighted<Order> = [2, faultOrder.map((drawn) => ({ kind: 'resource', order: drawn }))];

const gapMs = weighted(
  [6, fc.constant(0)],
  [2, fc.constant(BEAT)],
  [1, fc.constantFrom(1, 1500, 7001, 5 * BEAT)],
);

/** Long lists, unlike fast-check's default: only many actions interact. */
const listOf = (order: fc.Arbitrary<Order>): fc.Arbitrary<Action[]> =>
  fc.array(fc.record({ gapMs, newRound: fc.boolean(), order }), { maxLength: 80, size: 'max' });

export const actions: fc.Arbitrary<Action[]> = listOf(weighted(...orders, faults));

/** Actions that mostly concern endpoints, placements and their records. */
export const resourceActions: fc.Arbitrary<Action[]> = listOf(
  weighted(
    ...orders,
    faults,
    ...[resourceOrder, followUpOrder].map(
      (order): Weighted<Order> => [40, order.map((drawn) => ({ kind: 'resource', order: drawn }))],
    ),
  ),
);

export const faultlessActions: fc.Arbitrary<Action[]> = listOf(weighted(...orders));

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
