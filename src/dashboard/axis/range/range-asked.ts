// The range that figures of totals are about.

import { instant } from '../../text/spans.ts';
import { atMs, past } from '../shown-past.ts';
import { shown, startMs } from '../shown-time.ts';
import type { TimeWindow } from '../time-window.ts';
import { range } from './range.ts';

/** Ends of a range, ms since the start; undefined: the start, and the present. */
type Ends = { readonly from?: number; readonly to?: number | undefined };

/** The range that totals are about: the one chosen in the charts, or from the start to the shown instant, with all that happens at it. */
export function rangeAsked(): Ends {
  const endMs = past.value === undefined ? undefined : Date.parse(past.value) - startMs.value + 1;
  const { value: chosen } = range;
  if (chosen === undefined) return { to: endMs };
  const toMs = endMs === undefined ? chosen.toMs : Math.min(endMs, chosen.toMs);
  return { from: Math.min(chosen.fromMs, toMs), to: toMs };
}

/** As `rangeAsked`; at the present, with the forecast up to the end of what the charts show. @param nowMs since the start */
export function rangeWithForecast(nowMs: number): Ends {
  if (range.value !== undefined || past.value !== undefined) return rangeAsked();
  const toMs = Math.ceil(shown.value.toMs);
  return toMs > nowMs ? { to: toMs } : {};
}

/** Why a time has no entry. @param fromMs where it begins, since the start @param what is not there */
export function nothingSince(fromMs: number, what = 'Nothing'): string {
  if (fromMs > atMs.value) return 'This time has not begun.';
  return fromMs <= 0 ? `${what} has happened yet.` : `${what} happened in this time.`;
}

/** `from … to …` of an answer. */
export function rangeWords({ fromMs, toMs }: TimeWindow): string {
  const end = range.value === undefined ? past.value : undefined;
  return `from ${instant(startMs.value + fromMs)} to ${instant(end ?? startMs.value + toMs)}`;
}
