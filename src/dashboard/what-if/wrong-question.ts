// What of the question in an address is wrong.

import { leftOut } from '../page/address/bound.ts';
import type { AddressQuery } from '../page/address/route.ts';
import { changesOf } from './question.ts';

/** '' = nothing. */
export function wrongIn({ changes = '[]', knowing = 'everything' }: AddressQuery): string {
  if (changesOf(changes) === undefined)
    return leftOut('changes', changes, 'a list of changes in JSON, such as [{"arrivalRate":2}]');
  const isKnown = ['everything', 'scheduler'].includes(knowing);
  return isKnown ? '' : leftOut('knowing', knowing, 'everything or scheduler');
}
