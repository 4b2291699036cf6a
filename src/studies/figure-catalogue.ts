// The figures of a run with those of its parts. Tables, CSV, comparisons, targets and reports take them from here and from
// `run-figures.ts`.

import { type PartMeasure, WAIT_PERCENTILES } from '../../sim/index.ts';
import { NONE, spanOrNone } from '../looks/span.ts';
import type { DeclaredFigure, RunFigures } from '../wire/run-figures.ts';

/** The figures of a run, equal on every machine, without the curve of the utilization. */
export interface Figures extends RunFigures {
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

export type PartFigure = Exclude<keyof PartFigures, 'name'>;
interface DeclaredOfPart extends DeclaredFigure {
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

const COUNT = { kind: 'number', text: countText } as const;
const WAIT = { kind: 'time', text: spanOrNone } as const;

const PERCENTILES = Object.fromEntries(
  WAIT_PERCENTILES.map((which) => [
    `waitMsP${which}`,
    { label: `p${which}`, target: `p${which}(wait)`, ...WAIT },
  ]),
) as Record<`waitMsP${(typeof WAIT_PERCENTILES)[number]}`, DeclaredOfPart>;

export const PART_FIGURES: Readonly<Record<PartFigure, DeclaredOfPart>> = {
  gprs: { label: 'GPRs', isTimeless: true, ...COUNT },
  started: { label: 'started', isTimeless: true, ...COUNT },
  waitMsMean: { label: 'wait', target: 'mean(wait)', ...WAIT },
  ...PERCENTILES,
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

/** Also the columns of CSV. */
export const PART_FIGURE_NAMES = Object.keys(PART_FIGURES) as PartFigure[];
