// Parsers of flags and arguments about scenarios. Their errors name the valid values.

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
import { keptRequestsMax, speedMax } from '../wire/bounds.ts';
import { didYouMean } from '../wire/text/did-you-mean.ts';
import { Timeline } from '../wire/time/timestamps.ts';
import { badUsage } from './command-failure.ts';
import { instantOf } from './words.ts';

export { keptRequestsMax, speedMax };

export const builtInNames: readonly string[] = builtInScenarios.map(({ name }) => name);
export const QUEUES: readonly string[] = QUEUE_POLICIES.map(({ name }) => name);
export const PLACEMENTS: readonly string[] = PLACEMENT_POLICIES.map(({ name }) => name);
export const ORDERS: readonly string[] = ORDER_POLICIES.map(({ name }) => name);
export const CYCLES: readonly string[] = ['instant', 'event'];
export const ORDERS_BEHIND: readonly string[] = BACKFILL_ORDERS.map(({ name }) => name);

/** What a load is. It has at most three decimals, because rates are whole thousandths. */
export const LOAD_RIGHT = `a number from ${ARRIVAL_RATE_MILLI.from / 1000} to ${ARRIVAL_RATE_MILLI.to / 1000} with at most three decimals`;

export function isLoad(load: number): boolean {
  const milli = Math.round(load * 1000);
  return milli / 1000 === load && milli >= ARRIVAL_RATE_MILLI.from && milli <= ARRIVAL_RATE_MILLI.to;
}

export function parseLoad(text: string): number {
  const load = Number(text);
  if (/^[0-9]{1,3}(\.[0-9]{1,3})?$/.test(text) && isLoad(load)) return load;
  throw badUsage(`--load takes ${LOAD_RIGHT}, not ${JSON.stringify(text)}`);
}

/** Parses an instant (ISO 8601) or a duration from the scenario's start (`5h`, `+5h`); returns ms since that start. */
export function parseInstant(text: string, scenario: Scenario, flag: string): number {
  const instant = instantOf(text, flag);
  if (typeof instant === 'number') return instant;
  const ms = instant.value - new Timeline(scenario.start).epochMs(0);
  if (ms >= 0) return ms;
  throw badUsage(`${flag} ${text} is before the scenario's start, ${scenario.start}; give a later instant`);
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
