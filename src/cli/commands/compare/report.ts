import { createHash } from 'node:crypto';
import { ENGINE_VERSION, NEVER, type Scenario, type TraceReport } from '../../../../sim/index.ts';
import { type Comparison, compareBy, isDrawn, sampleOf } from '../../../compare/comparison.ts';
import type { Figures } from '../../../compare/figures.ts';
import type { Grid } from '../../../compare/grid.ts';
import { CONFIDENCE } from '../../../compare/interval.ts';
import { type Metric, metricsOf } from '../../../compare/metrics.ts';
import { common } from '../../../compare/varying.ts';
import { counted } from '../../../wire/counted.ts';
import type { Output } from '../../support/output.ts';
import { table, wrapped } from '../../support/table.ts';
import { VERSION } from '../version.ts';
import { seedsText } from './lists.ts';
import { linesOf } from './table.ts';

export interface Compared {
  readonly scenario: Scenario;
  readonly grid: Grid;
  /** The remark on a workload that no seed changes. */
  readonly fixed: string | undefined;
  readonly figures: readonly Figures[];
  readonly untilMs: number;
  readonly traces: readonly TraceReport[];
  readonly command: string;
  readonly jobs: number;
  readonly events: number;
  readonly wallMs: number;
}

export function report(compared: Compared, output: Output): void {
  const { scenario, grid, fixed, figures, untilMs, traces, command } = compared;
  const { variants, seeds, runs } = grid;
  const byVariant = variants.map((_, i) => figures.slice(i * seeds.length, (i + 1) * seeds.length));
  const drawn = fixed === undefined && (seeds.length === 1 || isDrawn(byVariant));
  const offered = metricsOf(untilMs < NEVER);
  const { shown, leftOut } = sorted(offered, figures);
  // Identical runs are one sample.
  const samples = drawn ? byVariant : byVariant.map((ofVariant) => ofVariant.slice(0, 1));
  const comparisons = shown.map((metric) => compareBy(metric, samples));
  const hash = hashOf(figures);
  output.data({
    gprsim: VERSION,
    engine: ENGINE_VERSION,
    scenario: scenario.name,
    untilMs: untilMs === NEVER ? null : untilMs,
    variants,
    seeds,
    drawnFromSeeds: drawn,
    confidence: CONFIDENCE,
    metrics: comparisons.map((comparison) => dataOf(comparison, grid)),
    leftOut: leftOut.map(({ metric }) => metric),
    runs: runs.map((run, i) => ({ ...run, ...figures[i] })),
    ...(traces.length === 0 ? {} : { traces: traces.map(({ data }) => data) }),
    hash,
    command,
  });
  if (output.json) return;
  for (const trace of traces) for (const line of trace.lines) output.text(line);
  output.text([scenario.name, ...common(variants), `seeds ${seedsText(seeds)}`].join('  '));
  for (const line of linesOf(comparisons, grid)) output.text(line);
  for (const remark of remarksOf({ grid, fixed, drawn, leftOut }))
    for (const line of wrapped(remark)) output.text(line);
  for (const line of table(endOf(compared, hash))) output.text(`  ${line}`);
}

/** Splits metrics: `shown` have a sample in every run, `leftOut` in some runs only. */
function sorted(offered: readonly Metric[], figures: readonly Figures[]) {
  const having = (metric: Metric) => figures.filter((run) => sampleOf(metric, run) !== null).length;
  return {
    shown: offered.filter((metric) => having(metric) === figures.length),
    leftOut: offered.filter((metric) => having(metric) > 0 && having(metric) < figures.length),
  };
}

function dataOf({ metric, means, best, differences, winner }: Comparison, { variants }: Grid) {
  return {
    metric: metric.metric,
    better: metric.better,
    means: means.map((mean, i) => ({ ...variants[i], ...mean })),
    best: variants[best],
    differences: differences.map(({ to, ...difference }) => ({ ...variants[to], ...difference })),
    winner: winner === null ? null : variants[winner],
  };
}

interface Circumstances {
  readonly grid: Grid;
  readonly fixed: string | undefined;
  readonly drawn: boolean;
  readonly leftOut: readonly Metric[];
}

function remarksOf({ grid: { variants, seeds }, fixed, drawn, leftOut }: Circumstances): string[] {
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
    if (variants.length > 1) {
      remarks.push(
        '* marks a winner: its mean lead over each other variant, computed seed by seed, has an interval above 0.',
      );
    }
    if (variants.length > 2) {
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

function endOf({ grid, command, jobs, events, wallMs }: Compared, hash: string): string[][] {
  const perSecond = Math.round(events / (wallMs / 1000)).toLocaleString('en-US');
  return [
    ['run', `${(wallMs / 1000).toFixed(1)} s, ${jobs} in parallel, ${perSecond} events/s`],
    ['hash', `${hash}, of ${counted(grid.runs.length, 'run')}`],
    ['by', `gprsim ${VERSION}, engine ${ENGINE_VERSION}`],
    ['again', command],
  ];
}

/** SHA-256, first 32 hex digits, of the hashes of all runs in the order of the grid, one per line. */
function hashOf(figures: readonly Figures[]): string {
  const lines = figures.map(({ hash }) => `${hash}\n`).join('');
  return createHash('sha256').update(lines).digest('hex').slice(0, 32);
}
