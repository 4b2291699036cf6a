// Runs a simulation at full speed in parts. The caller takes the facts and reports progress between two parts.

import { NEVER, type Simulation } from '../../sim/index.ts';
import { Slice } from './slice.ts';

/** Maximum number of events in a part: few enough for their facts to stay in the processor's cache. */
const PART_EVENTS_MAX = 1_000;

/** Runs to an instant. Yields after each part whether it was the last; the caller must take the facts. */
export function* partsOf(simulation: Simulation, untilMs: number): Generator<boolean> {
  const sliced = new Slice(PART_EVENTS_MAX);
  for (let isLast = false; !isLast; ) {
    isLast = sliced.run(simulation, untilMs);
    yield isLast;
  }
}

/** The share of a run that is done, 0 … 1, null if unknown. Without an end instant, the share of ended GPRs counts too. */
export function doneOf(simulation: Simulation, untilMs: number): number | null {
  const done = simulation.done(untilMs);
  if (done === null || untilMs < NEVER) return done;
  const { gprs, completed, timedOut, failed } = simulation.measures;
  return gprs === 0 ? done : (done * (1 + (completed + timedOut + failed) / gprs)) / 2;
}
