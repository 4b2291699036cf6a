import type { Parsed } from '../../../wire/parsed.ts';
import { parseDuration } from '../../../wire/time/durations.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import { shown } from '../errors/problems.ts';

/** A time from the scenario's start, such as `5h` or `+5h`. */
export function parseFromStart(text: string): Parsed<number> {
  return parseDuration(text.replace(/^\+/, ''), { zero: true });
}

/** Parses an instant as a line of --play has it: ISO 8601, or a time from the scenario's start. */
export function parseMoment(text: string, timeline: Timeline): Parsed<number> {
  const fromStart = parseFromStart(text);
  if (fromStart.ok) return fromStart;
  const parsed = timeline.parse(text);
  if (parsed.ok) return parsed;
  const right =
    "an ISO 8601 instant such as 2026-01-05T08:00:00Z, or a time from the scenario's start such as 5h";
  return { ok: false, why: `must be ${right}, but is ${shown(text)}` };
}
