/** The part of a run that is measured: the instants from `fromMs` on and before `toMs`. */
export interface MeasureWindow {
  readonly fromMs: number;
  /** NEVER = the end of the run, included. */
  readonly toMs: number;
}
