// The ticks of the time axis, at round UTC times.

import { timeStep } from '../../../looks/round-steps.ts';
import { instant, isoOf } from '../../text/spans.ts';
import type { TimeWindow } from '../time-window.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface Tick {
  /** ms since the start of the scenario. */
  readonly atMs: number;
  readonly label: string;
  /** Whether a day begins here, and its ticks are closer than a day. */
  readonly isDay: boolean;
}

/** @param startMs the start of the scenario, ms since 1970. @param count how many ticks there may be at most, about */
export function ticksOf({ fromMs, toMs }: TimeWindow, startMs: number, count: number): Tick[] {
  const least = (toMs - fromMs) / Math.max(1, count);
  const step = timeStep(least);
  const ticks: Tick[] = [];
  const first = Math.ceil((startMs + fromMs) / step) * step;
  for (let at = first; at <= startMs + toMs; at += step) {
    const isDay = step < DAY && at % DAY === 0;
    ticks.push({ atMs: at - startMs, label: labelOf(at, step, isDay), isDay });
  }
  return ticks;
}

function labelOf(at: number, step: number, isDay: boolean): string {
  const text = isoOf(at);
  if (isDay) return dayOf(at);
  if (step >= 28 * DAY) return text.slice(0, 10);
  if (step >= DAY) return text.slice(5, 10);
  return step >= MINUTE ? text.slice(11, 16) : text.slice(11, 19);
}

/** `Mon 01-05` */
export function dayOf(at: number): string {
  return instant(at).replace(/ \d+-(.*) .*/, ' $1');
}
