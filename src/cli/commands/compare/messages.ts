// What a comparison and its threads tell each other.

import type { Scenario } from '../../../../sim/index.ts';
import type { Figures } from '../../../compare/figures.ts';

/** What a thread is started with; each message to it is a run of the grid. */
export interface Task {
  readonly scenario: Scenario;
  readonly untilMs: number;
}

/** What a thread says of its run, now and then and at the end. */
export interface Said {
  readonly events: number;
  /** Part of the run that is done; null = its end is not known. */
  readonly done: number | null;
  /** Only at the end. */
  readonly figures?: Figures;
}
