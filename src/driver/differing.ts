// How two futures of a world differ, or two branches: `without` and `with` the changes.

import type { FactView, GprState, Knowing } from '../../sim/index.ts';
import type { FutureFigure, FutureFigures } from '../wire/run-figures.ts';
import type { GanttChart } from './charted.ts';

/** How a GPR differs `with` the changes: the first effect of this list that applies. */
export const EFFECTS = [
  /** It exists only with the changes, or only without them. */
  'new',
  'gone',
  /** It starts only with the changes, or only without them. */
  'started',
  'notStarted',
  /** It starts earlier, or later. */
  'earlier',
  'later',
  /** It starts at the same instant. It is evicted more often, queued again more often, or either less often. */
  'evicted',
  'requeued',
  'spared',
  /** Only its end differs: earlier, later, or in another state. */
  'endsEarlier',
  'endsLater',
  'endsOtherwise',
] as const;

export type Effect = (typeof EFFECTS)[number];

/** The GPRs of a workspace that differ, and their waits. */
export interface WorkspaceSum {
  readonly workspace: string;
  /** GPRs that start later or not, or are evicted or queued again more often. */
  readonly worse: number;
  /** GPRs that start earlier, or only with the changes, or are evicted or queued again less often. */
  readonly better: number;
  readonly otherwise: number;
  /** How much longer the GPRs are queued with the changes, ms of all together. */
  readonly waitMs: number;
}

/** What happens to a GPR in one of the futures. */
export interface Outlook {
  /** The start of the attempt that runs at the beginning, or the first start after it; null = it does not start. */
  readonly startMs: number | null;
  /** null = it does not end. */
  readonly endMs: number | null;
  /** At the end of the comparison. `Removed`: a DELETE or a burst removes the GPR while it is queued. */
  readonly state: GprState | 'Removed';
  /** How often another GPR takes its GPUs. */
  readonly evictions: number;
  /** How often it is queued again for any reason. */
  readonly requeues: number;
}

/** A pair of values, for the future without the changes and the one with them; of branches, for the current and the other one. */
export interface Both<T> {
  readonly without: T;
  readonly with: T;
}

export interface DifferingGpr extends Both<Outlook | null> {
  readonly gprId: string;
  readonly gprName: string;
  readonly workspace: string;
  readonly effect: Effect;
  /** How far its start moves, else its end, ms: positive = later. null: it exists, starts or ends in one future only. */
  readonly shiftMs: number | null;
  /** Whether it can be read now: it exists at the beginning of the futures, or in the current branch. */
  readonly exists: boolean;
}

export interface Differences {
  /** The current branch, and the number of its facts at the beginning of the comparison. */
  readonly branch: number;
  readonly seq: number;
  /** Where the comparison begins and ends; the end includes all that happens at its instant. */
  readonly atMs: number;
  readonly untilMs: number;
  readonly knowing: Knowing;
  readonly counts: Readonly<Record<Effect, number>>;
  /** How much longer GPRs are queued with the changes, from the beginning to the end, ms of all GPRs together. */
  readonly waitMs: number;
  /** At most ROWS_MAX: first those whose GPRs wait longest beyond what they wait without the changes. */
  readonly workspaces: readonly WorkspaceSum[];
  /** At most ROWS_MAX: first the GPRs that exist at the beginning or that requests create, then the greatest shifts. */
  readonly rows: readonly DifferingGpr[];
  readonly rowsTotal: number;
  readonly figures: Both<FutureFigures>;
  /** The first fact that differs, null where no further fact follows; null if all facts are the same. */
  readonly firstDifference: Both<FactView | null> | null;
  /** From the beginning to the end, or up to the instant at which one of them would have too many attempts. null = not wanted. */
  readonly charts: Both<GanttChart> | null;
}

/** Of a value in many futures: in one of ten it is less than `p10`, in one of ten more than `p90`. */
export interface Spread {
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

/** How much more a value is with the changes, over pairs of futures. */
export interface LikelyEffect extends Spread {
  /** Shares of the futures in which it is less, and more. */
  readonly less: number;
  readonly more: number;
  /** Whether all from `p10` to `p90` is more than 0, or less: otherwise, no difference is shown. */
  readonly shown: boolean;
  /** To what more futures lean than chance explains; null = neither. */
  readonly tends: 'less' | 'more' | null;
}

/** A GPR that exists at the beginning. */
export interface MovedGpr {
  readonly gprId: string;
  readonly gprName: string;
  readonly workspace: string;
  /** `change`: it differs even if nothing else happens. `ripple`: it differs only by what follows in some of the futures. */
  readonly by: 'change' | 'ripple';
  /**
   * How far its start moves if nothing else happens, ms: positive = later. If it holds GPUs at the beginning, its end. What comes after
   * the end of the futures counts as coming then. null: with `ripple`, and if it is removed or ends before it
   * starts, or holds GPUs and fails on one side only.
   */
  readonly directMs: number | null;
  /** The same, over the futures; null if more than a tenth of these have none. */
  readonly shiftMs: LikelyEffect | null;
  /** Share of the futures in which what moves is later than their end, with or without the changes: it moves at least as far. 0 … 1 */
  readonly open: number;
  /** Share of the futures in which it fails only with the changes, less those in which it fails only without them. −1 … 1 */
  readonly failsMore: number;
}

/** What the changes of an alternative do. */
export interface Alternative {
  readonly name: string;
  /** Number of the futures that refuse a change, and go on without it. */
  readonly refused: number;
  /** Of all GPRs together, as in `Differences`. */
  readonly waitMs: LikelyEffect;
  /** null = no future has the figure with and without the changes. */
  readonly figures: Readonly<Record<FutureFigure, LikelyEffect | null>>;
  /** The GPRs that differ in a future. */
  readonly counts: Readonly<Record<Effect, LikelyEffect>>;
  /** At most ROWS_MAX: first those that the changes themselves move, then the greatest medians. */
  readonly gprs: readonly MovedGpr[];
  readonly gprsTotal: number;
}

/** The differences of many futures, which are drawn from what has been seen. */
export interface LikelyDifferences extends Pick<Differences, 'branch' | 'seq' | 'atMs' | 'untilMs'> {
  /** Number of futures. */
  readonly samples: number;
  /** What they are drawn from. */
  readonly seen: { readonly lives: number; readonly arrivals: number };
  /** The figures of the futures without changes. */
  readonly without: Readonly<Record<FutureFigure, Spread | null>>;
  readonly alternatives: readonly Alternative[];
}

export const ROWS_MAX = 1_000;

/** Of a chart. */
export const CHART_ROWS_MAX = 400;
