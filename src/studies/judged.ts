// What the figures of a comparison show: the compared metrics, and remarks on them.

import { createHash } from 'node:crypto';
import { type MeasureWindow, NEVER } from '../../sim/index.ts';
import type { Figures } from './figures.ts';
import type { Grid } from './grid.ts';
import type { Parts } from './part-figures.ts';
import { type Metric, metricsOf } from './statistics/compared-metrics.ts';
import { type Comparison, compareBy, isDrawn, sampleOf } from './statistics/comparison.ts';
import { CONFIDENCE } from './statistics/interval.ts';
import { partMeans, type VariantParts } from './statistics/part-means.ts';

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
}

export interface Judged extends ComparedRuns {
  /** Whether the figures depend on the seed. */
  readonly drawn: boolean;
  readonly comparisons: readonly Comparison[];
  readonly leftOut: readonly Metric[];
  readonly remarks: readonly string[];
  /** By variant: the means over its seeds. */
  readonly parts: readonly VariantParts[];
  /** Over the hashes of all runs. */
  readonly hash: string;
}

export function judged(runs: ComparedRuns): Judged {
  const { grid, fixed, figures, untilMs } = runs;
  const { variantCount, seeds } = grid;
  const byVariant = Array.from({ length: variantCount }, (_, i) =>
    figures.slice(i * seeds.length, (i + 1) * seeds.length),
  );
  const drawn = fixed === undefined && (seeds.length === 1 || isDrawn(byVariant));
  const { shown, leftOut } = sorted(metricsOf(untilMs < NEVER), figures);
  // Identical runs are one sample.
  const samples = drawn ? byVariant : byVariant.map((ofVariant) => ofVariant.slice(0, 1));
  const comparisons = shown.map((metric) => compareBy(metric, samples));
  const parts = samples.map((ofVariant, i) => ({
    name: variantCount === 1 ? '' : grid.shortName(i),
    parts: partMeans(partsOf(ofVariant)),
  }));
  const remarks = remarksOf({ grid, fixed, drawn, leftOut });
  return { ...runs, drawn, comparisons, leftOut, remarks, parts, hash: hashOf(figures) };
}

function* partsOf(figures: readonly Figures[]): Generator<Parts> {
  for (const { parts } of figures) yield parts;
}

/** Splits metrics: `shown` have a sample in every run, `leftOut` in some runs only. */
function sorted(offered: readonly Metric[], figures: readonly Figures[]) {
  const having = (metric: Metric) => figures.filter((run) => sampleOf(metric, run) !== null).length;
  return {
    shown: offered.filter((metric) => having(metric) === figures.length),
    leftOut: offered.filter((metric) => having(metric) > 0 && having(metric) < figures.length),
  };
}

interface Circumstances {
  readonly grid: Grid;
  readonly fixed: string | undefined;
  readonly drawn: boolean;
  readonly leftOut: readonly Metric[];
}

function remarksOf({ grid: { variantCount, seeds }, fixed, drawn, leftOut }: Circumstances): string[] {
  const remarks: string[] = [];
  if (fixed !== undefined) {
    remarks.push(
      fixed,
      'Its figures have no interval and no winner: differences between them are not due to chance.',
    );
  } else if (!drawn) {
    remarks.push(
      'The seeds change no figure. Each run has these figures; they have no interval and no winner.',
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
  if (leftOut.length > 0) {
    remarks.push(
      `Metrics left out, because some runs have no value for them: ${leftOut.map(({ label }) => label).join(', ')}.`,
    );
  }
  return remarks;
}

/** SHA-256, first 32 hex digits, of the hashes of all runs in the order of the grid, one per line. */
function hashOf(figures: readonly Figures[]): string {
  const lines = figures.map(({ hash }) => `${hash}\n`).join('');
  return createHash('sha256').update(lines).digest('hex').slice(0, 32);
}
