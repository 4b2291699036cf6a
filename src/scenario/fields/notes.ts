import { type PathKey, shown } from './field-problems.ts';

export type Note = (path: readonly PathKey[], message: string) => void;

/** The most names that a message lists. */
export const NAMES_LISTED_MAX = 20;

/** @param field the member of each item that has the name; without it, the item is the name */
export function noteRepeats(
  note: Note,
  path: readonly PathKey[],
  names: readonly string[],
  field?: string,
): void {
  const first = new Map<string, number>();
  names.forEach((name, n) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, n);
    else {
      note(
        [...path, n, ...(field === undefined ? [] : [field])],
        `must be unique, but ${shown(name)} is also at [${earlier}]`,
      );
    }
  });
}

/** Reports a name that is not known; returns whether it is unknown. */
export function noteUnknown(
  note: Note,
  path: readonly PathKey[],
  name: string,
  known: ReadonlySet<string>,
): boolean {
  if (known.has(name)) return false;
  note(path, `must be one of ${listOf(known)}, but is ${shown(name)}`);
  return true;
}

/** @param count of all names, of which `names` has at least those to be listed */
export function listOf(
  names: ReadonlySet<string> | readonly string[],
  count = 'size' in names ? names.size : names.length,
): string {
  if (count === 0) return 'the declared names (none is declared)';
  const more = count > NAMES_LISTED_MAX ? ` and ${count - NAMES_LISTED_MAX} more` : '';
  // A file may have many mistakes, and a list many names.
  const listed: string[] = [];
  for (const name of names) if (listed.push(name) === NAMES_LISTED_MAX) break;
  return listed.join(', ') + more;
}
