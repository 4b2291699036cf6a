// Estimates without a simulation, which people make of a queue.

import { DAY_MS } from '../../../sim/index.ts';
import type { Question } from './questions.ts';
import type { Wait } from './waits.ts';

/** Waits of which the mean is taken. */
const LATEST = 100;
/** The time over which starts are counted. */
const RATE_MS = DAY_MS;

/**
 * The mean of the latest waits of GPRs of about as many GPUs (a class for each power of two), as far as they took longer than this
 * GPR has waited; of all GPRs if there are none of its class. Returns the instant of the start; undefined = no wait is known.
 * @param over waits that were over before the question, in order of their starts
 */
export function startByMeanWait({ atMs, wait }: Question, over: readonly Wait[]): number | undefined {
  const waitedMs = atMs - wait.sinceMs;
  const latest = (fits: (one: Wait) => boolean) => {
    const waits: number[] = [];
    for (let i = over.length - 1; i >= 0 && waits.length < LATEST; i--) {
      const tookMs = over[i].startMs - over[i].sinceMs;
      if (tookMs > waitedMs && fits(over[i])) waits.push(tookMs);
    }
    return waits;
  };
  const own = latest(({ gpus }) => Math.clz32(gpus) === Math.clz32(wait.gpus));
  const waits = own.length > 0 ? own : latest(() => true);
  if (waits.length === 0) return undefined;
  return wait.sinceMs + Math.round(waits.reduce((sum, one) => sum + one) / waits.length);
}

/**
 * The position in the queue of the pool ÷ the rate at which GPRs started there within a day before. Returns the instant of
 * the start; undefined = none has started.
 * @param waiting the waits of the instant @param over as above
 */
export function startByRate(
  { atMs, wait }: Question,
  waiting: readonly Wait[],
  over: readonly Wait[],
): number | undefined {
  const { pool, priority } = wait;
  let starts = 0;
  for (let i = over.length - 1; i >= 0 && over[i].startMs > atMs - RATE_MS; i--)
    if (over[i].pool === pool) starts++;
  if (starts === 0) return undefined;
  const isBefore = (one: Wait) =>
    one.priority > priority || (one.priority === priority && one.sinceMs <= wait.sinceMs);
  const position = waiting.filter((one) => one.pool === pool && isBefore(one)).length;
  return atMs + Math.round((position * Math.min(RATE_MS, atMs)) / starts);
}
