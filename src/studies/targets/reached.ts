// Whether variants reach targets: the mean over the seeds and its interval, compared to the bound.

import type { Figures, PartFigures } from '../figure-catalogue.ts';
import { type Interval, intervalOf } from '../statistics/interval.ts';
import { without } from '../statistics/part-means.ts';
import { MEASURES } from './measures.ts';
import { PARTS, type Target } from './target.ts';

/** `yes for less work`: the variant leaves out work that another one runs. */
export type Verdict = 'yes' | 'yes for less work' | 'no' | 'not sure';

export interface Reached extends Interval {
  /** The name of the part; undefined of the whole world. */
  readonly part: string | undefined;
  readonly reached: Verdict;
  /** The number of runs that reach the target, and of all runs. Without a dependence on seeds, equal runs count, too. */
  readonly runsReached: number;
  readonly runs: number;
  /** The number of runs without a value, such as a wait where no GPR started. `mean` is over the others, NaN without any. */
  readonly missing: number;
}

/** GPRs of the part that had not started at the end of the run: still Queued, Failed or removed. */
export interface NotStarted extends Interval {
  /** The mean number of all GPRs of the part. */
  readonly gprs: number;
}

/** The GPRs of a run, and how many of them never started. */
export interface Counts {
  readonly gprs: number;
  readonly notStarted: number;
}

/** @param part the name of the part that the target means; undefined for the whole world */
export function sampleOf(target: Target, part: string | undefined, figures: Figures): number | null {
  const places = MEASURES[target.measure].statistics[target.statistic];
  return part === undefined ? places.ofRun!(figures) : places.ofPart!(partOf(target, part, figures));
}

/** @param part as in `sampleOf` */
export function countsOf(target: Target, part: string | undefined, figures: Figures): Counts {
  const { gprs, started } =
    part === undefined ? { gprs: figures.gprs, started: figures.placed } : partOf(target, part, figures);
  return { gprs, notStarted: Math.max(0, gprs - started) };
}

/** @param counts of the runs of one variant */
export function notStartedOf(counts: readonly Counts[]): NotStarted {
  const interval = intervalOf(counts.map(({ notStarted }) => notStarted));
  return { ...interval, gprs: intervalOf(counts.map(({ gprs }) => gprs)).mean };
}

function partOf(target: Target, part: string, figures: Figures): PartFigures {
  const kind = PARTS.find((known) => target.part[known] !== undefined)!;
  return figures.parts[`${kind}s`].find(({ name }) => name === part) ?? without(part);
}

/**
 * @param samples of the runs of one variant; null = no value
 * @param isDrawn whether seeds change figures; if not, one run is enough
 */
export function reachedBy(
  target: Target,
  part: string | undefined,
  samples: readonly (number | null)[],
  isDrawn: boolean,
): Reached {
  const values = samples.filter((value) => value !== null);
  const missing = samples.length - values.length;
  const interval = values.length === 0 ? { mean: Number.NaN, halfWidth: null } : intervalOf(values);
  const runsReached = values.filter((value) => isWithin(value, target)).length;
  const base = { ...interval, part, missing, runsReached, runs: samples.length };
  const isSingle = isDrawn && values.length === 1;
  const reached = missing > 0 ? 'no' : isSingle ? 'not sure' : verdictOf(interval, target);
  return { ...base, reached };
}

function verdictOf({ mean, halfWidth }: Interval, target: Target): Verdict {
  // No figure is below 0.
  const low = isWithin(Math.max(0, mean - (halfWidth ?? 0)), target);
  const high = isWithin(mean + (halfWidth ?? 0), target);
  if (low !== high) return 'not sure';
  return low ? 'yes' : 'no';
}

function isWithin(value: number, { operator, bound }: Target): boolean {
  if (operator === '<') return value < bound;
  if (operator === '<=') return value <= bound;
  return operator === '>' ? value > bound : value >= bound;
}
