// The figures of runs and of futures. Each is declared once: schemas, their descriptions, tables, CSV, comparisons, targets, reports
// and the page take them from here.

import type { Simulation, Summary } from '../../sim/index.ts';

/** Means, percentiles and shares are null if nothing was counted for them. */
export interface RunFigures extends Omit<Summary, 'utilizationOverTime'> {
  /** Measured GPRs without GPUs at the end, and with GPUs. */
  readonly waiting: number;
  readonly running: number;
}

export type RunFigure = keyof RunFigures;
export type FigureKind = 'time' | 'share' | 'number';

/** What the figures of runs and those of their parts declare. */
export interface DeclaredFigure {
  /** In the head of a row or a column. */
  readonly label: string;
  readonly kind: FigureKind;
  /** How a target names it. */
  readonly target?: string;
}

export interface DeclaredOfRun extends DeclaredFigure {
  /** A comparison has a row for each figure with a direction. */
  readonly better?: 'lower' | 'higher';
  /** Whether a comparison has no row if it is 0 in every run. */
  readonly isHiddenIfZero?: true;
  /** What it means nothing without: arrivals and ends at definite instants, or nodes that can be the wrong place. */
  readonly needs?: 'times' | 'places';
}

const OF_TIMES = { kind: 'time', needs: 'times' } as const;

/** In the order of reports and comparisons. */
export const RUN_FIGURES: Readonly<Record<RunFigure, DeclaredOfRun>> = {
  gprs: { label: 'GPRs created', kind: 'number' },
  placed: { label: 'placed', kind: 'number' },
  waitMsMean: { label: 'mean wait', better: 'lower', target: 'mean(wait)', ...OF_TIMES },
  waitMsP50: { label: 'p50 wait', target: 'p50(wait)', ...OF_TIMES },
  waitMsP95: { label: 'p95 wait', better: 'lower', target: 'p95(wait)', ...OF_TIMES },
  waitMsP99: { label: 'p99 wait', target: 'p99(wait)', ...OF_TIMES },
  waitMsMax: { label: 'longest wait', target: 'max(wait)', ...OF_TIMES },
  flowMsMean: { label: 'mean flow', better: 'lower', target: 'mean(flow)', ...OF_TIMES },
  boundedSlowdownMean: {
    label: 'bounded slowdown',
    kind: 'number',
    better: 'lower',
    needs: 'times',
    target: 'mean(slowdown)',
  },
  boundedSlowdownMax: {
    label: 'highest slowdown',
    kind: 'number',
    better: 'lower',
    needs: 'times',
    target: 'max(slowdown)',
  },
  utilization: { label: 'utilization', kind: 'share', better: 'higher', target: 'utilization' },
  fragmentation: {
    label: 'fragmentation',
    kind: 'share',
    better: 'lower',
    needs: 'places',
    target: 'fragmentation',
  },
  allocatedAtEnd: {
    label: 'allocated at the end',
    kind: 'share',
    better: 'higher',
    isHiddenIfZero: true,
    target: 'allocated',
  },
  evictions: { label: 'evictions', kind: 'number', better: 'lower', needs: 'times', target: 'evictions' },
  requeues: { label: 'requeues', kind: 'number', needs: 'times' },
  completed: { label: 'completed', kind: 'number', better: 'higher', needs: 'times', target: 'completed' },
  timedOut: { label: 'timed out', kind: 'number', needs: 'times' },
  failed: { label: 'failed', kind: 'number', target: 'failed' },
  estimateAnswers: { label: 'estimates asked', kind: 'number' },
  estimateErrorMsP50: { label: 'estimate error', better: 'lower', ...OF_TIMES },
  estimateErrorMsMean: { label: 'mean estimate error', ...OF_TIMES },
  waiting: { label: 'waiting at the end', kind: 'number', better: 'lower', target: 'waiting' },
  running: { label: 'with GPUs at the end', kind: 'number' },
  simMs: { label: 'simulated', better: 'lower', target: 'makespan', ...OF_TIMES },
};

export const RUN_FIGURE_NAMES = Object.keys(RUN_FIGURES) as RunFigure[];

/** The waits that tables and comparisons show beside the mean. */
export const SHOWN_WAITS = ['waitMsP95'] as const satisfies readonly RunFigure[];

interface DeclaredOfFuture {
  /** What the interface description has of it, with an example. */
  readonly text: string;
  readonly example: number;
  /** Its name on the page, which shows only figures with a name. */
  readonly name?: string;
  /** Whether more of it is worse (1), better (−1), or neither. */
  readonly worse?: 1 | 0 | -1;
}

/** The figures of a future, in the order of answers and tables. Waits are those of the GPRs that start in it for the first time. */
const OF_FUTURES = {
  gprs: { text: 'The number of GPRs that are created.', example: 12 },
  placed: { text: 'The number of GPRs that start for the first time.', example: 11 },
  completed: {
    text: 'The number of GPRs that end as Complete.',
    example: 10,
    name: 'Complete GPRs',
    worse: -1,
  },
  timedOut: { text: 'The number of GPRs that end as TimedOut.', example: 1, name: 'TimedOut', worse: 1 },
  failed: { text: 'The number of GPRs that end as Failed.', example: 0, name: 'Failed', worse: 1 },
  evictions: { text: 'The number of evictions.', example: 2, name: 'Evictions', worse: 1 },
  requeues: {
    text: 'How often GPRs are queued again for any reason.',
    example: 2,
    name: 'Requeues',
    worse: 1,
  },
  waiting: { text: 'The number of queued GPRs at the end.', example: 1, name: 'Queued at the end', worse: 1 },
  running: { text: 'The number of GPRs that hold GPUs at the end.', example: 3 },
  waitMsMean: {
    text: 'The mean wait of the GPRs that start for the first time, in simulated milliseconds; null without one.',
    example: 20_000,
    name: 'Mean wait',
    worse: 1,
  },
  waitMsP95: {
    text: 'The 95th percentile of these waits.',
    example: 60_000,
    name: '95 % wait less than',
    worse: 1,
  },
  waitMsMax: { text: 'The longest of these waits.', example: 90_000 },
  utilization: {
    text: 'The allocated share of the GPUs of nodes that are up; null without such GPUs.',
    example: 0.75,
    name: 'Utilization',
    worse: 0,
  },
} as const satisfies Readonly<Partial<Record<RunFigure, DeclaredOfFuture>>>;

export type FutureFigure = keyof typeof OF_FUTURES;
export type FutureFigures = Pick<RunFigures, FutureFigure>;

export const FUTURE_FIGURES: Readonly<Record<FutureFigure, DeclaredOfFuture>> = OF_FUTURES;
export const FUTURE_FIGURE_NAMES = Object.keys(FUTURE_FIGURES) as FutureFigure[];

/** A value for each figure of a future. */
export function eachFigure<Value>(of: (name: FutureFigure) => Value): Record<FutureFigure, Value> {
  return Object.fromEntries(FUTURE_FIGURE_NAMES.map((name) => [name, of(name)])) as Record<
    FutureFigure,
    Value
  >;
}

/** @param fromMs the window that the simulation measures; without it, the whole run */
export function figuresOf({ measures, views }: Simulation, fromMs?: number, toMs?: number) {
  const { Queued: waiting = 0, Provisioning = 0, Successful = 0 } = views.countStates(fromMs, toMs);
  return { ...measures.summary(), waiting, running: Provisioning + Successful };
}
