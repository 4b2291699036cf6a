import type { Queue, QueuePolicy } from './queue-policy.ts';

/** The queue of policies under which no head keeps anything from the heads behind it. */
export const openQueue: Queue = {
  readsEnds: false,
  withholds: () => 'none',
  goesOn: () => true,
  mayEvict: () => true,
};

/** A head that does not fit blocks no other head. */
export const greedy: QueuePolicy = {
  name: 'greedy',
  summary: 'starts every GPR that fits, or can evict enough others',
  allowsTimeline: false,
  queueOf: () => openQueue,
};
