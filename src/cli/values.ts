// Values of flags and arguments, turned into the program's terms or refused with what would be right.

import type { PlacementPolicyName, QueuePolicyName, Scenario } from '../../sim/index.ts';
import { type LoadedScenario, loadScenario } from '../scenario/load.ts';
import { parseDuration } from '../wire/durations.ts';
import { Timeline } from '../wire/timestamps.ts';
import { badUsage } from './failure.ts';

export const QUEUES: readonly QueuePolicyName[] = ['strict', 'greedy', 'backfill'];
export const PLACEMENTS: readonly PlacementPolicyName[] = ['best-fit', 'first-fit', 'worst-fit'];

export function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^[0-9]{1,16}$/.test(text) && Number.isSafeInteger(seed)) return seed;
  throw badUsage(`--seed takes an integer from 0 to ${Number.MAX_SAFE_INTEGER}, not ${JSON.stringify(text)}`);
}

/** An instant as ISO 8601, or as a duration from the scenario's start (`5h`, `+5h`), in ms since that start. */
export function parseInstant(text: string, scenario: Scenario, flag: string): number {
  const duration = parseDuration(text.startsWith('+') ? text.slice(1) : text, { zero: true });
  if (duration.ok) return duration.ms;
  const instant = new Timeline(scenario.start).parse(text);
  if (!instant.ok) {
    const right = 'an instant (2026-01-05T13:00:00Z) or a time from the start (5h)';
    throw badUsage(`${flag} takes ${right}, not ${JSON.stringify(text)}`);
  }
  if (instant.ms >= 0) return instant.ms;
  throw badUsage(`${flag} ${text} is before the scenario's start, ${scenario.start}`);
}

export interface ScenarioFlags {
  readonly seed?: number | undefined;
  readonly queue?: QueuePolicyName | undefined;
  readonly placement?: PlacementPolicyName | undefined;
  /** The clock that a start of "now" means; the real one unless said otherwise. */
  readonly now?: (() => number) | undefined;
}

/** A scenario by name or file with the flags that change it. */
export function scenarioBy(nameOrFile: string, flags: ScenarioFlags): Extract<LoadedScenario, { ok: true }> {
  return loadedOrFail(loadScenario(nameOrFile, { ...flags, now: flags.now ?? Date.now }));
}

export function loadedOrFail(loaded: LoadedScenario): Extract<LoadedScenario, { ok: true }> {
  if (loaded.ok) return loaded;
  const lines = loaded.problems.map(({ path, message }) => `  ${path === '' ? 'it' : path} ${message}`);
  throw badUsage(`the scenario ${loaded.file} cannot be used:\n${lines.join('\n')}`);
}
