// When a backtest asks about which GPRs.

import { NEVER } from '../../../sim/index.ts';
import type { Wait } from './waits.ts';

export interface Question {
  readonly atMs: number;
  readonly wait: Wait;
}

/** When GPRs are asked about: at their submission, or whenever this time is over, ms. */
export type Asking = 'submit' | number;

export interface Questions {
  /** Evenly spaced among all possible ones, in order of time. */
  readonly asked: readonly Question[];
  /** Number of possible ones. */
  readonly possible: number;
}

/**
 * About the waits that ended in a later start, and those that go on. @param waits in order of their beginnings @param most of them are
 * asked @param nowMs the end of the run
 */
export function questionsOf(waits: readonly Wait[], asking: Asking, most: number, nowMs: number): Questions {
  const lasting = waits.filter(
    ({ startMs, sinceMs, endMs }) => endMs === NEVER || (startMs < NEVER && startMs > sinceMs),
  );
  const asked: Question[] = [];
  const step = asking === 'submit' ? NEVER : asking;
  // The n-th question of a wait is asked at its first instant of asking + n steps.
  const firstAt = (wait: Wait) =>
    asking === 'submit' ? wait.sinceMs : Math.max(step, Math.ceil(wait.sinceMs / step) * step);
  const countOf = (wait: Wait) => {
    if (asking === 'submit') return wait.isFirst ? 1 : 0;
    return Math.max(0, Math.ceil((Math.min(wait.startMs, nowMs) - firstAt(wait)) / step));
  };
  const possible = lasting.reduce((sum, wait) => sum + countOf(wait), 0);
  const count = Math.min(most, possible);
  let before = 0;
  for (const wait of lasting) {
    const own = countOf(wait);
    // The k-th of those asked is that with the number floor((k + ½) × possible ÷ count).
    for (let k = asked.length; k < count; k++) {
      const n = Math.floor(((k + 0.5) * possible) / count) - before;
      if (n >= own) break;
      asked.push({ atMs: firstAt(wait) + (n === 0 ? 0 : n * step), wait });
    }
    before += own;
  }
  return { asked: asked.sort((a, b) => a.atMs - b.atMs), possible };
}
