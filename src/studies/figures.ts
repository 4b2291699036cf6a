import { type MeasureWindow, NEVER, type Simulation, type Summary } from '../../sim/index.ts';

export const WHOLE_RUN: MeasureWindow = { fromMs: 0, toMs: NEVER };

/** The figures of a run, equal on every machine, without the curve of the utilization. */
export interface Figures extends Omit<Summary, 'utilizationOverTime'> {
  /** Measured GPRs without GPUs at the end of the run. */
  readonly waiting: number;
  /** Measured GPRs with GPUs at the end of the run. */
  readonly running: number;
  readonly facts: number;
  readonly hash: string;
}

/** @param window the one that the simulation measures */
export function figuresOf(
  simulation: Simulation,
  window: MeasureWindow = WHOLE_RUN,
): Figures & Pick<Summary, 'utilizationOverTime'> {
  const {
    Queued = 0,
    Provisioning = 0,
    Successful = 0,
  } = simulation.views.countStates(window.fromMs, window.toMs);
  const { hash, seq: facts } = simulation.clock();
  return {
    ...simulation.measures.summary(),
    waiting: Queued,
    running: Provisioning + Successful,
    facts,
    hash,
  };
}
