// The filter of the events by time. The address has both ends, as texts that can be typed.

import { type AddressQuery, setQuery } from '../address/route.ts';
import { pastInstant } from '../axis/shown-past.ts';
import { startMs } from '../axis/shown-time.ts';
import { TextInput } from '../form/text-input.tsx';
import { isoOf } from '../text/spans.ts';
import { shownAs } from '../text/typed-instant.ts';
import type { Wanted } from './reading.ts';

export function TimeFilter({ of }: { readonly of: AddressQuery }) {
  const field = (end: 'from' | 'to', label: string) => (
    <TextInput
      label={label}
      data-testid={`events-${end}`}
      size={24}
      placeholder="Mon 22:00"
      value={of[end] === undefined ? '' : shownAs(of[end])}
      take={(text) => take(end, text, of)}
    />
  );
  return (
    <>
      {field('from', 'From')}
      {field('to', 'To')}
      {(of.from !== undefined || of.to !== undefined) && (
        <button
          data-testid="events-any-time"
          onClick={() => setQuery({ from: undefined, to: undefined, page: undefined })}
        >
          Any time
        </button>
      )}
    </>
  );
}

/** An end before the beginning removes the other one. */
function take(end: 'from' | 'to', text: string, { from, to }: AddressQuery): void {
  const at = text === '' ? undefined : isoOf(startMs.peek() + pastInstant(text, end));
  const ends: Record<string, string | undefined> = { from, to, [end]: at };
  if (Date.parse(ends.from!) >= Date.parse(ends.to!)) ends[end === 'to' ? 'from' : 'to'] = undefined;
  setQuery({ ...ends, page: undefined });
}

/** `, from … to …`; '' without a filter. */
export function timeWords({ from, to }: Wanted): string {
  return (
    (from === undefined ? '' : `, from ${shownAs(from)}`) + (to === undefined ? '' : `, to ${shownAs(to)}`)
  );
}
