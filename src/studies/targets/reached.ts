// Whether variants reach targets: the mean over the seeds and its interval, compared to the bound.

import type { Figures, PartFigures } from '../catalogue.ts';
import { CONFIDENCE, type Interval, intervalOf } from '../statistics/interval.ts';
import { without } from '../statistics/part-means.ts';
import { studentT } from '../statistics/student.ts';
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
  /** Estimated number of further seeds that would make a doubtful verdict sure; null if that is unknown, not needed or too low to name. */
  readonly moreSeeds: number | null;
  /** Whether there are too few seeds for that estimate. */
  readonly tooFewSeeds: boolean;
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
  if (reached !== 'not sure') return { ...base, reached, moreSeeds: null, tooFewSeeds: false };
  const tooFewSeeds = values.length < SEEDS_MIN || interval.halfWidth! >= interval.mean;
  return {
    ...base,
    reached,
    moreSeeds: tooFewSeeds ? null : moreSeeds(values, interval, target.bound),
    tooFewSeeds,
  };
}

/** From fewer seeds, no number of further seeds is estimated: their variance is too uncertain. */
const SEEDS_MIN = 5;

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

/** Larger numbers of seeds are not estimated. */
const SEEDS_MAX = 1_000_000;
/** Fewer further seeds than this share of the seeds are not named: they change the interval too little to rely on. */
const NAMED_SHARE_MIN = 0.2;
/** From here on, Student's t hardly changes: 1.962, towards 1.960. */
const DEGREES_MAX = 1000;

/**
 * The number of seeds beyond those of the samples whose interval would not reach the bound, if mean and variance stay the same;
 * null if it is too high to estimate or too low to name.
 */
function moreSeeds(values: readonly number[], { mean, halfWidth }: Interval, bound: number): number | null {
  const count = values.length;
  const deviation = (halfWidth! * Math.sqrt(count)) / studentT(CONFIDENCE, count - 1);
  const distance = Math.abs(mean - bound);
  const isEnough = (seeds: number) =>
    studentT(CONFIDENCE, Math.min(seeds - 1, DEGREES_MAX)) * deviation < distance * Math.sqrt(seeds);
  let high = count;
  while (!isEnough(high)) {
    high *= 2;
    if (high > SEEDS_MAX) return null;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  const more = Math.ceil(high) - count;
  return more > NAMED_SHARE_MIN * count ? more : null;
}
