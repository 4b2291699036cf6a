// The instant of what the page reads.

import { signal } from '@preact/signals';

/** The earlier instant that the page shows, ISO 8601; undefined: the present. */
export const readInstant = signal<string | undefined>(undefined);

/** Why the server refused the earlier instant that an address has; '' if it did not. */
export const refusedInstant = signal('');

/** Why a change is refused while the page shows an earlier instant. */
export const NOT_IN_PAST = 'The page shows an earlier instant. Go back to the present to change something.';

/** What is not of one instant: the server refuses `at` there. */
const TIMELESS =
  /^(sim\/(clock|branches|faults|gantt|series|events|totals|attempts|export|openapi\.json|facts\/stream)|api\/v1\/(api-key|slice-workspace\/kube-config))\b/;

/** @param path relative to the server, such as `sim/state` */
export function isOfInstant(path: string): boolean {
  return !TIMELESS.test(path);
}

/** The page shows another instant before the answer has come. */
export class Superseded extends Error {}
