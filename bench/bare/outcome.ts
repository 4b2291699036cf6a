// What a run to the end comes to, for the engine and the bare loop to agree on.

import type { Simulation } from '../../sim/index.ts';

/** Instants and durations in ms. */
export interface Outcome {
  /** Arrivals, and what happened to GPRs by itself: Successful, idle, ended. */
  readonly events: number;
  readonly starts: number;
  /** GPRs that started at least once. */
  readonly placed: number;
  readonly completed: number;
  readonly timedOut: number;
  readonly failed: number;
  readonly evictions: number;
  readonly requeues: number;
  readonly lastMs: number;
  /** From creation to first start, over all that were placed; null where none was. */
  readonly waitMsMean: number | null;
}

/** The outcome of a world that has run to its end. */
export function outcomeOf(simulation: Simulation): Outcome {
  const { placed, completed, timedOut, failed, evictions, requeues, waitMsMean, simMs } =
    simulation.measures.summary();
  return {
    events: simulation.events,
    // Every start has come to an end or to a requeue.
    starts: completed + timedOut + failed + requeues,
    placed,
    completed,
    timedOut,
    failed,
    evictions,
    requeues,
    lastMs: simMs,
    waitMsMean,
  };
}

/** @throws Error that names what differs */
export function mustAgree(engine: Outcome, bare: Outcome): void {
  const different = (Object.keys(engine) as (keyof Outcome)[]).filter((key) => engine[key] !== bare[key]);
  if (different.length === 0) return;
  const told = different.map((key) => `${key} ${engine[key]} and ${bare[key]}`);
  throw new Error(`the engine and the bare loop differ: ${told.join(', ')}`);
}
