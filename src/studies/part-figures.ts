/** Figures of a part of a run: a pool, a cluster or a workspace. Waits and counts are of the measured GPRs of the part. */
export interface PartFigures {
  /** A cluster or workspace; a pool is named `cluster/instanceType`. */
  readonly name: string;
  readonly gprs: number;
  readonly started: number;
  readonly waitMsMean: number | null;
  readonly waitMsP50: number | null;
  readonly waitMsP95: number | null;
  readonly waitMsP99: number | null;
  /** Allocated GPU time ÷ GPU time there is, 0 … 1; null for a workspace. */
  readonly utilization: number | null;
  /** Mean number of waiting GPRs over the measured window, and the greatest. */
  readonly queueLengthMean: number;
  readonly queueLengthMax: number;
  readonly evictions: number;
  /** Allocated GPU hours. */
  readonly gpuHours: number;
  /** GPU time that the measured GPRs need ÷ GPU time there is; null for a workspace. */
  readonly offeredLoad: number | null;
}

export interface Parts {
  readonly pools: readonly PartFigures[];
  readonly clusters: readonly PartFigures[];
  readonly workspaces: readonly PartFigures[];
}
