// What there is to choose from by name: queue policies, placement policies, formats of traces. Each is one file or folder
// and one line in a list; scenario files, the command line and the documents take their names from here.

import type { PlacementPolicy } from './capacity/placement/placement.ts';
import * as placements from './capacity/placement/policies.ts';
import * as queues from './kernel/queue/policies.ts';
import type { QueuePolicy } from './kernel/queue/policy.ts';
import type { TraceFormat } from './workload/formats/format.ts';
import * as formats from './workload/formats/formats.ts';

export const QUEUE_POLICIES: readonly QueuePolicy[] = Object.values(queues);
export const PLACEMENT_POLICIES: readonly PlacementPolicy[] = Object.values(placements);
export const TRACE_FORMATS: readonly TraceFormat[] = Object.values(formats);

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
