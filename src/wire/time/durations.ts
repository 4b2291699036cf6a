// Durations of requests, in both spellings of the contract, and of answers.

import type { Parsed } from '../parsed.ts';
import { charactersOf, hasAtMost } from '../text/characters.ts';
import { dayMs, longestDurationMs, secondMs, sumMs, type Units, unitMs } from './duration-ms.ts';

/** Of a text that is no duration, the error names these forms. */
export const DURATION_FORMS = '0d0h5m, 2h30m or six digits DDHHMM';

/** Longer texts are refused without parsing. */
const longestText = 100;

const calendarUnitMs: Units = { M: 30 * dayMs, W: 7 * dayMs, ...unitMs };

interface DurationOptions {
  readonly zero?: boolean;
  /** Accepts parts in weeks (W) and in months of 30 days (M). */
  readonly calendar?: boolean;
}

const refused = (why: string): Parsed<number> => ({ ok: false, why });

/**
 * Parses, as milliseconds, a sequence of day, hour, minute and second parts (`0d0h5m`, `5m`, `2h30m`) or exactly six digits DDHHMM.
 * Refuses empty, malformed and negative texts, more than ten years and, unless `zero` is set, zero.
 */
export function parseDuration(text: string, options: DurationOptions = {}): Parsed<number> {
  if (text === '') return refused('is not allowed to be empty');
  if (!hasAtMost(text, longestText))
    return refused(
      `must be a duration such as 0d0h5m of at most ${longestText} characters, but has ${charactersOf(text)}`,
    );
  if (text.startsWith('-')) return refused(`must not be negative, but is ${JSON.stringify(text)}`);

  const ms = sumMs(text, options.calendar ? calendarUnitMs : unitMs);
  if (ms === undefined) {
    const forms = options.calendar ? '0d0h5m, 2h30m, 2W, 1M or six digits DDHHMM' : DURATION_FORMS;
    return refused(`must be a duration such as ${forms}, but is ${JSON.stringify(text)}`);
  }
  if (ms > longestDurationMs)
    return refused(`must be at most ten years (3650d), but is ${JSON.stringify(text)}`);
  if (ms === 0 && !options.zero) return refused(`must be longer than zero, but is ${JSON.stringify(text)}`);
  return { ok: true, value: ms };
}

/** `<h>h<m>m<s>s`, rounded up to the second. */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / secondMs);
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds % 60}s`;
}

/** `<d>d<h>h<m>m<s>s`, rounded up to the second. */
export function formatWait(ms: number): string {
  const days = Math.floor(Math.ceil(ms / secondMs) / 86_400);
  return `${days}d${formatDuration(ms - days * dayMs)}`;
}
