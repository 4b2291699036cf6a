// The figures of a run and of its parts. Each is declared once: tables, CSV, comparisons, targets and reports take them from here, in
// this order.

import { type PartMeasure, type Summary, WAIT_PERCENTILES } from '../../sim/index.ts';
import { NONE, spanOrNone } from '../looks/span.ts';

/** The figures of a run, equal on every machine, without the curve of the utilization. */
export interface Figures extends Omit<Summary, 'utilizationOverTime'> {
  /** Measured GPRs without GPUs at the end of the run. */
  readonly waiting: number;
  /** Measured GPRs with GPUs at the end of the run. */
  readonly running: number;
  /** Without workspaces if there are many; see `hasFewWorkspaces`. */
  readonly parts: Parts;
  readonly facts: number;
  readonly hash: string;
}

/** Figures of a part of a run. Waits and counts are of the measured GPRs of the part. */
export interface PartFigures extends Omit<PartMeasure, 'part'> {
  /** A cluster or workspace; a pool is named `cluster/instanceType`. */
  readonly name: string;
}

export interface Parts {
  readonly pools: readonly PartFigures[];
  readonly clusters: readonly PartFigures[];
  readonly workspaces: readonly PartFigures[];
}

export type RunFigure = Exclude<keyof Figures, 'parts' | 'facts' | 'hash'>;
export type PartFigure = Exclude<keyof PartFigures, 'name'>;
export type FigureKind = 'time' | 'share' | 'number';

interface Declared {
  /** In the head of a row or a column. */
  readonly label: string;
  readonly kind: FigureKind;
  /** How a target names it. */
  readonly target?: string;
}

export interface DeclaredOfRun extends Declared {
  /** A comparison has a row for each figure with a direction. */
  readonly better?: 'lower' | 'higher';
  /** Whether a comparison has no row if it is 0 in every run. */
  readonly isHiddenIfZero?: true;
  /** What it means nothing without: arrivals and ends at definite instants, or nodes that can be the wrong place. */
  readonly needs?: 'times' | 'places';
}

interface DeclaredOfPart extends Declared {
  /** Whether it has a column without definite arrivals and ends, and one for workspaces, which have no nodes. */
  readonly isTimeless?: true;
  readonly isOfNodes?: true;
  readonly text: (value: number | null) => string;
}

/** A mean count has a digit after the point. */
export const countText = (count: number | null) =>
  count === null ? NONE : Number.isInteger(count) ? `${count}` : count.toFixed(1);
export const shareText = (share: number | null) => (share === null ? NONE : `${(share * 100).toFixed(1)} %`);
export const loadText = (load: number | null) => load?.toFixed(2) ?? NONE;
const queueText = (length: number | null) => length?.toFixed(length < 10 ? 2 : 1) ?? NONE;
const hoursText = (hours: number | null) => hours?.toFixed(1) ?? NONE;

type Percentiles<Words> = { readonly [Name in `waitMsP${(typeof WAIT_PERCENTILES)[number]}`]: Words };

function percentiles<Words>(
  declared: (name: string, figure: RunFigure & PartFigure) => Words,
): Percentiles<Words> {
  const figures = WAIT_PERCENTILES.map((which) => [`p${which}`, `waitMsP${which}`] as const);
  return Object.fromEntries(
    figures.map(([name, figure]) => [figure, declared(name, figure)]),
  ) as Percentiles<Words>;
}

/** The waits that tables and comparisons show beside the mean. */
export const SHOWN_WAITS: readonly (RunFigure & PartFigure)[] = ['waitMsP95'];

const OF_TIMES = { kind: 'time', needs: 'times' } as const;

export const RUN_FIGURES: Readonly<Record<RunFigure, DeclaredOfRun>> = {
  gprs: { label: 'GPRs created', kind: 'number' },
  placed: { label: 'placed', kind: 'number' },
  waitMsMean: { label: 'mean wait', better: 'lower', target: 'mean(wait)', ...OF_TIMES },
  ...percentiles(
    (name, figure): DeclaredOfRun => ({
      label: `${name} wait`,
      ...(SHOWN_WAITS.includes(figure) && { better: 'lower' }),
      target: `${name}(wait)`,
      ...OF_TIMES,
    }),
  ),
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

const COUNT = { kind: 'number', text: countText } as const;
const WAIT = { kind: 'time', text: spanOrNone } as const;

export const PART_FIGURES: Readonly<Record<PartFigure, DeclaredOfPart>> = {
  gprs: { label: 'GPRs', isTimeless: true, ...COUNT },
  started: { label: 'started', isTimeless: true, ...COUNT },
  waitMsMean: { label: 'wait', target: 'mean(wait)', ...WAIT },
  ...percentiles((name): DeclaredOfPart => ({ label: name, target: `${name}(wait)`, ...WAIT })),
  queueLengthMean: { label: 'queue', kind: 'number', target: 'mean(queue)', text: queueText },
  queueLengthMax: { label: 'longest', target: 'max(queue)', ...COUNT },
  evictions: { label: 'evicted', target: 'evictions', ...COUNT },
  gpuHours: { label: 'GPU hours', kind: 'number', isTimeless: true, text: hoursText },
  utilization: {
    label: 'used',
    kind: 'share',
    target: 'utilization',
    isTimeless: true,
    isOfNodes: true,
    text: shareText,
  },
  offeredLoad: { label: 'offered', kind: 'share', target: 'load', isOfNodes: true, text: loadText },
};

const namesOf = <Name extends string>(declared: Readonly<Record<Name, unknown>>) =>
  Object.keys(declared) as Name[];

export const RUN_FIGURE_NAMES = namesOf(RUN_FIGURES);
/** Also the columns of CSV. */
export const PART_FIGURE_NAMES = namesOf(PART_FIGURES);
