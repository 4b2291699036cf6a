// Reads a page of events. The latest page is read once; then only what has happened since.

import { signal } from '@preact/signals';
import type { ListEventsAnswer } from '../../api/sim/answers.ts';
import { type AddressQuery, query, setQuery } from '../address/route.ts';
import { past } from '../axis/shown-past.ts';
import { OfBranch, onOtherBranch } from '../live/of-branch.ts';
import { sentenceOf } from '../session/failure-texts.ts';
import { Refusal, read } from '../session/server-call.ts';

export const PAGE = 100;
/** With more events on it, the latest page is read anew. */
const PAGE_MAX = 2 * PAGE;

const known = new OfBranch<ListEventsAnswer>();
export const events = known.shown;
/** Why the filters were refused; '' if they were not. */
export const refused = signal('');
/** The status of the last refusal. */
let status = 0;
/** The filters of `events`, and whether all events of the page were found. */
export const readFor = signal({ asked: '', isWhole: true });

export type Wanted = ReturnType<typeof wantedBy>;

/** What an address asks for. */
export function wantedBy({ gpr, node, workspace, kind, moved, from, to, page }: AddressQuery) {
  const { value: at } = past;
  // Nothing of after the instant that the page shows.
  const end = at !== undefined && (to === undefined || Date.parse(to) > Date.parse(at)) ? at : to;
  return { gpr, node, workspace, kind, movedBy: moved, from, to: end, before: page, limit: PAGE };
}

/** A position of another branch means nothing. */
onOtherBranch(() => setQuery({ page: undefined }));

const askedNow = () => JSON.stringify(wantedBy(query.peek()));

/** Reads the page, or what has happened since. It ends if the address asks for another page. */
export async function readEvents(wanted: Wanted): Promise<void> {
  // The same entries would be wrong again.
  if (refused.peek() !== '' && status === 422) return;
  const asked = JSON.stringify(wanted);
  const before = events.peek();
  const isKnown = before !== undefined && readFor.peek().asked === asked && readFor.peek().isWhole;
  // The events before a position never change.
  if (isKnown) refused.value = '';
  if (isKnown && wanted.before !== undefined) return;
  try {
    const added = isKnown ? await addedTo(before, wanted) : undefined;
    if (added === undefined) await readWhole(wanted, asked);
    else if (asked === askedNow()) known.take(added.branch, added);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (asked !== askedNow()) return;
    // Of a list of names, the first five are enough.
    refused.value = error.message.replace(/(\([^(),]+(, [^(),]+){4}), [^)]+/, '$1, …');
    status = error.status;
  }
}

/** A page may take several answers, if events that match are rare. It is shown after each of them. */
async function readWhole(wanted: Wanted, asked: string): Promise<void> {
  let answer = await read<ListEventsAnswer>('sim/events', wanted);
  for (;;) {
    if (asked !== askedNow()) return;
    const isWhole = answer.older === null || answer.events.length >= PAGE;
    readFor.value = { asked, isWhole };
    refused.value = '';
    known.take(answer.branch, answer);
    if (isWhole) return;
    const rest = { ...wanted, before: answer.older!, limit: PAGE - answer.events.length };
    const { branch, older, events } = await read<ListEventsAnswer>('sim/events', rest);
    if (branch !== answer.branch) return;
    answer = { ...answer, older, events: [...events, ...answer.events] };
  }
}

/** The page with what has happened since; undefined if it must be read anew. */
async function addedTo(
  page: ListEventsAnswer,
  { before: _, ...wanted }: Wanted,
): Promise<ListEventsAnswer | undefined> {
  const since = await read<ListEventsAnswer>('sim/events', { ...wanted, after: page.newer });
  if (since.branch !== page.branch || since.events.length >= PAGE) return undefined;
  const events = [...page.events, ...since.events];
  return events.length > PAGE_MAX ? undefined : { ...since, older: page.older, events };
}

/** Shows the page behind the one that ends at a position: the latest one if fewer events follow. */
export async function showNewer(wanted: Wanted, after: string): Promise<void> {
  const asked = JSON.stringify(wanted);
  const isAsked = () => asked === askedNow();
  const { before: _, ...filters } = wanted;
  try {
    const { newer: end } = await read<ListEventsAnswer>('sim/events', { limit: 1 });
    let left = PAGE;
    let page = after;
    // One answer ends before the next event if events that match are rare.
    while (left > 0 && isBefore(page, end) && isAsked()) {
      const asking = { ...filters, after: page, limit: left };
      const { events, newer } = await read<ListEventsAnswer>('sim/events', asking);
      left -= events.length;
      page = newer;
    }
    if (isAsked()) setQuery({ page: left > 0 ? undefined : page });
  } catch (error) {
    if (isAsked()) refused.value = sentenceOf(error);
  }
}

/** Whether a position, such as `412-0`, lies before another one. */
function isBefore(position: string, other: string): boolean {
  const numbers = other.split('-');
  return position.split('-').some((number, i) => Number(number) < Number(numbers[i]));
}
