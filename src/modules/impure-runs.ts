// Two runs of one scenario with the same modules must record the same facts.

import { isOwnName, type PolicyNames } from '../../sim/index.ts';
import { flagWord } from './given.ts';

/** The paths of the modules that a scenario uses. */
export function modulesOf({ order, backfillOrder, placement }: PolicyNames): readonly string[] {
  return [...new Set([order, backfillOrder, placement].filter(isOwnName))].map(flagWord);
}

/** Why modules are refused whose run has another hash when it is repeated. */
export function whyImpure(modules: readonly string[], first: string, second: string): string {
  const one = modules.length === 1 ? modules[0] : `one of ${modules.join(', ')}`;
  return `${one} depends on more than its arguments: the run has the hash ${first}, and its repetition ${second}; a policy must keep nothing between calls, and use neither the clock nor random numbers`;
}
