// Charts of the world, and of futures.

import type { GanttView } from '../../sim/index.ts';

/** What a chart of the world is about: its branch, the number of the last fact in it, and its present instant. */
export interface Charted {
  readonly branch: number;
  readonly seq: number;
  readonly nowMs: number;
  /** The scenario's start. */
  readonly start: string;
}

export interface GanttChart extends Charted, Omit<GanttView, keyof Charted> {
  readonly toMs: number;
  /** The name of each GPR of `gprs`, null for a GPR that was deleted or that the forecast makes. */
  readonly gprNames: readonly (string | null)[];
}
