import type { MeasureWindow, Scenario } from '../../../sim/index.ts';
import type { Figures } from '../figures.ts';
import type { Pictures } from '../pictures.ts';

/** The data that a thread starts with. Each message to the thread is a run of the grid. */
export interface Task {
  readonly scenario: Scenario;
  readonly untilMs: number;
  readonly window: MeasureWindow;
  /** Runs with this seed report their pictures; null = no run does. */
  readonly picturedSeed: number | null;
}

/** A thread's report of its run: repeated while the run lasts, and once at the end. */
export interface RunReport {
  readonly events: number;
  /** The completed share of the run, 0 to 1; null if its end is unknown. */
  readonly done: number | null;
  /** Present only at the end. */
  readonly figures?: Figures;
  readonly pictures?: Pictures;
}
