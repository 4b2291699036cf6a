import type { MeasureWindow, Scenario } from '../../../sim/index.ts';
import type { GivenModule } from '../../modules/given.ts';
import type { Figures } from '../figure-catalogue.ts';
import type { GridRun } from '../grid.ts';
import type { Pictures } from '../pictures.ts';

/** The data that a thread starts with. */
export interface Task {
  /** The modules of the process, which each thread loads. */
  readonly modules: readonly GivenModule[];
  readonly untilMs: number;
  readonly window: MeasureWindow;
}

/** A message to a thread: its next run. */
export interface RunOrder {
  readonly run: GridRun;
  /** The scenario of the run's setting; absent if it is the one of the thread's run before. */
  readonly scenario?: Scenario;
  /** Whether the run reports its pictures. */
  readonly isPictured: boolean;
}

/** A thread's report of its run: repeated while the run lasts, and once at the end. */
export interface RunReport {
  readonly events: number;
  /** The completed share of the run, 0 to 1; null if its end is unknown. */
  readonly done: number | null;
  /** Present only at the end, if a policy of one's own failed: why. */
  readonly failure?: string | undefined;
  /** Present only at the end. */
  readonly figures?: Figures;
  readonly pictures?: Pictures;
}
