import {
  estimateAccuracyOf,
  finish,
  isOwnName,
  type MeasureWindow,
  type PolicyNames,
  type Simulation,
  type TraceReport,
  WAIT_PERCENTILES,
} from '../../../../../sim/index.ts';
import { leastText, NONE, span, spanOrNone } from '../../../../looks/span.ts';
import { policyWord } from '../../../../modules/given.ts';
import type { Figures } from '../../../../studies/figure-catalogue.ts';
import { figuresOf, partsOf } from '../../../../studies/figures.ts';
import { policiesText } from '../../../../studies/grid.ts';
import { hasTimes, type Meaning, meaningOf } from '../../../../studies/meaning.ts';
import { overloaded, overloadRemark } from '../../../../studies/table/overload.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { inUnit } from '../../../../wire/text/unit.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import type { Output } from '../../../support/output/output.ts';
import { poolTable, workspaceTable } from '../../../support/output/part-table.ts';
import { wrapped } from '../../../support/output/text-table.ts';
import { hasShares } from '../../../support/runs/shares-remark.ts';
import { tracesData } from '../../../support/runs/trace-reports.ts';
import { loadData } from '../../../support/runs/what-runs.ts';
import { windowData, windowText } from '../../../support/runs/window.ts';

export interface FinishedRun {
  readonly simulation: Simulation;
  /** The window that the figures are of. */
  readonly window: MeasureWindow;
  readonly wallMs: number;
  readonly traces: readonly TraceReport[];
  /** Of --trace. */
  readonly options: Readonly<Record<string, string>>;
  readonly perWorkspace: boolean;
  /** The instant (ISO 8601) at which a signal interrupted the run. */
  readonly stoppedAt: string | undefined;
  /** Violated invariants; undefined without a checker. */
  readonly violations: readonly string[] | undefined;
}

/** The document of --json. */
export function summaryOf(run: FinishedRun) {
  const { simulation, window, wallMs, traces, options, perWorkspace, stoppedAt, violations } = run;
  const { name, seed, scheduler } = simulation.scenario;
  const { parts, facts, hash, ...measured } = figuresOf(simulation, window);
  const { estimates } = simulation.measures;
  const { overdue, medianIsLowerBound, horizons } = finish(estimateAccuracyOf(estimates, simulation.nowMs));
  return {
    scenario: name,
    seed,
    ...loadData(simulation.scenario),
    queue: scheduler.queue,
    placement: scheduler.placement,
    order: scheduler.order,
    backfillOrder: scheduler.backfillOrder,
    cycle: scheduler.cycle,
    ...options,
    ...moduleNames(scheduler),
    ...windowData(window),
    ...measured,
    estimates: { askedEveryMs: estimates.everyMs, overdue, medianIsLowerBound, horizons },
    wallMs,
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    facts,
    hash,
    parts: perWorkspace ? partsOf(simulation) : parts,
    overloaded: overloaded(parts.pools).map(({ name: pool }) => pool),
    ...tracesData(traces),
    ...(stoppedAt === undefined ? {} : { stoppedAt }),
    ...(violations === undefined ? {} : { violations }),
  };
}

/** `orderName`: the name of a module beside its SHA-256. */
function moduleNames({ placement, order, backfillOrder }: PolicyNames): Readonly<Record<string, string>> {
  const own = Object.entries({ placement, order, backfillOrder }).filter(([, name]) => isOwnName(name));
  return Object.fromEntries(own.map(([member, name]) => [`${member}Name`, policyWord(name)]));
}

export type RunSummary = ReturnType<typeof summaryOf>;

export function report(
  { simulation, window, traces }: FinishedRun,
  summary: RunSummary,
  output: Output,
): void {
  output.data(summary);
  if (output.json) return;
  const { scenario, seed, load, gprs, wallMs, peakRssMb, facts, hash } = summary;
  for (const trace of traces) for (const line of trace.lines) output.text(line);
  const rate = Math.round(gprs / (wallMs / 1000)).toLocaleString('en-US');
  const times = load === undefined ? '' : `  load ${load}`;
  const cycle = summary.cycle === 'event' ? ', one cycle for each event' : '';
  output.text(`${scenario}  seed ${seed}${times}  ${policiesText(summary)}${cycle}`);
  const text = windowText(window, new Timeline(simulation.scenario.start));
  const speed = `${wallMs} ms, ${rate} GPRs/s, peak memory ${peakRssMb} MB`;
  const lines = [
    ...(text === undefined ? [] : [['window', text]]),
    ...linesOf(summary, meaningOf(simulation.scenario), hasShares(simulation.scenario)),
    ['run', speed],
    ['facts', `${facts}, hash ${hash}`],
  ];
  for (const [label, line] of lines) reportLine(label, line, output);
}

type Summary = Omit<Figures, 'facts' | 'hash'> & Pick<RunSummary, 'estimates'>;

const LABEL_WIDTH = 18;
const LABEL_INDENT = 2;
const AFTER_COMMA = /(?<=[,;]) /;

/** Prints a figure of the summary; a long text continues on further lines. */
export function reportLine(label: string, text: string, output: Output): void {
  const indent = LABEL_INDENT + LABEL_WIDTH + 2;
  for (const [i, line] of wrapped(text, { indent, at: AFTER_COMMA }).entries())
    output.text(`${' '.repeat(LABEL_INDENT)}${(i === 0 ? label : '').padEnd(LABEL_WIDTH)}  ${line}`);
}

/** Prints the tables of pools and, where wanted, of workspaces, which follow the summary. */
export function reportParts(
  { simulation: { scenario }, perWorkspace }: FinishedRun,
  { parts }: RunSummary,
  output: Output,
): void {
  const meaning = meaningOf(scenario);
  const remark = overloadRemark([{ name: '', parts }], meaning);
  for (const line of poolTable(parts.pools, hasTimes(meaning))) output.text(line);
  if (remark !== undefined) for (const line of wrapped(remark)) output.text(line);
  if (perWorkspace) for (const line of workspaceTable(parts.workspaces, meaning.unit)) output.text(line);
}

function linesOf(summary: Summary, meaning: Meaning, isShared: boolean): string[][] {
  const studied = isShared ? '; for that of the FGD study, see --curves' : '';
  const { gprs, placed, completed, timedOut, failed, evictions, requeues } = summary;
  const { unit, without } = meaning;
  const times = [
    ['evictions', `${evictions}; ${counted(requeues, 'requeue')} in all`],
    ['wait', placed === 0 ? NONE : waitsOf(summary)],
    ['flow', summary.flowMsMean === null ? NONE : `mean ${meanSpan(summary.flowMsMean)}`],
    ['bounded slowdown', slowdownsOf(summary)],
  ];
  const ended = hasTimes(meaning) ? `, ${completed} completed, ${timedOut} timed out` : '';
  return [
    ['GPRs', `${gprs}: ${placed} placed${ended}, ${failed} failed`],
    ...endOf(summary, meaning),
    ...(hasTimes(meaning) ? times : []),
    ...estimatesOf(summary),
    ['utilization', percentOf(summary.utilization, inUnit('of the GPUs', unit))],
    ...(without.has('fragmentation')
      ? []
      : [
          [
            'fragmentation',
            percentOf(summary.fragmentation, `of the free GPUs, on partly used nodes${studied}`),
          ],
        ]),
    ...(hasTimes(meaning) ? [['simulated', span(summary.simMs)]] : []),
  ];
}

/** No lines if no GPR with a recorded estimate was asked. */
function estimatesOf({
  estimateAnswers,
  estimateErrorMsP50,
  estimateErrorMsMean,
  estimates: { askedEveryMs, overdue, medianIsLowerBound, horizons },
}: Summary) {
  if (estimateAnswers === 0) return [];
  const late =
    overdue === 0
      ? ''
      : `; ${overdue} of them are overdue: the GPR still waits, and counts as if it started at the end`;
  const of = `${counted(estimateAnswers, 'answer')}, asked every ${span(askedEveryMs)}${late}`;
  const ahead = horizons
    .filter(({ answers }) => answers > 0)
    .map((one) => `up to ${one.horizon}: ${leastText(one.medianErrorMs, one.medianIsLowerBound)}`);
  return [
    [
      'estimated starts',
      `off by ${leastText(estimateErrorMsP50, medianIsLowerBound)}, mean ${leastText(estimateErrorMsMean, overdue > 0)}; ${of}`,
    ],
    ['by time ahead', ahead.join(', ')],
  ];
}

/** The state at the end of the run; no line if nothing waits and nothing is allocated then. */
function endOf(
  { waiting, running, allocatedAtEnd }: Pick<Figures, 'waiting' | 'running' | 'allocatedAtEnd'>,
  { unit }: Meaning,
) {
  if (waiting + running === 0 && !allocatedAtEnd) return [];
  const allocated = allocatedAtEnd === null ? '' : `, ${percentOf(allocatedAtEnd, 'of the GPUs allocated')}`;
  return [['at the end', inUnit(`${waiting} waiting, ${running} with GPUs${allocated}`, unit)]];
}

function slowdownsOf({
  boundedSlowdownMean: mean,
  boundedSlowdownMax: max,
}: Pick<Figures, `boundedSlowdown${'Mean' | 'Max'}`>): string {
  return mean === null || max === null ? NONE : `mean ${mean.toFixed(2)}, highest ${max.toFixed(2)}`;
}

function waitsOf(summary: Summary): string {
  const { waitMsMean: mean, waitMsMax: longest } = summary;
  const percentiles = WAIT_PERCENTILES.map((which) => `p${which} ${spanOrNone(summary[`waitMsP${which}`])}`);
  const first = `mean ${mean === null ? NONE : meanSpan(mean)}`;
  return [first, ...percentiles, `longest ${spanOrNone(longest)}`].join(', ');
}

const HOUR_S = 3600;

/** A mean to the second, so that policies can be compared by it: `1h 41s`, `3d 4h 10m 5s`. */
function meanSpan(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < HOUR_S) return span(ms);
  const parts = [
    [Math.floor(seconds / (24 * HOUR_S)), 'd'],
    [Math.floor(seconds / HOUR_S) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count}${unit}`])).join(' ');
}

function percentOf(share: number | null, whole: string): string {
  return share === null ? NONE : `${(share * 100).toFixed(1)} % ${whole}`;
}
