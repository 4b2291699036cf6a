// What of the question in an address is wrong.

import type { AddressQuery } from '../address/route.ts';
import { leftOut } from '../address/state.ts';
import { changesOf } from './question.ts';

/** '' = nothing. */
export function wrongIn({ changes = '[]', knowing = 'everything' }: AddressQuery): string {
  if (changesOf(changes) === undefined)
    return leftOut('changes', changes, 'a list of changes in JSON, such as [{"arrivalRate":2}]');
  const isKnown = ['everything', 'scheduler'].includes(knowing);
  return isKnown ? '' : leftOut('knowing', knowing, 'everything or scheduler');
}
