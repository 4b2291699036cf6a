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
  /** Flags that change the scenario, by name, and a hash of each of its members. The other hash covers them. */
  readonly members: Readonly<Record<string, string>>;
}

/** What members with a hash begin with, and not with a text for people. */
export const HASHED = 'sha256:';

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
      if (part === 'scenario') return scenarioDifference(there, here);
      const texts = part === 'grid' ? onlyOptions(there.grid ?? '', here.grid) : [there[part], here[part]];
      return `the ${part} is ${texts[0] ?? 'missing'} there and ${texts[1]} here`;
    })
    .join('; ');
}

function scenarioDifference(there: Partial<Identity>, here: Identity): string {
  const [other, own] = [there, here].map(({ scenario = 'missing' }) =>
    scenario.replace(/ \(SHA-256 \w+\)$/, ''),
  );
  if (other !== own) return `the scenario is ${other} there and ${own} here`;
  const before = there.members ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(here.members)])];
  const changed = names
    .filter((name) => before[name] !== here.members[name])
    .map((name) => {
      const isHashed = [before, here.members].some((members) => members[name]?.startsWith(HASHED));
      return isHashed ? name : `${name} is ${before[name] ?? 'missing'} there and ${here.members[name]} here`;
    });
  const all = [...changed, ...changesOf(there.inputs ?? [], here.inputs)].join(', ');
  return `the scenario ${own} has other contents${all === '' ? '' : `: ${all}`}`;
}

/** The options of each grid that the other one lacks; the whole grids if only the order differs. */
function onlyOptions(there: string, here: string): [string, string] {
  const [other, own] = [there, here].map((grid) => grid.split(/ (?=--[a-z]+(?:-order)? )/));
  const without = (options: readonly string[], known: readonly string[]) =>
    options.filter((option) => !known.includes(option)).join(' ') || 'without them';
  const only = [without(other, own), without(own, other)] as [string, string];
  return only[0] === only[1] ? [there, here] : only;
}
