// What a comparison is: runs of two comparisons with one identity have the same figures.

import { createHash } from 'node:crypto';
import { changesOf, type StudyInput } from './inputs.ts';

/** Texts for people, each of which determines its part of the comparison. */
export interface Identity {
  readonly engine: string;
  /** The names of the scenarios, and a hash of all that they contain, traces too. */
  readonly scenario: string;
  /** The variants and the seeds, in the order of the grid. */
  readonly grid: string;
  /** The end of the runs, and the measured part of them. */
  readonly window: string;
  /** The files that the scenarios name; the hash covers their contents. */
  readonly inputs: readonly StudyInput[];
}

const parts = ['engine', 'scenario', 'grid', 'window'] as const;

/** SHA-256 as 64 hex digits. */
export function digestOf(identity: Identity): string {
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => identity[part])))
    .digest('hex');
}

/** Names the parts in which another comparison differs: `the engine is 3 there and 4 here`. */
export function differencesOf(there: Partial<Identity>, here: Identity): string {
  const differing = parts.filter((part) => there[part] !== here[part]);
  if (differing.length === 0) return 'its digest is wrong';
  return differing
    .map((part) => {
      const files = part === 'scenario' ? changesOf(there.inputs ?? [], here.inputs) : '';
      return `the ${part} is ${there[part] ?? 'missing'} there and ${here[part]} here${files}`;
    })
    .join('; ');
}
