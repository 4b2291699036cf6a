// A window of time as a member of the address: `window=FROM/TO`.

import type { Signal } from '@preact/signals';
import { boundToAddress } from '../../page/address/bound.ts';
import { isoOf } from '../../text/spans.ts';
import type { TimeWindow } from '../time-window.ts';

/** @param window in ms since 1970 @param places that have it; undefined: all */
export function boundWindow(
  window: Signal<TimeWindow | undefined>,
  name: string,
  places?: readonly string[],
): void {
  boundToAddress(window, {
    names: [name],
    ...(places && { places }),
    from: ({ [name]: text = '' }) => {
      const [fromMs, toMs] = text.split('/').map((part) => Date.parse(part));
      return fromMs! < toMs! ? { fromMs: fromMs!, toMs: toMs! } : undefined;
    },
    to: (of) => ({ [name]: of && windowMember(of) }),
    right: 'two instants, the earlier one first, such as 2026-01-05T09:00:00Z/2026-01-05T10:00:00Z',
  });
}

/** @param of in ms since 1970 */
export function windowMember({ fromMs, toMs }: TimeWindow): string {
  return `${isoOf(fromMs)}/${isoOf(toMs)}`;
}
