import { openQueue } from './greedy.ts';
import type { QueuePolicy } from './queue-policy.ts';

/** A head that does not fit, and cannot evict enough GPRs, fails. */
export const refuse: QueuePolicy = {
  name: 'refuse',
  summary: 'starts every GPR that fits, and lets the others fail at once',
  allowsTimeline: false,
  refuses: true,
  queueOf: () => openQueue,
};
