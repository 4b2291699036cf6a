// The queue policies and placement policies, by name. Scenario files, commands, the command line and the documents take
// the names from these lists. To add one, add a file or folder and a line in its list of exports.

import * as placements from './capacity/placement/placement-policies.ts';
import type { PlacementPolicy } from './capacity/placement/placement-policy.ts';
import * as queues from './kernel/queue/queue-policies.ts';
import type { QueuePolicy } from './kernel/queue/queue-policy.ts';

export const QUEUE_POLICIES: readonly QueuePolicy[] = Object.values(queues);
export const PLACEMENT_POLICIES: readonly PlacementPolicy[] = Object.values(placements);

/** @throws if a name is unknown */
export function policiesNamed(names: { readonly queue: string; readonly placement: string }): {
  readonly queue: QueuePolicy;
  readonly placement: PlacementPolicy;
} {
  return {
    queue: policyNamed(QUEUE_POLICIES, names.queue, 'scheduler.queue'),
    placement: policyNamed(PLACEMENT_POLICIES, names.placement, 'scheduler.placement'),
  };
}

/** @param field scenario member with the name, for the error @throws if no policy has the name */
function policyNamed<P extends { readonly name: string }>(
  policies: readonly P[],
  name: string,
  field: string,
): P {
  const found = policies.find((policy) => policy.name === name);
  if (found !== undefined) return found;
  const known = policies.map((policy) => policy.name).join(', ');
  throw new Error(`${field} must be one of ${known}, but is ${JSON.stringify(name)}`);
}
