import type { Simulation, Summary } from '../../sim/index.ts';

/** The figures of a run, equal on every machine, without the curve of the utilization. */
export interface Figures extends Omit<Summary, 'utilizationOverTime'> {
  /** GPRs without GPUs at the end of the run. */
  readonly waiting: number;
  /** GPRs with GPUs at the end of the run. */
  readonly running: number;
  readonly facts: number;
  readonly hash: string;
}

export function figuresOf(simulation: Simulation): Figures & Pick<Summary, 'utilizationOverTime'> {
  const { Queued = 0, Provisioning = 0, Successful = 0 } = simulation.views.countStates();
  const { hash, seq: facts } = simulation.clock();
  return {
    ...simulation.measures.summary(),
    waiting: Queued,
    running: Provisioning + Successful,
    facts,
    hash,
  };
}
