import type { Queue, QueuePolicy } from './queue-policy.ts';

const queue: Queue = {
  readsEnds: false,
  withholds: () => 'pool',
  goesOn: () => false,
  mayEvict: () => false,
};

/** A head that does not fit blocks its pool. */
export const strict: QueuePolicy = {
  name: 'strict',
  summary: 'starts no GPR before one that is ahead of it in the queue',
  allowsTimeline: true,
  queueOf: () => queue,
};
