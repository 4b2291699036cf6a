// What a run came to, in figures that are the same whoever runs it, wherever.

import type { Simulation, Summary } from '../../sim/index.ts';

/** Those of a run that stand for themselves: the rest is a curve. */
export interface Figures extends Omit<Summary, 'utilizationOverTime'> {
  /** GPRs that have not ended: without GPUs, and with. */
  readonly waiting: number;
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
