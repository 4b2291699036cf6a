// The address of the page: `#/gpr/<id>?at=…`. Its path names the place, its query what the place shows: an instant, a window of
// time, a filter, a selection. A link opens the same view; the back button of the browser works.

import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { decoded } from './decoded.ts';

export type AddressQuery = Readonly<Record<string, string>>;
type Members = Readonly<Record<string, string | undefined>>;

/** Members of the query that links within the page keep, each with the places that have it; undefined: all. */
const kept = new Map<string, readonly string[] | undefined>();

export function keepInLinks(name: string, places?: readonly string[]): void {
  kept.set(name, places);
}

/** Between the last change of the query and that of the address and of all links: browsers limit how often an address may change. */
const SETTLE_MS = 250;

export const route = signal<readonly string[]>(partsOf(location.hash));
export const query = signal<AddressQuery>(queryOf(location.hash));
/** The query that links keep. */
const settled = signal(query.peek());

let writing: ReturnType<typeof setTimeout> | undefined;

window.addEventListener('hashchange', () => {
  clearTimeout(writing);
  // No place sees the query of another one.
  batch(() => {
    settled.value = query.value = queryOf(location.hash);
    route.value = partsOf(location.hash);
  });
});

const members = new Map<string, ReadonlySignal<string>>();

/** A member of the query; '' if it is not there. Who reads it does not follow the others. */
export function member(name: string): ReadonlySignal<string> {
  const known = members.get(name) ?? computed(() => query.value[name] ?? '');
  members.set(name, known);
  return known;
}

/** Changes members of the query; undefined or '' removes one. The address follows soon, without a new entry in the history. */
export function setQuery(changes: Members): void {
  query.value = withoutEmpty({ ...query.peek(), ...changes });
  const { hash } = location;
  clearTimeout(writing);
  writing = setTimeout(() => {
    settled.value = query.peek();
    // A link that was followed in between is the address, although its event has not come yet.
    if (location.hash === hash) history.replaceState(null, '', addressWith(route.peek(), query.peek()));
  }, SETTLE_MS);
}

/** The address of what the page shows, with further members. */
export function addressNow(of: Members): string {
  return addressWith(route.peek(), withoutEmpty({ ...query.peek(), ...of }));
}

/** The address of a place, with what the page shows in all places: its instant and its window of time, for example. */
export function addressOf(...parts: readonly string[]): string {
  return linkTo(parts, {});
}

/** The same, with further members. */
export function linkTo(parts: readonly string[], of: Members): string {
  const all = Object.entries(settled.value).filter(
    ([name]) => kept.has(name) && (kept.get(name)?.includes(parts[0] ?? '') ?? true),
  );
  return addressWith(parts, withoutEmpty({ ...Object.fromEntries(all), ...of }));
}

function withoutEmpty(of: Members): AddressQuery {
  return Object.fromEntries(Object.entries(of).filter((entry): entry is [string, string] => !!entry[1]));
}

/** The address with exactly these members. */
function addressWith(parts: readonly string[], of: AddressQuery): string {
  const text = new URLSearchParams(of).toString();
  return `#/${parts.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}

function partsOf(hash: string): readonly string[] {
  return hash
    .replace(/^#\/?/, '')
    .replace(/\?.*$/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
}

function queryOf(hash: string): AddressQuery {
  const at = hash.indexOf('?');
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(hash.slice(at + 1)));
}
