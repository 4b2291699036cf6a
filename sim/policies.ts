// The policies that there are, by name. Each is one file and one line in a list; scenarios, the command line and its
// documents take their names from here.

import type { PlacementPolicy } from './capacity/placement/placement.ts';
import * as placements from './capacity/placement/policies.ts';
import * as queues from './kernel/queue/policies.ts';
import type { QueuePolicy } from './kernel/queue/policy.ts';

export const QUEUE_POLICIES: readonly QueuePolicy[] = Object.values(queues);
export const PLACEMENT_POLICIES: readonly PlacementPolicy[] = Object.values(placements);

/** @param field of the scenario that names the policy, for the error */
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
