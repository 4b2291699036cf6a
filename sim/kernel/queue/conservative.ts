// Conservative backfilling (Mu'alem and Feitelson 2001). When a GPR arrives, its start is planned: the earliest instant from
// which its processors are free for its exit duration, if every GPR that holds or has a plan uses its whole exit duration. When
// a GPR ends, each waiting GPR in turn gets the earliest start that the plans of the others leave. No plan becomes later.

import { Plans } from './plans/plans.ts';
import type { Queue, QueuePolicy, Setting } from './queue-policy.ts';

const queue: Queue = {
  readsEnds: false,
  withholds: () => 'gpus',
  goesOn: () => false,
  mayEvict: () => false,
};

export const conservative: QueuePolicy = {
  name: 'conservative',
  summary:
    'plans the start of each GPR when it arrives, and starts none that would delay a plan (machines of processors)',
  allowsTimeline: false,
  queueOf: () => queue,
  plansOf: (tables) => new Plans(tables),
  whyNotIn: whyRefused,
};

function whyRefused({ capacities, isLimited, order, backfillOrder }: Setting): string | undefined {
  if (capacities.some((kind) => kind !== 'processors'))
    return '"conservative" plans machines of interchangeable processors only, and a cluster has nodes with GPUs';
  if (isLimited) return '"conservative" plans every GPR when it arrives, and workspaces have a limit';
  if (order !== 'priority' || backfillOrder !== 'same')
    return '"conservative" plans GPRs in the order "priority", with the backfill order "same"';
  return undefined;
}
