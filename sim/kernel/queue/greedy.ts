import type { QueuePolicy } from './policy.ts';

/** A head that does not fit lets the others go. */
export const greedy: QueuePolicy = {
  name: 'greedy',
  passes: true,
  reserves: false,
  everyHeadEvicts: true,
  block() {},
  mayPass: () => true,
};
