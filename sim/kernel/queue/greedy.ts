import type { Queue, QueuePolicy } from './queue-policy.ts';

const queue: Queue = {
  readsEnds: false,
  withholds: () => 'none',
  goesOn: () => true,
  mayPass: () => true,
  mayEvict: () => true,
};

/** A head that does not fit blocks no other head. */
export const greedy: QueuePolicy = {
  name: 'greedy',
  summary: 'starts every GPR that fits, or can evict enough others',
  allowsTimeline: false,
  queueOf: () => queue,
};
