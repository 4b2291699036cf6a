// What a forecast of a GPR still means at a later instant, as words.

import type { ForecastAnswer } from '../../api/sim/answers.ts';
import { instant, shortInstant } from '../text/spans.ts';

export type Likely = ForecastAnswer['gprs'][number] & Pick<ForecastAnswer, 'now' | 'samples'>;

/** ISO 8601; undefined: nothing more than that it has not started yet, or that it may be later than in a week. */
interface Range {
  readonly from?: string;
  readonly to?: string;
}

/**
 * What a forecast still means at a later instant of a GPR that has not started by then; undefined: nothing. Once `p10` is over, eight
 * of ten futures or more have it start by `p90` as long as `p50` is ahead.
 */
export function rangeAt({ p10, p50, p90 }: Likely, now: string): Range | undefined {
  if (p10 === null) return {};
  if (p10 > now) return { from: p10, ...(p90 !== null && { to: p90 }) };
  return p50 !== null && p50 > now && p90 !== null ? { to: p90 } : undefined;
}

/** `09:10 to 11:40`; undefined: the forecast is overtaken. */
export function rangeText(likely: Likely, now: string): string | undefined {
  const range = rangeAt(likely, now);
  if (range === undefined) return undefined;
  const { from, to } = range;
  const minute = (iso: string) => shortInstant(iso, now).slice(0, -3);
  if (from === undefined) return to === undefined ? 'later than in a week' : `by ${minute(to)}`;
  return to === undefined ? `${minute(from)} or later` : `${minute(from)} to ${minute(to)}`;
}

/** What the range rests on. Without an end within a week, only its beginning is known. */
export function basisOf({ p90, samples, now }: Likely): string {
  return `So in ${p90 === null ? 'nine' : 'eight'} of ten of ${samples} futures, drawn at ${instant(now)} from what had been seen`;
}
