// States of the page that stand in the address: a link sets them, and the address follows their changes.

import { effect, type Signal } from '@preact/signals';
import { type AddressQuery, keepInLinks, query, route, setQuery } from './route.ts';

/** Between the last change of a state and the change of the query, on which all links of the page depend. */
const SETTLE_MS = 200;

export interface Bound<T> {
  /** The members of the query that describe the state. */
  readonly names: readonly string[];
  /** The place whose address has them; undefined: all have, and links within the page keep them. */
  readonly place?: string;
  readonly from: (query: AddressQuery) => T;
  readonly to: (state: T) => Readonly<Record<string, string | undefined>>;
}

/** Keeps a state and its members of the query equal. Of two changes, the later one counts. */
export function boundToAddress<T>(state: Signal<T>, { names, place, from, to }: Bound<T>): void {
  if (place === undefined) keepInLinks(names);
  const textOf = (members: Readonly<Record<string, string | undefined>>) =>
    JSON.stringify(names.map((name) => members[name] || null));
  /** What the address had, and what the state came to. */
  let seen = textOf({});
  let known = seen;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isHere = () => place === undefined || (route.value[0] ?? '') === place;
  effect(() => {
    const members = query.value;
    if (!isHere() || textOf(members) === seen) return;
    seen = textOf(members);
    clearTimeout(timer);
    const next = from(members);
    known = textOf(to(next));
    state.value = next;
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
