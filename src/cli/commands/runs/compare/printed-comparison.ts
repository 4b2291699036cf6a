import { ENGINE_VERSION, NEVER, type TraceReport } from '../../../../../sim/index.ts';
import { span } from '../../../../looks/span.ts';
import { ofWholeRun } from '../../../../studies/figures.ts';
import type { Grid, Variant } from '../../../../studies/grid.ts';
import type { Judged } from '../../../../studies/judged.ts';
import { hasTimes } from '../../../../studies/meaning.ts';
import type { SettingsWork } from '../../../../studies/settings-work.ts';
import type { Comparison } from '../../../../studies/statistics/comparison.ts';
import { CONFIDENCE } from '../../../../studies/statistics/interval.ts';
import type { VariantParts } from '../../../../studies/statistics/part-means.ts';
import { overloaded, overloadRemark } from '../../../../studies/table/overload.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { eachOf, type Output } from '../../../support/output/output.ts';
import { table, wrapped } from '../../../support/output/text-table.ts';
import { tracesData } from '../../../support/runs/trace-reports.ts';
import { windowData, windowText } from '../../../support/runs/window.ts';
import { VERSION } from '../../../support/version.ts';
import { seedsText } from './list-flags.ts';
import { linesOf } from './metrics-table.ts';
import { namesText } from './names-text.ts';
import { poolLines } from './pools-table.ts';
import { targetLines, targetsData } from './target-flags.ts';

interface Compared extends Judged {
  /** Times the arrivals of the scenarios. */
  readonly load: number;
  readonly traces: readonly TraceReport[];
  readonly command: string;
  readonly ran: Ran;
  /** The file of the report. */
  readonly page: string | undefined;
}

/** What happened in real time: the runs of this command, or the files that they were read from. */
export type Ran =
  | { readonly jobs: number; readonly events: number; readonly wallMs: number }
  | { readonly folder: string; readonly files: number };

export function report(compared: Compared, output: Output): void {
  output.data(dataOf(compared));
  if (!output.json) output.text(textOf(compared).join('\n'));
}

function dataOf(compared: Compared): object {
  const { names, grid, drawn, comparisons, leftOut, figures, untilMs, window } = compared;
  const { answer, load, traces, hash, command, parts, work } = compared;
  const variants = grid.variants();
  return {
    gprsim: VERSION,
    engine: ENGINE_VERSION,
    ...(names.length === 1 ? { scenario: names[0] } : { scenarios: names }),
    untilMs: untilMs === NEVER ? null : untilMs,
    ...windowData(window),
    ...(load === 1 ? {} : { load }),
    variants,
    seeds: grid.seeds,
    drawnFromSeeds: drawn,
    confidence: CONFIDENCE,
    metrics: eachOf(comparisons, (comparison) => metricData(comparison, variants)),
    leftOut: leftOut.map(({ metric }) => metric),
    isOneWorkload: work.isOneWorkload,
    ...(work.hasTraces ? { leftOutOfTraces: leftOutOf(work, grid) } : {}),
    overloaded: overloadedOf(parts, variants),
    ...(answer === undefined ? {} : targetsData(answer, grid)),
    runs: eachOf(figures, (ofRun, i) => ({ ...grid.run(i), ...ofWholeRun(ofRun), parts: ofRun.parts })),
    ...tracesData(traces, compared.workRemarks),
    hash,
    command,
  };
}

function* leftOutOf(work: SettingsWork, grid: Grid): Generator<object> {
  for (let i = 0; i < grid.variantCount; i++) {
    const setting = grid.settingOf(i);
    yield { ...grid.variant(i), ...work.leftOut(setting), isLessThanOthers: work.isLess(setting) };
  }
}

function* overloadedOf(parts: readonly VariantParts[], variants: readonly Variant[]): Generator<object> {
  for (const [i, ofVariant] of parts.entries()) {
    for (const { name: pool, offeredLoad } of overloaded(ofVariant.parts.pools)) {
      yield { ...variants[i], pool, offeredLoad };
    }
  }
}

function textOf(compared: Compared): string[] {
  const { names, start, grid, drawn, comparisons, remarks, window, answer, load, traces, parts } = compared;
  const lines = traces.flatMap((trace) => trace.lines);
  if (lines.length > 0 && grid.settings.members.length > 0) lines.unshift('Without --vary:');
  const times = load === 1 ? [] : [`load ${load}`];
  lines.push([namesText(names), ...grid.shared, `seeds ${seedsText(grid.seeds)}`, ...times].join('  '));
  const windowLine = windowText(window, new Timeline(start));
  if (windowLine !== undefined) lines.push(`window ${windowLine}`);
  const overload = [overloadRemark(parts, compared.meaning) ?? []].flat();
  return lines.concat(
    linesOf(comparisons, grid, compared.workRows),
    '',
    poolLines(parts, hasTimes(compared.meaning)),
    [...compared.workRemarks, ...remarks, ...overload].flatMap((remark) => wrapped(remark)),
    answer === undefined ? [] : targetLines(answer, grid, drawn),
    table(endOf(compared), { indent: 2 }),
  );
}

function metricData({ metric, means, best, differences, winner }: Comparison, variants: readonly Variant[]) {
  return {
    metric: metric.metric,
    better: metric.better,
    means: means.map((mean, i) => ({ ...variants[i], ...mean })),
    best: variants[best],
    differences: differences.map(({ to, ...difference }) => ({ ...variants[to], ...difference })),
    winner: winner === null ? null : variants[winner],
  };
}

function endOf({ grid, hash, command, ran, page }: Compared): string[][] {
  return [
    ['run', ranText(ran)],
    ['hash', `${hash}, of ${counted(grid.runCount, 'run')}`],
    ['by', `gprsim ${VERSION}, engine ${ENGINE_VERSION}`],
    ...(page === undefined ? [] : [['report', page]]),
    ['again', command],
  ];
}

function ranText(ran: Ran): string {
  if ('folder' in ran) return `read from ${ran.folder}, ${counted(ran.files, 'file')}`;
  const perSecond = Math.round(ran.events / (ran.wallMs / 1000)).toLocaleString('en-US');
  return `${span(ran.wallMs)}, ${ran.jobs} in parallel, ${perSecond} events/s`;
}
