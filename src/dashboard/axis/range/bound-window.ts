// A window of time as a member of the address: `window=FROM/TO`.

import { stateInAddress } from '../../address/state.ts';
import { isoOf } from '../../text/spans.ts';
import type { TimeWindow } from '../time-window.ts';

/** In ms since 1970; undefined without the member. @param places that have it; undefined: all */
export function windowInAddress(name: string, places?: readonly string[]) {
  return stateInAddress<TimeWindow | undefined>({
    name,
    places,
    initial: undefined,
    from: (text) => {
      const [fromMs, toMs] = text.split('/').map((part) => Date.parse(part));
      return fromMs! < toMs! ? { fromMs: fromMs!, toMs: toMs! } : undefined;
    },
    to: (of) => of && windowMember(of),
    right: 'two instants, the earlier one first, such as 2026-01-05T09:00:00Z/2026-01-05T10:00:00Z',
  });
}

/** @param of in ms since 1970 */
export function windowMember({ fromMs, toMs }: TimeWindow): string {
  return `${isoOf(fromMs)}/${isoOf(toMs)}`;
}
