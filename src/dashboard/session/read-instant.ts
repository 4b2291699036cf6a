// The instant of what the page reads.

import { signal } from '@preact/signals';
import { AN_INSTANT, stateInAddress } from '../address/state.ts';

/** The earlier instant that the page shows, ISO 8601; undefined: the present. */
export const readInstant = stateInAddress<string | undefined>({
  name: 'at',
  initial: undefined,
  // Without the Z, a browser would take it as local time.
  from: (at) => (at.endsWith('Z') && Date.parse(at) ? new Date(at).toISOString() : undefined),
  to: (at) => at,
  right: AN_INSTANT,
});

/** Why the server refused the earlier instant that an address has; '' if it did not. */
export const refusedInstant = signal('');

/** Why a change is refused while the page shows an earlier instant. */
export const NOT_IN_PAST = 'The page shows an earlier instant. Go back to the present to change something.';

/** The page shows another instant before the answer has come. */
export class Superseded extends Error {}
