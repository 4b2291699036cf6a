import { ENGINE_VERSION, NEVER, type TraceReport } from '../../../../../sim/index.ts';
import { span } from '../../../../looks/span.ts';
import type { Grid } from '../../../../studies/grid.ts';
import type { Judged } from '../../../../studies/judged.ts';
import type { Comparison } from '../../../../studies/statistics/comparison.ts';
import { CONFIDENCE } from '../../../../studies/statistics/interval.ts';
import { common } from '../../../../studies/varying.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import type { Output } from '../../../support/output/output.ts';
import { table, wrapped } from '../../../support/output/text-table.ts';
import { loadData } from '../../../support/runs/what-runs.ts';
import { windowData, windowText } from '../../../support/runs/window.ts';
import { VERSION } from '../../setup/version/version.ts';
import { seedsText } from './list-flags.ts';
import { linesOf } from './metrics-table.ts';

interface Compared extends Judged {
  readonly traces: readonly TraceReport[];
  readonly command: string;
  readonly jobs: number;
  readonly events: number;
  readonly wallMs: number;
  /** The file of the report. */
  readonly page: string | undefined;
}

export function report(compared: Compared, output: Output): void {
  const { scenario, grid, drawn, comparisons, leftOut, remarks, figures, untilMs, window } = compared;
  const { traces, hash, command } = compared;
  const { variants, seeds, runs } = grid;
  output.data({
    gprsim: VERSION,
    engine: ENGINE_VERSION,
    scenario: scenario.name,
    untilMs: untilMs === NEVER ? null : untilMs,
    ...windowData(window),
    ...loadData(scenario),
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
  const { load } = loadData(scenario);
  const times = load === undefined ? [] : [`load ${load}`];
  output.text([scenario.name, ...common(variants), `seeds ${seedsText(seeds)}`, ...times].join('  '));
  const windowLine = windowText(window, new Timeline(scenario.start));
  if (windowLine !== undefined) output.text(`window ${windowLine}`);
  for (const line of linesOf(comparisons, grid)) output.text(line);
  for (const remark of remarks) for (const line of wrapped(remark)) output.text(line);
  for (const line of table(endOf(compared))) output.text(`  ${line}`);
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

function endOf({ grid, hash, command, jobs, events, wallMs, page }: Compared): string[][] {
  const perSecond = Math.round(events / (wallMs / 1000)).toLocaleString('en-US');
  return [
    ['run', `${span(wallMs)}, ${jobs} in parallel, ${perSecond} events/s`],
    ['hash', `${hash}, of ${counted(grid.runs.length, 'run')}`],
    ['by', `gprsim ${VERSION}, engine ${ENGINE_VERSION}`],
    ...(page === undefined ? [] : [['report', page]]),
    ['again', command],
  ];
}
