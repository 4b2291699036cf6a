import { ENGINE_VERSION, NEVER, type TraceReport } from '../../../../../sim/index.ts';
import { span } from '../../../../looks/span.ts';
import type { Variant } from '../../../../studies/grid.ts';
import type { Judged } from '../../../../studies/judged.ts';
import type { Comparison } from '../../../../studies/statistics/comparison.ts';
import { CONFIDENCE } from '../../../../studies/statistics/interval.ts';
import { overloaded, overloadRemark } from '../../../../studies/table/part-text.ts';
import type { TargetAnswer } from '../../../../studies/targets/answer.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import type { Output } from '../../../support/output/output.ts';
import { table, wrapped } from '../../../support/output/text-table.ts';
import { windowData, windowText } from '../../../support/runs/window.ts';
import { VERSION } from '../../setup/version/version.ts';
import { seedsText } from './list-flags.ts';
import { linesOf } from './metrics-table.ts';
import { namesText } from './names-text.ts';
import { poolLines } from './pools-table.ts';
import { targetLines, targetsData } from './target-flags.ts';

interface Compared extends Judged {
  readonly answer: TargetAnswer | undefined;
  /** Times the arrivals of the scenarios. */
  readonly load: number;
  readonly traces: readonly TraceReport[];
  readonly command: string;
  readonly jobs: number;
  readonly events: number;
  readonly wallMs: number;
  /** The file of the report. */
  readonly page: string | undefined;
}

export function report(compared: Compared, output: Output): void {
  const { names, start, grid, drawn, comparisons, leftOut, remarks, figures, untilMs, window } = compared;
  const { answer, load, traces, hash, command, parts } = compared;
  const { seeds } = grid;
  const variants = grid.variants();
  output.data({
    gprsim: VERSION,
    engine: ENGINE_VERSION,
    ...(names.length === 1 ? { scenario: names[0] } : { scenarios: names }),
    untilMs: untilMs === NEVER ? null : untilMs,
    ...windowData(window),
    ...(load === 1 ? {} : { load }),
    variants,
    seeds,
    drawnFromSeeds: drawn,
    confidence: CONFIDENCE,
    metrics: comparisons.map((comparison) => dataOf(comparison, variants)),
    leftOut: leftOut.map(({ metric }) => metric),
    overloaded: parts.flatMap((ofVariant, i) =>
      overloaded(ofVariant.parts.pools).map(({ name: pool, offeredLoad }) => ({
        ...variants[i],
        pool,
        offeredLoad,
      })),
    ),
    ...(answer === undefined ? {} : targetsData(answer, grid)),
    runs: figures.map((ofRun, i) => ({ ...grid.run(i), ...ofRun })),
    ...(traces.length === 0 ? {} : { traces: traces.map(({ data }) => data) }),
    hash,
    command,
  });
  if (output.json) return;
  for (const trace of traces) for (const line of trace.lines) output.text(line);
  const times = load === 1 ? [] : [`load ${load}`];
  output.text([namesText(names), ...grid.shared, `seeds ${seedsText(seeds)}`, ...times].join('  '));
  const windowLine = windowText(window, new Timeline(start));
  if (windowLine !== undefined) output.text(`window ${windowLine}`);
  for (const line of linesOf(comparisons, grid)) output.text(line);
  for (const line of ['', ...poolLines(parts)]) output.text(line);
  const overload = overloadRemark(parts) ?? [];
  for (const remark of remarks.concat(overload)) for (const line of wrapped(remark)) output.text(line);
  if (answer !== undefined) for (const line of targetLines(answer, grid, drawn)) output.text(line);
  for (const line of table(endOf(compared))) output.text(`  ${line}`);
}

function dataOf({ metric, means, best, differences, winner }: Comparison, variants: readonly Variant[]) {
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
    ['hash', `${hash}, of ${counted(grid.runCount, 'run')}`],
    ['by', `gprsim ${VERSION}, engine ${ENGINE_VERSION}`],
    ...(page === undefined ? [] : [['report', page]]),
    ['again', command],
  ];
}
