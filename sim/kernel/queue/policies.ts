// Policies by name.

import { bestFit } from '../../capacity/placement/best-fit.ts';
import { firstFit } from '../../capacity/placement/first-fit.ts';
import type { PlacementPolicy } from '../../capacity/placement/placement.ts';
import { worstFit } from '../../capacity/placement/worst-fit.ts';
import type { PlacementPolicyName, QueuePolicyName } from '../../language/scenario.ts';
import { backfill } from './backfill.ts';
import { greedy } from './greedy.ts';
import type { QueuePolicy } from './policy.ts';
import { strict } from './strict.ts';

export const QUEUE_POLICIES: Readonly<Record<QueuePolicyName, () => QueuePolicy>> = {
  strict: () => strict,
  greedy: () => greedy,
  backfill,
};

export const PLACEMENT_POLICIES: Readonly<Record<PlacementPolicyName, PlacementPolicy>> = {
  'best-fit': bestFit,
  'first-fit': firstFit,
  'worst-fit': worstFit,
};
