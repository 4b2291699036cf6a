// The address of the page: `#/gpr/<id>?at=…`. Its path names the place, its query what the place shows: an instant, a window of
// time, a filter, a selection. A link opens the same view; the back button of the browser works.

import { batch, signal } from '@preact/signals';
import { decoded } from '../../text/decoded.ts';

export type AddressQuery = Readonly<Record<string, string>>;

/** Members of the query that links within the page keep, each with the places that have it; undefined: all. */
const kept = new Map<string, readonly string[] | undefined>();

export function keepInLinks(names: readonly string[], places?: readonly string[]): void {
  for (const name of names) kept.set(name, places);
}

/** Browsers limit how often the address may change. */
const WRITE_AFTER_MS = 250;

export const route = signal<readonly string[]>(partsOf(location.hash));
export const query = signal<AddressQuery>(queryOf(location.hash));

let writing: ReturnType<typeof setTimeout> | undefined;

window.addEventListener('hashchange', () => {
  clearTimeout(writing);
  writing = undefined;
  // No place sees the query of another one.
  batch(() => {
    query.value = queryOf(location.hash);
    route.value = partsOf(location.hash);
  });
});

/** Changes members of the query; undefined removes one. The address follows soon, without a new entry in the history. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const next = Object.fromEntries(
    Object.entries({ ...query.peek(), ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  query.value = next;
  const { hash } = location;
  writing ??= setTimeout(() => {
    writing = undefined;
    // A link that was followed in between is the address, although its event has not come yet.
    if (location.hash === hash) history.replaceState(null, '', addressWith(route.peek(), query.peek()));
  }, WRITE_AFTER_MS);
}

/** The address of a place, with what the page shows in all places: its instant and its window of time, for example. */
export function addressOf(...parts: readonly string[]): string {
  return linkTo(parts, {});
}

/** The same, with further members; one that is undefined is left out. */
export function linkTo(parts: readonly string[], of: Readonly<Record<string, string | undefined>>): string {
  const all = Object.entries(query.value).filter(
    ([name]) => kept.has(name) && (kept.get(name)?.includes(parts[0] ?? '') ?? true),
  );
  const members = Object.entries({ ...Object.fromEntries(all), ...of });
  return addressWith(
    parts,
    Object.fromEntries(members.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  );
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
