// Policies by name.

import type { PlacementPolicyName, QueuePolicyName } from '../scenario.ts';
import { backfill } from './backfill.ts';
import { bestFit } from './best-fit.ts';
import { firstFit } from './first-fit.ts';
import { greedy } from './greedy.ts';
import type { PlacementPolicy } from './placement.ts';
import type { QueuePolicy } from './queue.ts';
import { strict } from './strict.ts';
import { worstFit } from './worst-fit.ts';

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
