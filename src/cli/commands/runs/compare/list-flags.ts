import { badUsage, Faults } from '../../../../arguments/command-failure.ts';
import { oneOf, seedOf } from '../../../../arguments/words.ts';

/** The most runs of a comparison without --results. */
export const RUNS_MAX = 10_000;
/** The most runs, and so the most seeds, with --results. */
export const STORED_RUNS_MAX = 1_000_000;

/** Returns a parser of comma-separated words; a repeated flag adds to the list. @param parse parses a word */
export function someOf(
  flag: string,
  words: readonly string[],
  parse: (word: string) => string = oneOf(flag, words),
): (text: string, before?: readonly string[]) => string[] {
  return (text, before = []) => {
    const faults = new Faults();
    const given = text.split(',').flatMap((word) => faults.of(() => [parse(word.trim())]) ?? []);
    faults.check();
    return distinct(flag, [...before, ...given]);
  };
}

export const SEEDS: readonly number[] = Array.from({ length: 10 }, (_, i) => 1 + i);

/** Parses seeds such as `1..20`, `1,2,5` or both; a repeated flag adds to the list. */
export function parseSeeds(text: string, before: readonly number[] = SEEDS): number[] {
  const seeds: number[] = before === SEEDS ? [] : [...before];
  const faults = new Faults();
  for (const part of text.split(',')) {
    const range = faults.of(() => seedRange(part));
    if (range === undefined) continue;
    const { first, last } = range;
    if (seeds.length + last - first + 1 > STORED_RUNS_MAX)
      throw badUsage(`--seeds ${text} has too many seeds; give at most ${STORED_RUNS_MAX}`);
    for (let seed = first; seed <= last; seed++) seeds.push(seed);
  }
  faults.check();
  return distinct('--seeds', seeds);
}

function seedRange(part: string): { readonly first: number; readonly last: number } {
  const ends = part.split('..');
  const first = seedOf(ends[0]);
  const last = seedOf(ends[ends.length - 1]);
  if (first === undefined || last === undefined || ends.length > 2) {
    throw badUsage(
      `--seeds takes integers from 0 and ranges of them, such as 1..20 or 1,2,5, not ${quoted(part)}`,
    );
  }
  if (last < first) throw badUsage(`--seeds ${part} runs backwards; did you mean ${last}..${first}?`);
  return { first, last };
}

/** Seeds in the syntax of `parseSeeds`, with ranges. */
export function seedsText(seeds: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const seed of seeds) {
    const range = ranges.at(-1);
    if (range !== undefined && seed === range[1] + 1) range[1] = seed;
    else ranges.push([seed, seed]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}..${last}`)).join(',');
}

function distinct<T>(flag: string, values: T[]): T[] {
  const seen = new Set<T>();
  for (const value of values) {
    if (seen.has(value)) throw badUsage(`${flag} has ${value} twice; give it once`);
    seen.add(value);
  }
  return values;
}

const quoted = (text: string) => JSON.stringify(text);
