// The queue policies, placement policies and trace formats, by name. Scenario files, the command line and the documents take
// the names from these lists. To add one, add a file or folder and a line in its list of exports.

import * as placements from './capacity/placement/placement-policies.ts';
import type { PlacementPolicy } from './capacity/placement/placement-policy.ts';
import * as queues from './kernel/queue/queue-policies.ts';
import type { QueuePolicy } from './kernel/queue/queue-policy.ts';
import type { TraceFormat } from './workload/formats/format.ts';
import * as formats from './workload/formats/formats.ts';

export const QUEUE_POLICIES: readonly QueuePolicy[] = Object.values(queues);
export const PLACEMENT_POLICIES: readonly PlacementPolicy[] = Object.values(placements);
export const TRACE_FORMATS: readonly TraceFormat[] = Object.values(formats);

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
