// What a comparison is: runs of two comparisons with one identity have the same figures.

import { createHash } from 'node:crypto';

/** Texts for people, each of which determines its part of the comparison. */
export interface Identity {
  readonly engine: string;
  /** The names of the scenarios, and a hash of all that they contain, traces too. */
  readonly scenario: string;
  /** The variants and the seeds, in the order of the grid. */
  readonly grid: string;
  /** When the runs end, and what is measured. */
  readonly window: string;
}

const parts = ['engine', 'scenario', 'grid', 'window'] as const;

/** SHA-256 as 64 hex digits. */
export function digestOf(identity: Identity): string {
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => identity[part])))
    .digest('hex');
}

/** Returns the parts in which another comparison differs: `the engine is 3 there and 4 here`. */
export function differencesOf(there: Partial<Identity>, here: Identity): string {
  const differing = parts.filter((part) => there[part] !== here[part]);
  if (differing.length === 0) return 'its digest is wrong';
  const texts = differing.map(
    (part) => `the ${part} is ${there[part] ?? 'missing'} there and ${here[part]} here`,
  );
  if (differing.includes('scenario'))
    texts.push('its hash depends on its members, on --load and --cycle, and on the files that it names');
  return texts.join('; ');
}
