import type { Simulation } from '../../sim/index.ts';

/** Result of a complete run, the same for the engine and the bare loop. Instants and durations are in ms. */
export interface Outcome {
  /** Arrivals and timer events of GPRs: Successful, idle, ended. */
  readonly events: number;
  readonly starts: number;
  readonly placed: number;
  readonly completed: number;
  readonly timedOut: number;
  readonly failed: number;
  readonly evictions: number;
  readonly requeues: number;
  readonly lastMs: number;
  /** From creation to first start, for GPRs that started; null if none did. */
  readonly waitMsMean: number | null;
}

export function outcomeOf(simulation: Simulation): Outcome {
  const { placed, completed, timedOut, failed, evictions, requeues, waitMsMean, simMs } =
    simulation.measures.summary();
  return {
    events: simulation.events,
    // Every start was followed by an end or a requeue.
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

/** @throws Error with the members that differ */
export function mustAgree(engine: Outcome, bare: Outcome): void {
  const different = (Object.keys(engine) as (keyof Outcome)[]).filter((key) => engine[key] !== bare[key]);
  if (different.length === 0) return;
  const differences = different.map((key) => `${key} ${engine[key]} and ${bare[key]}`);
  throw new Error(`the engine and the bare loop differ: ${differences.join(', ')}`);
}
