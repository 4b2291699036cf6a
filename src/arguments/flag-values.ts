// Parsers of flags and arguments. Their errors name the valid values.

import { existsSync } from 'node:fs';
import {
  ARRIVAL_RATE_MILLI,
  BACKFILL_ORDERS,
  ORDER_POLICIES,
  type OwnPolicies,
  PLACEMENT_POLICIES,
  QUEUE_POLICIES,
  type Scenario,
} from '../../sim/index.ts';
import { fileWord } from '../files/shell-word.ts';
import { builtInScenarios } from '../scenario/builtin.ts';
import { type LoadedScenario, loadScenario, scenarioOf } from '../scenario/load.ts';
import type { GivenPolicies } from '../scenario/override.ts';
import { MEMORY } from '../store/opening/database.ts';
import { keptRequestsMax, speedMax } from '../wire/bounds.ts';
import { clip } from '../wire/text/clip.ts';
import { didYouMean } from '../wire/text/did-you-mean.ts';
import { parseDuration } from '../wire/time/durations.ts';
import { parseTimestamp, Timeline } from '../wire/time/timestamps.ts';
import { badUsage } from './command-failure.ts';

export { keptRequestsMax, speedMax };

export const builtInNames: readonly string[] = builtInScenarios.map(({ name }) => name);
export const QUEUES: readonly string[] = QUEUE_POLICIES.map(({ name }) => name);
export const PLACEMENTS: readonly string[] = PLACEMENT_POLICIES.map(({ name }) => name);
export const ORDERS: readonly string[] = ORDER_POLICIES.map(({ name }) => name);
export const CYCLES: readonly string[] = ['instant', 'event'];
export const ORDERS_BEHIND: readonly string[] = BACKFILL_ORDERS.map(({ name }) => name);

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

/** What a load is. It has at most three decimals, because rates are whole thousandths. */
export const LOAD_RIGHT = `a number from ${ARRIVAL_RATE_MILLI.from / 1000} to ${ARRIVAL_RATE_MILLI.to / 1000} with at most three decimals`;

export function isLoad(load: number): boolean {
  const milli = Math.round(load * 1000);
  return milli / 1000 === load && milli >= ARRIVAL_RATE_MILLI.from && milli <= ARRIVAL_RATE_MILLI.to;
}

export function parseLoad(text: string): number {
  const load = Number(text);
  if (/^[0-9]{1,3}(\.[0-9]{1,3})?$/.test(text) && isLoad(load)) return load;
  throw badUsage(`--load takes ${LOAD_RIGHT}, not ${JSON.stringify(text)}${insteadOfPercent(text)}`);
}

/** A load in percent has two meanings. */
function insteadOfPercent(text: string): string {
  const [, digits] = /^\+?([1-9][0-9]{0,2}) ?%$/.exec(text) ?? [];
  if (digits === undefined) return '';
  const percent = Number(digits);
  return `; for ${percent} % more, give ${(100 + percent) / 100}, and for ${percent} % of the rate, give ${percent / 100}`;
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

/** Parses an instant (ISO 8601) or a duration from the scenario's start (`5h`, `+5h`); returns ms since that start. */
export function parseInstant(text: string, scenario: Scenario, flag: string): number {
  const instant = instantOf(text, flag);
  if (typeof instant === 'number') return instant;
  const ms = instant.value - new Timeline(scenario.start).epochMs(0);
  if (ms >= 0) return ms;
  throw badUsage(`${flag} ${text} is before the scenario's start, ${scenario.start}; give a later instant`);
}

/** The value of a flag as a query has it: ms since the scenario's start, or ISO 8601. @throws CommandFailure */
export function queriedInstant(text: string, flag: string): string {
  const instant = instantOf(text, flag);
  return typeof instant === 'number' ? String(instant) : text;
}

/** ms since the scenario's start, or an instant as ms since 1970. @throws CommandFailure */
function instantOf(text: string, flag: string): number | { readonly value: number } {
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

export function unknownName(what: string, name: string, path: string, names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
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

export interface ScenarioFlags extends GivenPolicies {
  readonly seed?: number | undefined;
  readonly load?: number | undefined;
  readonly ownPolicies?: OwnPolicies | undefined;
  /** The clock for a start of "now", in ms since 1970; default: the real clock. */
  readonly now?: (() => number) | undefined;
}

/** Loads a scenario by name, by file, or from the content of a file, with the flags that change it. */
export function scenarioBy(
  source: string | object,
  flags: ScenarioFlags,
): Extract<LoadedScenario, { ok: true }> {
  if (source === '-') {
    throw badUsage(
      `- is not a scenario; give a built-in one (${builtInNames.join(', ')}) or a file, such as /dev/stdin`,
    );
  }
  const options = { ...flags, now: flags.now ?? Date.now };
  const loaded = loadedOrFail(
    typeof source === 'string' ? loadScenario(source, options) : scenarioOf(source, 'object', options),
  );
  const { name, workload } = loaded.scenario;
  if (flags.load !== undefined && workload.every(({ kind }) => kind === 'script')) {
    throw badUsage(`--load changes the rate of generated and recorded arrivals, and ${name} has none`);
  }
  return loaded;
}

/** A file name of a log, with the name of its format. */
const LOG = /\.(csv|swf)$/;

export function loadedOrFail(loaded: LoadedScenario): Extract<LoadedScenario, { ok: true }> {
  if (loaded.ok) return loaded;
  const points = loaded.problems.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`);
  const list = points.length === 1 ? ` ${points[0]}` : points.map((point) => `\n  ${point}`).join('');
  const isKnown = builtInNames.includes(loaded.file) || existsSync(loaded.file);
  const near = isKnown ? '' : didYouMean(loaded.file, builtInNames);
  const format = LOG.exec(loaded.file)?.[1];
  const log =
    format === undefined ? '' : `; give a log with --trace ${format} --workload ${fileWord(loaded.file)}`;
  throw badUsage(`the scenario ${loaded.file} cannot be used:${list}${near}${log}`);
}
