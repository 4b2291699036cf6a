// What of the question in an address is wrong.

import type { AddressQuery } from '../address/route.ts';
import { leftOut } from '../address/state.ts';
import { changesOf, FUTURES, isFutures } from './question.ts';

/** '' = nothing. */
export function wrongIn({ changes = '[]', futures = '' }: AddressQuery): string {
  if (changesOf(changes) === undefined)
    return leftOut('changes', changes, 'a list of changes in JSON, such as [{"arrivalRate":2}]');
  const right = `${FUTURES.join(', ')}, everything or scheduler`;
  return isFutures(futures) ? '' : leftOut('futures', futures, right);
}
