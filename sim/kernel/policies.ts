// The queue policy and the placement policy of a world: their lists, and how a running world changes to others. Scenario files,
// commands, the command line and the documents take the names from these lists.

import * as placements from '../capacity/placement/placement-policies.ts';
import type { PlacementPolicy } from '../capacity/placement/placement-policy.ts';
import type { PolicyNames } from '../language/resource-data.ts';
import type { Core, Policies } from './core.ts';
import { plannedEnd } from './gprs/lifecycle.ts';
import * as queues from './queue/queue-policies.ts';
import type { QueuePolicy } from './queue/queue-policy.ts';

export const QUEUE_POLICIES: readonly QueuePolicy[] = Object.values(queues);
export const PLACEMENT_POLICIES: readonly PlacementPolicy[] = Object.values(placements);

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
export function policiesNamed({ queue, placement }: PolicyNames): Policies {
  return {
    queue: policyNamed(QUEUE_POLICIES, queue, 'scheduler.queue'),
    placement: policyNamed(PLACEMENT_POLICIES, placement, 'scheduler.placement'),
  };
}

/** The names of the policies in force. */
export function namesOf({ policies: { queue, placement } }: Core): PolicyNames {
  return { queue: queue.name, placement: placement.name };
}

/** Puts policies in force. The next cycle examines every pool by them. Running GPRs keep their nodes. */
export function changePolicies(core: Core, policies: Policies): void {
  core.adopt(policies);
  for (const pool of core.pools) {
    pool.capacity.setPlacement(policies.placement);
    const running: number[] = [];
    if (core.queue.readsEnds) pool.eachRunning(core.gprs, (row) => running.push(row));
    pool.ends.fill(running, (row) => plannedEnd(core, row));
    pool.touch();
  }
}
