// What the figures of a comparison show: the compared metrics, and remarks on them.

import { createHash } from 'node:crypto';
import { type MeasureWindow, NEVER } from '../../sim/index.ts';
import type { Figures } from './figure-catalogue.ts';
import type { Grid } from './grid.ts';
import type { Meaning } from './meaning.ts';
import type { SettingsWork } from './settings-work.ts';
import { type Metric, metricsOf } from './statistics/compared-metrics.ts';
import { type Comparison, compared } from './statistics/comparison.ts';
import { CONFIDENCE } from './statistics/interval.ts';
import { PartMeans, type VariantParts } from './statistics/part-means.ts';
import type { Steps } from './steps.ts';
import { hasNoLead } from './table/cell-text.ts';
import { type WorkRow, workRemarks, workRows } from './table/work-rows.ts';
import { Answering, type TargetAnswer, type TargetQuestion } from './targets/answer.ts';

interface ComparedRuns {
  /** The names of the scenarios, as their files have them. */
  readonly names: readonly string[];
  /** The start of the simulated time, ISO 8601. */
  readonly start: string;
  readonly grid: Grid;
  /** The remark on a workload that no seed changes. */
  readonly fixed: string | undefined;
  /** By index in the grid. */
  readonly figures: readonly Figures[];
  readonly untilMs: number;
  readonly window: MeasureWindow;
  readonly meaning: Meaning;
  readonly work: SettingsWork;
  /** undefined without targets. */
  readonly asked: TargetQuestion | undefined;
}

export interface Judged extends ComparedRuns {
  /** Whether the figures depend on the seed. */
  readonly drawn: boolean;
  readonly comparisons: readonly Comparison[];
  readonly leftOut: readonly Metric[];
  readonly remarks: readonly string[];
  /** Warnings if variants run different work, and rows above the figures that show it. */
  readonly workRemarks: readonly string[];

  readonly workRows: readonly WorkRow[];
  /** By variant: the means over its seeds. */
  readonly parts: readonly VariantParts[];
  /** Over the hashes of all runs. */
  readonly hash: string;
  /** undefined without targets. */
  readonly answer: TargetAnswer | undefined;
}

/** Judges in steps, which yield the number of runs that are done. */
export function* judging(runs: ComparedRuns): Steps<Judged> {
  const { grid, fixed, figures, untilMs, asked, work } = runs;
  const { variantCount, seeds } = grid;
  const drawn = fixed === undefined;
  const { shown, leftOut, hash } = surveyed(metricsOf(untilMs < NEVER, runs.meaning), figures);
  const comparisons: Comparison[] = [];
  for (const metric of shown) {
    const samples = Array.from({ length: variantCount }, (_, i) =>
      figures.slice(i * seeds.length, (i + 1) * seeds.length).map((run) => run[metric.metric]!),
    );
    comparisons.push(compared(metric, samples));
    yield;
  }
  const answering = asked === undefined ? undefined : new Answering(asked, grid, drawn, work);
  const parts: VariantParts[] = [];
  const gprs: number[] = [];
  for (let i = 0; i < variantCount; i++) {
    const means = new PartMeans();
    let created = 0;
    for (let seed = 0; seed < seeds.length; seed++) {
      const run = i * seeds.length + seed;
      const ofRun = figures[run];
      // Once: those of stored figures are read from their file.
      const { parts } = ofRun;
      means.add(parts);
      answering?.add({ ...ofRun, parts });
      created += ofRun.gprs;
      yield run;
    }
    gprs.push(created / seeds.length);
    parts.push({ name: variantCount === 1 ? '' : grid.shortName(i), parts: means.means() });
  }
  const { unit } = runs.meaning;
  const remarks = remarksOf({ grid, fixed, leftOut, comparisons });
  const ofWork = { workRemarks: workRemarks(work, unit), workRows: workRows(work, grid, gprs, unit) };
  const answer = answering?.answer();
  return { ...runs, drawn, comparisons, leftOut, remarks, ...ofWork, parts, hash, answer };
}

/**
 * Splits metrics: `shown` have a sample in every run, `leftOut` in some runs only. A metric that is hidden if zero is in neither
 * if it is 0 in every run. `hash` is SHA-256, first 32 hex digits, of the hashes of all runs in the order of the grid, one per line.
 */
function surveyed(offered: readonly Metric[], figures: readonly Figures[]) {
  const having = offered.map(() => 0);
  const isHidden = offered.map(({ isHiddenIfZero = false }) => isHiddenIfZero);
  const hash = createHash('sha256');
  for (const run of figures) {
    hash.update(`${run.hash}\n`);
    for (const [m, metric] of offered.entries()) {
      const sample = run[metric.metric];
      if (sample !== null) having[m] += 1;
      if (sample !== null && sample !== 0) isHidden[m] = false;
    }
  }
  return {
    shown: offered.filter((_, m) => having[m] === figures.length && !isHidden[m]),
    leftOut: offered.filter((_, m) => having[m] > 0 && having[m] < figures.length && !isHidden[m]),
    hash: hash.digest('hex').slice(0, 32),
  };
}

interface Circumstances {
  readonly grid: Grid;
  readonly fixed: string | undefined;
  readonly leftOut: readonly Metric[];
  readonly comparisons: readonly Comparison[];
}

function remarksOf({ grid: { variantCount, seeds }, fixed, leftOut, comparisons }: Circumstances): string[] {
  const remarks: string[] = [];
  if (fixed !== undefined) {
    remarks.push(
      fixed,
      'Its figures have no interval and no winner: differences between them are not due to chance.',
    );
  } else if (seeds.length === 1) {
    remarks.push('One seed gives no interval and no winner; give more seeds, such as --seeds 1..20.');
  } else {
    remarks.push(`± is half of a ${CONFIDENCE * 100} % interval over ${seeds.length} seeds (Student's t).`);
    if (variantCount > 1) {
      remarks.push(
        '* marks a winner: its mean lead over each other variant, computed seed by seed, has an interval above 0.',
      );
    }
    if (variantCount > 2) {
      remarks.push(
        '= marks the best variant and those not shown to be worse, in rows without a winner but with a worse variant.',
      );
    }
  }
  if (variantCount > 1 && comparisons.some(hasNoLead)) {
    const why = seeds.length > 1 ? ', because the difference is the same with every seed' : '';
    remarks.push(`– as a lead: the difference between the best two has no interval${why}.`);
  }
  if (leftOut.length > 0) {
    remarks.push(
      `Metrics left out, because some runs have no value for them: ${leftOut.map(({ label }) => label).join(', ')}.`,
    );
  }
  return remarks;
}
