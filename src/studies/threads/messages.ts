import type { MeasureWindow, Scenario } from '../../../sim/index.ts';
import type { GivenModule } from '../../modules/given.ts';
import type { Figures } from '../catalogue.ts';
import type { GridRun } from '../grid.ts';
import type { Pictures } from '../pictures.ts';

/** The data that a thread starts with. */
export interface Task {
  /** The modules of the process, which each thread loads. */
  readonly modules: readonly GivenModule[];
  readonly untilMs: number;
  readonly window: MeasureWindow;
}

/** A message to a thread after its last run: repeat the first run that had a module. */
export const REPEAT = 'repeat';

/** A message to a thread: its next run. */
export interface RunOrder {
  /** Index in the grid. */
  readonly index: number;
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
  /** Present only at the end, if a policy of one's own failed, or a repetition has other facts: why. */
  readonly failure?: string | undefined;
  /** Present only at the end. */
  readonly figures?: Figures;
  readonly pictures?: Pictures;
  /** Present only at the end of a repetition: the index in the grid of the repeated run, if any. */
  readonly repeated?: { readonly index: number | undefined };
}
