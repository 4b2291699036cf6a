// How far the estimates and the likely starts of a file or of a server could be trusted.

import type { Command } from 'commander';
import type { CalibrationAnswer } from '../../../api/sim/answers.ts';
import { leastText, NONE, span } from '../../../looks/span.ts';
import { counted } from '../../../wire/text/counted.ts';
import { addModules, at, keyFile, samples } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import { table } from '../../support/output/text-table.ts';
import { checksFaults } from '../../support/process/flag-faults.ts';
import { callLong } from '../../support/sources/long-call.ts';
import { type SourceFlags, withSource } from '../../support/sources/sources.ts';

interface EstimatesFlags extends SourceFlags {
  readonly samples?: number;
}

type Estimates = CalibrationAnswer['estimates'];
type Likely = NonNullable<CalibrationAnswer['likely']>;
type Accuracy<A extends Estimates | Likely> = Omit<A['horizons'][number], 'horizon'>;

/** @param from a URL or a file */
export async function estimates(from: string, flags: EstimatesFlags, output: Output): Promise<void> {
  const { samples } = flags;
  const path = `/sim/estimates${samples === undefined ? '' : `?samples=${samples}`}`;
  const answer = await withSource(
    from,
    flags,
    'estimates',
    (session) => callLong<CalibrationAnswer>(session, { method: 'GET', path }, 'comparing', output),
    output,
  );
  output.data(answer);
  if (output.json) return;
  const { now, askedEveryMs, estimates: recorded, likely } = answer;
  if (likely !== null) printLikely(now, likely, output);
  else if (askedEveryMs !== null) printRecorded(now, askedEveryMs, recorded, output);
  else
    output.text(
      `${now}  the world records no estimates: its scenario has no recordEstimatesEvery; with --samples, estimates are computed again`,
    );
}

function printRecorded(now: string, everyMs: number, recorded: Estimates, output: Output): void {
  const { unknown, shifts } = recorded;
  output.text(`${now}  if nothing else happens: estimates, asked every ${span(everyMs)}`);
  const head = ['median error', 'mean', 'exact', 'earlier', 'later'];
  const more = `; ${counted(unknown, 'asking')} had no estimate`;
  const cells = [...recorded.horizons, recorded].map(estimateCells);
  printCompared(head, recorded, cells, more, output);
  const moved = shifts.filter(({ later, earlier }) => later + earlier > 0);
  if (moved.length === 0) return;
  output.text('');
  output.text('how the recorded estimates moved, with the mean move');
  const rows = moved.map(({ cause, later, laterMs, earlier, earlierMs }) => [
    cause,
    `${later}`,
    later === 0 ? NONE : span(laterMs / later),
    `${earlier}`,
    earlier === 0 ? NONE : span(earlierMs / earlier),
  ]);
  const shiftHead = ['cause', 'later', 'by', 'earlier', 'by'];
  for (const line of table([shiftHead, ...rows], { indent: 2, right: [1, 2, 3, 4] })) output.text(line);
}

function estimateCells(of: Accuracy<Estimates>): string[] {
  const { medianErrorMs, medianIsLowerBound, meanErrorMs, overdue, exact, earlier, later } = of;
  return [
    leastText(medianErrorMs, medianIsLowerBound),
    leastText(meanErrorMs, overdue > 0),
    ...[exact, earlier, later].map(percent),
  ];
}

function printLikely(now: string, likely: Likely, output: Output): void {
  const { samples, instants } = likely;
  output.text(
    `${now}  median errors of starts if nothing else happens, and of likely starts (${samples} futures), asked at ${counted(instants, 'instant')}`,
  );
  const head = ['if nothing else happens', 'likely', 'in the range', 'recalibrated'];
  const cells = [...likely.horizons, likely].map(likelyCells);
  printCompared(head, likely, cells, '', output);
}

function likelyCells(of: Accuracy<Likely>): string[] {
  const { coverage, ranges, coverageRecalibrated, recalibrated } = of;
  const held = (share: number | null, count: number) =>
    share === null ? NONE : `${percent(share)} of ${count}`;
  return [
    leastText(of.estimateMedianErrorMs, of.estimateMedianIsLowerBound),
    leastText(of.medianErrorMs, of.medianIsLowerBound),
    held(coverage, ranges),
    held(coverageRecalibrated, recalibrated),
  ];
}

/** @param cells of each horizon and of all @param more what else is not compared */
function printCompared(
  head: readonly string[],
  compared: Estimates | Likely,
  cells: readonly string[][],
  more: string,
  output: Output,
): void {
  const { horizons, answers, overdue, ended, open } = compared;
  const notCompared = `not compared: ${counted(ended, 'answer')} about GPRs that ended without a start, ${open} about GPRs that wait and were not to have started${more}`;
  if (answers === 0) {
    output.text(`  no answer can be compared with a start yet; ${notCompared}`);
    return;
  }
  const ahead = horizons.map(({ horizon }) => (horizon === 'more' ? 'more' : `up to ${horizon}`));
  const rows = [...horizons, compared].map(({ answers, overdue }, i) => [
    ahead[i] ?? 'all',
    `${answers}`,
    `${overdue}`,
    ...cells[i],
  ]);
  const all = [['time ahead', 'answers', 'overdue', ...head], ...rows];
  for (const line of table(all, { indent: 2, right: [...all[0].keys()].slice(1) })) output.text(line);
  if (overdue > 0)
    output.text(
      '  overdue: the GPR still waits, and counts as if it started now; ≥: the true figure is at least this',
    );
  output.text(`  ${notCompared}`);
}

function percent(share: number | null): string {
  return share === null ? NONE : `${Math.round(100 * share)} %`;
}

export function declare(command: Command, output: Output): void {
  addModules(checksFaults(command), output)
    .addOption(keyFile())
    .addOption(
      samples('compare estimates and likely starts at the same instants, with this many futures each'),
    )
    .addOption(at())
    .action((from, flags) => estimates(from, flags, output));
}
