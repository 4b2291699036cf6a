import type { Queue, QueuePolicy } from './queue-policy.ts';

const queue: Queue = {
  readsEnds: false,
  withholds: () => 'none',
  goesOn: () => true,
  mayPass: () => true,
  mayEvict: () => true,
};

/** A head that does not fit, and cannot evict enough GPRs, fails. */
export const refuse: QueuePolicy = {
  name: 'refuse',
  summary: 'starts every GPR that fits, and lets the others fail at once',
  allowsTimeline: false,
  refuses: true,
  queueOf: () => queue,
};
