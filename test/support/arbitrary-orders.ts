// Random orders of the queue.

import fc from 'fast-check';
import { SECOND } from './scenario.ts';

/** Members of a scheduler. */
export const queueOrders = {
  order: fc.constantFrom('priority', 'priority', 'shortest', 'fair-share'),
  backfillOrder: fc.constantFrom('same', 'same', 'priority', 'shortest', 'fair-share'),
  halfLifeMs: fc.constantFrom(30 * SECOND, 25 * SECOND, 7 * 86_400 * SECOND),
};
