// Parsers of flags and arguments that know no scenario. Their errors name the valid values.

import { MEMORY } from '../wire/memory.ts';
import { clip } from '../wire/text/clip.ts';
import { didYouMean } from '../wire/text/did-you-mean.ts';
import { parseDuration } from '../wire/time/durations.ts';
import { parseTimestamp } from '../wire/time/timestamps.ts';
import { badUsage } from './command-failure.ts';

export function oneOf<W extends string>(flag: string, words: readonly W[]): (text: string) => W {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word !== undefined) return word;
    const or = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`.replace(/^ or /, '');
    throw badUsage(`${flag} takes ${or}, not ${JSON.stringify(text)}${didYouMean(text, words)}`);
  };
}

/** A parser of a list of words with commas between. @param what the plural of a word */
export function someWords(flag: string, what: string, words: readonly string[]): (text: string) => string {
  return (text) => {
    const wrong = text.split(',').find((word) => !words.includes(word));
    if (wrong === undefined) return text;
    const right = `${what} separated by commas (${words.join(', ')})`;
    throw badUsage(`${flag} takes ${right}, not ${JSON.stringify(wrong)}${didYouMean(wrong, words)}`);
  };
}

/** A parser of integers. @param unit after the bounds in errors */
export function wholeNumber(flag: string, from: number, to: number, unit = ''): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[0-9]{1,16}$/.test(text) && value >= from && value <= to) return value;
    throw badUsage(
      `${flag} takes an integer from ${from} to ${to}${unit}, not ${JSON.stringify(clip(text))}`,
    );
  };
}

/** The seed in a text; undefined if it is not a seed. */
export function seedOf(text: string): number | undefined {
  const seed = Number(text);
  return /^[0-9]{1,16}$/.test(text) && Number.isSafeInteger(seed) ? seed : undefined;
}

export function parseSeed(text: string): number {
  const seed = seedOf(text);
  if (seed !== undefined) return seed;
  throw badUsage(`--seed takes an integer from 0 to ${Number.MAX_SAFE_INTEGER}, not ${JSON.stringify(text)}`);
}

/** The value of a flag as a query has it: ms since the scenario's start, or ISO 8601. @throws CommandFailure */
export function queriedInstant(text: string, flag: string): string {
  const instant = instantOf(text, flag);
  return typeof instant === 'number' ? String(instant) : text;
}

/** A parser of instants that returns their text: only with a world is it known what it means. */
export function instantText(flag: string): (text: string) => string {
  return (text) => {
    instantOf(text, flag);
    return text;
  };
}

/** ms since the scenario's start, or an instant as ms since 1970. @throws CommandFailure */
export function instantOf(text: string, flag: string): number | { readonly value: number } {
  const duration = parseDuration(text.startsWith('+') ? text.slice(1) : text, { zero: true });
  if (duration.ok) return duration.value;
  if (/^\+?[0-9]+[dhms]/.test(text)) throw badUsage(`${flag} ${duration.why}`);
  const instant = parseTimestamp(text);
  if (instant.ok) return instant;
  const right = 'an instant (2026-01-05T13:00:00Z) or a time from the start (5h)';
  throw badUsage(`${flag} takes ${right}, not ${JSON.stringify(text)}`);
}

/** The most names in an error; further ones are counted. */
const NAMES_SHOWN = 8;

/** @param names those that the error compares with @param total how many there are */
export function unknownName(
  what: string,
  name: string,
  path: string,
  names: readonly string[],
  total: number = names.length,
): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const more = total > NAMES_SHOWN ? ` and ${total - NAMES_SHOWN} more` : '';
  const known = names.length === 0 ? `has no ${what}` : `has ${shown}${more}`;
  return `unknown ${what} ${JSON.stringify(clip(name))}; ${path} ${known}${didYouMean(name, names)}`;
}

/** Whether an argument is the URL of a server, and not the path of a file. */
export function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text);
}

/** The end of an error about an argument that is no URL: the URL, if only its scheme is missing. */
export function withScheme(text: string): string {
  return /^[\w.-]+:\d+(\/|$)/.test(text) ? `; did you mean http://${text}?` : '';
}

/** Checks the path of a file. @throws CommandFailure for a URL and for :memory: */
export function keptFile(path: string, argument: string): string {
  if (isUrl(path))
    throw badUsage(`${argument} takes a file, not the URL of a server; give the file of the server's --db`);
  if (path !== MEMORY) return path;
  throw badUsage(
    `${argument} takes a file, not ${MEMORY}; a world in memory ends with the process that created it`,
  );
}
