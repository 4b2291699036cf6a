// How two futures of a world differ, or two branches: `without` and `with` the changes.

import type { FactView, GprState, Knowing, Summary } from '../../sim/index.ts';
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

/** The figures of one future. Waits are those of the GPRs that start in it for the first time. */
export interface FutureFigures
  extends Pick<
    Summary,
    | ('gprs' | 'placed' | 'completed' | 'timedOut' | 'failed' | 'evictions' | 'requeues')
    | ('waitMsMean' | 'waitMsP95' | 'waitMsMax' | 'utilization')
  > {
  /** GPRs without GPUs at the end, and with GPUs. */
  readonly waiting: number;
  readonly running: number;
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

export const ROWS_MAX = 1_000;

/** Of a chart. */
export const CHART_ROWS_MAX = 400;
