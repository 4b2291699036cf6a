// A run as fast as it goes, part by part, so that somebody can take its facts and look up in between.

import { NEVER, type Simulation } from '../../sim/index.ts';
import { Slice } from './slice.ts';

/** Events of a part, at most: few enough for their facts to stay in the processor's cache. */
const PART_EVENTS_MAX = 4_000;

/** Runs to an instant, or until nothing more happens: after each part, whether it was the last. Facts are to be taken. */
export function* partsOf(simulation: Simulation, untilMs: number): Generator<boolean> {
  const sliced = new Slice(PART_EVENTS_MAX);
  for (let isLast = false; !isLast; ) {
    isLast = sliced.run(simulation, untilMs);
    yield isLast;
  }
}

/** Part of a run that is done. Without an instant to end at, GPRs have to come and to end. */
export function doneOf(simulation: Simulation, untilMs: number): number | null {
  const done = simulation.done(untilMs);
  if (done === null || untilMs < NEVER) return done;
  const { gprs, completed, timedOut, failed } = simulation.measures;
  return gprs === 0 ? done : (done * (1 + (completed + timedOut + failed) / gprs)) / 2;
}
