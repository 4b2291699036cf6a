import type { QueuePolicy } from './policy.ts';

/** A head that does not fit blocks its pool. */
export const strict: QueuePolicy = {
  name: 'strict',
  passes: false,
  reserves: false,
  everyHeadEvicts: false,
  block() {},
  mayPass: () => false,
};
