// The filter of the events by time. The address has it; its beginning comes from links only.

import { past } from '../axis/past.ts';
import { isoOf, startMs } from '../axis/shown.ts';
import { TextInput } from '../form/text-input.tsx';
import { readAt } from '../live/live.ts';
import { type AddressQuery, setQuery } from '../page/route.ts';
import { instant } from '../text/spans.ts';
import { typedInstant } from '../text/typed-instant.ts';
import type { Wanted } from './reading.ts';

const DAY_MS = 86_400_000;

export function TimeFilter({ of: { from, to } }: { readonly of: AddressQuery }) {
  return (
    <>
      <TextInput
        label="At or before"
        data-testid="events-to"
        size={22}
        placeholder="22:00"
        value={to === undefined ? '' : shownAs(to)}
        take={(text) => takeEnd(text, from)}
      />
      {(from !== undefined || to !== undefined) && (
        <button
          type="button"
          data-testid="events-any-time"
          onClick={() => setQuery({ from: undefined, to: undefined, page: undefined })}
        >
          Any time
        </button>
      )}
    </>
  );
}

/** A time of day is the last one up to what the page shows. An end before the beginning moves the beginning to the start. */
function takeEnd(text: string, from: string | undefined): void {
  const now = past.peek() ?? readAt.peek();
  const to = text === '' ? undefined : typedInstant(text, now, isoOf(Date.parse(now) - DAY_MS));
  const isBefore = from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from);
  setQuery({ to, from: isBefore ? isoOf(startMs.peek()) : from, page: undefined });
}

/** `, from … to …`; '' without a filter. */
export function timeWords({ from, to }: Wanted): string {
  return (
    (from === undefined ? '' : `, from ${shownAs(from)}`) + (to === undefined ? '' : `, to ${shownAs(to)}`)
  );
}

/** The text of an instant; another text as it is. */
function shownAs(text: string): string {
  return /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)) ? instant(text) : text;
}
