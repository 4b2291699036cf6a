// The queue policy, the placement policy and the orders of a world: their lists, and how a running world changes to others. Scenario files,
// commands, the command line and the documents take the names from these lists.

import * as placements from '../capacity/placement/placement-policies.ts';
import type { PlacementPolicy } from '../capacity/placement/placement-policy.ts';
import type { PolicyNames } from '../language/resource-data.ts';
import type { Scenario } from '../language/scenario.ts';
import { Replan } from '../tables/pools/pool.ts';
import type { Core, Policies } from './core.ts';
import { plannedEnd } from './gprs/planned-end.ts';
import * as orders from './order/order-policies.ts';
import type { OrderPolicy } from './order/order-policy.ts';
import { NO_OWN_POLICIES, type OwnPolicies, ownOrder, ownPlacement } from './own-policies.ts';
import * as queues from './queue/queue-policies.ts';
import type { QueuePolicy } from './queue/queue-policy.ts';
import { fitCapacity } from './shared-gpus.ts';
import { Timer } from './timers.ts';

export const QUEUE_POLICIES: readonly QueuePolicy[] = Object.values(queues);
export const PLACEMENT_POLICIES: readonly PlacementPolicy[] = Object.values(placements);
export const ORDER_POLICIES: readonly OrderPolicy[] = Object.values(orders);

/** The name of the backfill order that is the order of the heads, whatever that is. */
const SAME_ORDER = 'same';

/** What the heads behind a blocked one may be ordered by. */
export const BACKFILL_ORDERS: readonly Pick<OrderPolicy, 'name' | 'summary'>[] = [
  { name: SAME_ORDER, summary: 'takes them in the same order as all heads' },
  ...ORDER_POLICIES,
];

interface KnownPolicy {
  readonly name: string;
  /** What it does, to follow its name; '' if its module states nothing. */
  readonly summary: string;
}

/** All policies. @param own besides those of gprsim @param of only those that a world of this scenario can have */
export function knownPolicies(
  own: OwnPolicies = NO_OWN_POLICIES,
  of?: RefusingScenario,
): Record<'queue' | 'placement' | 'order', readonly KnownPolicy[]> {
  return {
    queue: of === undefined ? QUEUE_POLICIES : QUEUE_POLICIES.filter(({ name }) => isPossible(name, of)),
    placement: [...PLACEMENT_POLICIES, ...own.placements.values()],
    order: [...ORDER_POLICIES, ...own.orders.values()],
  };
}

/** @param field scenario member with the name, for the error @throws if no policy has the name */
export function policyNamed<P extends { readonly name: string }>(
  policies: readonly P[],
  name: string,
  field: string,
): P {
  const found = policies.find((policy) => policy.name === name);
  if (found !== undefined) return found;
  const known = policies.map((policy) => policy.name).join(', ');
  throw new Error(`${field} must be one of ${known}, but is ${JSON.stringify(name)}`);
}

/** @throws if a name is unknown */
export function policiesNamed(
  { queue, placement, order, backfillOrder }: PolicyNames,
  own: OwnPolicies,
): Policies {
  return {
    queue: policyNamed(QUEUE_POLICIES, queue, 'scheduler.queue'),
    placement: placementNamed(placement, own),
    order: orderNamed(order, 'scheduler.order', own),
    backfillOrder:
      backfillOrder === SAME_ORDER ? null : orderNamed(backfillOrder, 'scheduler.backfillOrder', own),
  };
}

/** What decides which policies a world can have. */
type RefusingScenario = Pick<Scenario, 'clusters' | 'scheduler'>;

/** Whether a world can have a queue policy, with some orders. */
function isPossible(queue: string, scenario: RefusingScenario): boolean {
  return ORDER_POLICIES.some(({ name: order }) =>
    BACKFILL_ORDERS.some(
      ({ name: backfillOrder }) =>
        whyPoliciesRefused({ queue, order, backfillOrder }, scenario) === undefined,
    ),
  );
}

/** Why a world of a scenario cannot have these policies, to follow "because"; undefined if it can. */
export function whyPoliciesRefused(
  { queue, order, backfillOrder }: Omit<PolicyNames, 'placement'>,
  { clusters, scheduler }: RefusingScenario,
): string | undefined {
  return policyNamed(QUEUE_POLICIES, queue, 'scheduler.queue').whyNotIn?.({
    capacities: clusters.map(({ capacity = 'gpus' }) => capacity),
    isLimited: scheduler.workspaceLimit === 1,
    order,
    backfillOrder,
  });
}

/** @throws if the name is unknown */
export function placementNamed(name: string, own: OwnPolicies = NO_OWN_POLICIES): PlacementPolicy {
  return ownPlacement(own, name) ?? policyNamed(PLACEMENT_POLICIES, name, 'scheduler.placement');
}

/** Whether a placement policy can choose nodes whose GPUs are shared. */
export function placesShares({ score, draws }: PlacementPolicy): boolean {
  return score !== undefined || draws === true;
}

function orderNamed(name: string, field: string, own: OwnPolicies): OrderPolicy {
  return ownOrder(own, name) ?? policyNamed(ORDER_POLICIES, name, field);
}

/** The names of the policies in force. */
export function namesOf({ policies: { queue, placement, order, backfillOrder } }: Core): PolicyNames {
  return {
    queue: queue.name,
    placement: placement.name,
    order: order.name,
    backfillOrder: backfillOrder?.name ?? SAME_ORDER,
  };
}

/** The names after a change. */
export function changedNames(
  before: PolicyNames,
  {
    queue = before.queue,
    placement = before.placement,
    order = before.order,
    backfillOrder = before.backfillOrder,
  }: Partial<PolicyNames>,
): PolicyNames {
  return { queue, placement, order, backfillOrder };
}

/** Puts policies in force. The next cycle examines every pool by them. Running GPRs keep their nodes. */
export function changePolicies(core: Core, policies: Policies): void {
  core.adopt(policies);
  const { orders, gprs } = core;
  countUsage(core);
  for (const pool of core.pools) {
    fitCapacity(core, pool);
    const running: number[] = [];
    if (core.keepsEnds) pool.eachRunning(gprs, (row) => running.push(row));
    pool.ends.fill(running, (row) => plannedEnd(gprs, core.rules, row));
    pool.heads.unsort();
    pool.heads.score((row) => orders.score(row), gprs);
    pool.replan = Replan.all;
    if (core.plans === null) core.timers.clear(Timer.plan, pool.index);
    pool.touch();
  }
}

/** Begins or ends the table of GPU time. It counts from the instant at which an order needs it. */
function countUsage(core: Core): void {
  const { orders, usage, pools, gprs, now } = core;
  if (usage.isKept === orders.change) return;
  usage.isKept = orders.change;
  if (!usage.isKept) return;
  usage.gpus.fill(0);
  usage.restart(now);
  for (const pool of pools)
    pool.eachRunning(gprs, (row) => usage.hold(gprs.workspace[row], core.gpusUsed(row), now));
}
