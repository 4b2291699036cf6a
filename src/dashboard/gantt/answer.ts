// The answer of GET /sim/gantt.

export interface GanttRow {
  /** Null for a workspace that the caller may not see. */
  readonly name: string | null;
  readonly cluster: string | null;
  /** GPUs of the node; for a workspace, the most lanes that it needs. */
  readonly lanes: number;
  /** When the node was or will be down, ms since the start; null = no repair is foreseen. */
  readonly down: readonly (readonly [fromMs: number, toMs: number | null])[];
}

export interface GanttGpr {
  /** Null if the caller may not see the workspace. */
  readonly gprId: string | null;
  readonly gprName: string | null;
  readonly workspace: string | null;
  readonly priority: number;
}

/** Columns of equal length: a bar is a number of GPUs of a row that one attempt holds. */
export interface BarColumns {
  readonly row: readonly number[];
  readonly lane: readonly number[];
  readonly lanes: readonly number[];
  readonly fromMs: readonly number[];
  /** Null while the attempt runs. */
  readonly toMs: readonly (number | null)[];
  /** Index in `gprs`; −1 for a merged bar. */
  readonly gpr: readonly number[];
  /** How the attempt ended; see ends.ts. */
  readonly end: readonly string[];
  /** 1 if the bar is of the forecast. */
  readonly planned: readonly number[];
  /** How many attempts a merged bar contains. */
  readonly count: readonly number[];
}

export interface GanttAnswer {
  readonly branch: number;
  readonly seq: number;
  readonly nowMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Some rows of the chart, side by side. */
  readonly rows: readonly GanttRow[];
  /** How many rows the whole chart has. */
  readonly rowsTotal: number;
  readonly bars: BarColumns;
  readonly gprs: readonly GanttGpr[];
}
