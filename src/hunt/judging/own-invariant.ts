// The contract of an invariant of one's own: a module whose default export has a name and a check.

import { Console } from 'node:console';
import { COMMON, checkMembers, isFunction, shown } from '../../modules/export-members.ts';
import { imported, lineOf, thrownText } from '../../modules/import-module.ts';
import { readModule, WrongModule } from '../../modules/module-text.ts';
import { INVARIANTS, type Invariant } from './invariants.ts';

/** Loads an invariant. What it returns and throws is checked at each run. @throws WrongModule */
export async function ownInvariant(path: string): Promise<Invariant> {
  // What modules print must not get between the lines of a result.
  globalThis.console = new Console(process.stderr, process.stderr);
  const { value } = await imported(readModule(path));
  checkMembers(path, value, 'an invariant', [...COMMON, { name: 'check', be: 'a function', is: isFunction }]);
  const { name, summary = '', check } = value as Pick<Invariant, 'name' | 'check'> & { summary?: string };
  if (INVARIANTS.some((known) => known.name === name))
    throw new WrongModule(
      `${path} has the name ${name}, which an invariant of the hunt has; give it another one`,
    );
  return {
    name,
    summary,
    check(evidence) {
      let found: unknown;
      try {
        found = check(evidence);
      } catch (error) {
        throw new WrongModule(
          `${path}${lineOf(error)} fails with seed ${evidence.seed}: ${thrownText(error)}`,
        );
      }
      if (found === undefined || found === null) return undefined;
      if (typeof found === 'string') return found;
      throw new WrongModule(
        `${path}: check must return a text if something is wrong, and undefined if not, but returns ${shown(found)} with seed ${evidence.seed}`,
      );
    },
  };
}
