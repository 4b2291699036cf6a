// Notes of problems that checks share.

import { type PathKey, shown } from './problems.ts';

/** Takes down that something is wrong with the field at the path. */
export type Note = (path: readonly PathKey[], message: string) => void;

const namesListedMax = 20;

/** Notes every item that stands earlier in the list too. `field` is the member of the item that carries the name. */
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
        `must be unique, but ${shown(name)} stands at [${earlier}] too`,
      );
    }
  });
}

/** Notes a name that is not among the known ones; whether it did. */
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

export function listOf(names: Iterable<string>): string {
  const all = [...names];
  if (all.length === 0) return 'those declared (there are none)';
  const more = all.length > namesListedMax ? ` and ${all.length - namesListedMax} more` : '';
  return all.slice(0, namesListedMax).join(', ') + more;
}
