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
  /** Flags that change the scenarios, by name. The hash covers them. */
  readonly flags: Texts;
  /** The scenarios as written, in their order. The hash covers them. */
  readonly sources: readonly WrittenSource[];
}

type Texts = Readonly<Record<string, string>>;

export interface WrittenSource {
  /** As the command names the scenario; another command may name its file otherwise. */
  readonly name: string;
  /** A hash of each member of the content, by name. */
  readonly members: Texts;
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
    .flatMap((part) => {
      if (part === 'scenario') return scenarioDifference(there, here);
      const texts = part === 'grid' ? onlyOptions(there.grid ?? '', here.grid) : [there[part], here[part]];
      return [`the ${part} is ${texts[0] ?? 'missing'} there and ${texts[1]} here`];
    })
    .join('; ');
}

/** One sentence, or none if the hashes differ only because other values are varied. */
function scenarioDifference(there: Partial<Identity>, here: Identity): string[] {
  const [other, own] = [there, here].map(({ scenario = 'missing' }) =>
    scenario.replace(/ \(SHA-256 \w+\)$/, ''),
  );
  if (other !== own) return [`the scenario is ${other} there and ${own} here`];
  const all = [
    ...changedNames(there.flags, here.flags).map(
      (name) => `${name} is ${there.flags?.[name] ?? 'missing'} there and ${here.flags[name]} here`,
    ),
    ...here.sources.flatMap(({ name, members }, i) => [
      ...changedNames(there.sources?.[i]?.members, members).map((member) => `/${member} of ${name}`),
      ...changesOf(inputsOf(there, i), inputsOf(here, i), name),
    ]),
  ];
  if (all.length > 0) return [`the scenario ${own} has other contents: ${all.join(', ')}`];
  return variedIn(there) === variedIn(here) ? [`the scenario ${own} has other contents`] : [];
}

const changedNames = (there: Texts = {}, here: Texts) =>
  Object.keys({ ...there, ...here }).filter((name) => there[name] !== here[name]);

const inputsOf = ({ inputs = [] }: Partial<Identity>, index: number) =>
  inputs.filter(({ source }) => source === index);

const optionsIn = (grid: string) => grid.split(/ (?=--[a-z]+(?:-order)? )/);

const variedIn = ({ grid = '' }: Partial<Identity>) =>
  optionsIn(grid)
    .filter((option) => option.startsWith('--vary '))
    .join(' ');

/** The options of each grid that the other one lacks; the whole grids if only the order differs. */
function onlyOptions(there: string, here: string): [string, string] {
  const [other, own] = [there, here].map(optionsIn);
  const without = (options: readonly string[], known: readonly string[]) =>
    options.filter((option) => !known.includes(option)).join(' ') || 'without them';
  const only = [without(other, own), without(own, other)] as [string, string];
  return only[0] === only[1] ? [there, here] : only;
}
