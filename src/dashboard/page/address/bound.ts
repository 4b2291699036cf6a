// States of the page that stand in the address: a link sets them, and the address follows their changes.

import { effect, type Signal } from '@preact/signals';
import { notice } from '../acting/acting.ts';
import { type AddressQuery, keepInLinks, query, route, setQuery } from './route.ts';

/** Between the last change of a state and the change of the query, on which all links of the page depend. */
const SETTLE_MS = 200;
/** Characters of a wrong member that are shown. */
const SHOWN_MAX = 60;

export const AN_INSTANT = 'an instant such as 2026-01-05T09:00:00Z';

export interface Bound<T> {
  /** The members of the query that describe the state. */
  readonly names: readonly string[];
  /** The place whose address has them; undefined: all of `places`. */
  readonly place?: string;
  /** The places whose addresses have them; links to these keep them. undefined: all. */
  readonly places?: readonly string[];
  readonly from: (query: AddressQuery) => T;
  readonly to: (state: T) => Readonly<Record<string, string | undefined>>;
  /** What the member must be: if it is not, the page leaves it out, and names it. */
  readonly right?: string;
  /** A right value that the address leaves out. */
  readonly usual?: string | undefined;
}

/** `In the address, at=noon is left out: it must be …` */
export function leftOut(name: string, value: string, right: string): string {
  return `In the address, ${name}=${value.slice(0, SHOWN_MAX)} is left out: it must be ${right}.`;
}

function leaveOut(name: string, value: string, right: string): void {
  const before = notice.peek();
  const text = leftOut(name, value, right);
  notice.value = { kind: 'problem', text: before?.kind === 'problem' ? `${before.text} ${text}` : text };
  setQuery({ [name]: undefined });
}

/** Leaves a wrong member out, and names it. @param isIn whether a place has the member */
export function checkInAddress(
  name: string,
  isRight: (value: string) => boolean,
  right: string,
  isIn = (_place: string) => true,
): void {
  effect(() => {
    const { [name]: value } = query.value;
    if (value && isIn(route.value[0] ?? '') && !isRight(value)) leaveOut(name, value, right);
  });
}

/** Keeps a choice and its member of the query equal. The address leaves the first choice out. */
export function choiceInAddress<T extends string | undefined>(
  state: Signal<T>,
  name: string,
  choices: readonly T[],
  place?: string,
): void {
  const [first] = choices as readonly [T, ...T[]];
  boundToAddress(state, {
    names: [name],
    ...(place !== undefined && { place }),
    from: ({ [name]: value }) => choices.find((choice) => choice === value) ?? first,
    to: (choice) => ({ [name]: choice === first ? undefined : choice }),
    right: choices.filter(Boolean).join(' or '),
    usual: first,
  });
}

/** Keeps a state and its members of the query equal. Of two changes, the later one counts. */
export function boundToAddress<T>(
  state: Signal<T>,
  { names, place, places, from, to, right, usual }: Bound<T>,
): void {
  if (place === undefined) keepInLinks(names, places);
  const textOf = (members: Readonly<Record<string, string | undefined>>) =>
    JSON.stringify(names.map((name) => members[name] || null));
  /** What the address had, and what the state came to. */
  let seen = textOf({});
  let known = seen;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isHere = () => {
    const here = route.value[0] ?? '';
    return place === undefined ? (places?.includes(here) ?? true) : here === place;
  };
  effect(() => {
    const members = query.value;
    if (!isHere() || textOf(members) === seen) return;
    seen = textOf(members);
    clearTimeout(timer);
    const next = from(members);
    const kept = to(next);
    known = textOf(kept);
    state.value = next;
    const wrong = right && names.find((name) => members[name] && !kept[name] && members[name] !== usual);
    if (!wrong) return;
    leaveOut(wrong, members[wrong]!, right);
  });
  effect(() => {
    const members = to(state.value);
    if (!isHere()) return;
    // A state that is again as the address has it needs no change of it.
    clearTimeout(timer);
    if (textOf(members) === known) return;
    timer = setTimeout(() => {
      if (!isHere()) return;
      seen = known = textOf(members);
      setQuery(Object.fromEntries(names.map((name) => [name, members[name] || undefined])));
    }, SETTLE_MS);
  });
}
