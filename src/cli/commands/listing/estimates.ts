// How far the estimates and the likely starts of a file or of a server could be trusted.

import type { Command } from 'commander';
import type { CalibrationAnswer } from '../../../api/sim/answers.ts';
import { span } from '../../../looks/span.ts';
import { counted } from '../../../wire/text/counted.ts';
import { addModules, at, keyFile, samples } from '../../support/flags.ts';
import { NONE, spanOrNone } from '../../support/output/cells.ts';
import type { Output } from '../../support/output/output.ts';
import { table } from '../../support/output/text-table.ts';
import { callLong } from '../../support/sources/long-call.ts';
import { type SourceFlags, withSource } from '../../support/sources/sources.ts';

interface EstimatesFlags extends SourceFlags {
  readonly samples?: number;
}

type Likely = NonNullable<CalibrationAnswer['likely']>;
type Compared = CalibrationAnswer['estimates'] | Likely;
type Accuracy = Compared['horizons'][number];

/** @param from a URL or a file */
export async function estimates(from: string, flags: EstimatesFlags, output: Output): Promise<void> {
  const { samples } = flags;
  const path = `/sim/estimates${samples === undefined ? '' : `?samples=${samples}`}`;
  const answer = await withSource(
    from,
    flags,
    'estimates',
    (session) => callLong<CalibrationAnswer>(session, path, 'comparing', output),
    output,
  );
  output.data(answer);
  if (output.json) return;
  const { now, askedEveryMs, estimates: compared, likely } = answer;
  if (askedEveryMs === null)
    output.text(
      `${now}  the world records no estimates: its scenario has no recordEstimatesEvery${likely === null ? '; --samples asks for likely starts' : ''}`,
    );
  else
    printEstimates(
      `${now}  if nothing else happens: estimates, asked every ${span(askedEveryMs)}`,
      compared,
      output,
    );
  if (likely !== null) printLikely(likely, output);
}

function printEstimates(title: string, compared: CalibrationAnswer['estimates'], output: Output): void {
  const { unknown, shifts } = compared;
  printCompared(title, compared, `; ${counted(unknown, 'asking')} had no estimate`, output);
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
  const head = ['cause', 'later', 'by', 'earlier', 'by'];
  for (const line of table([head, ...rows], { indent: 2, right: [1, 2, 3, 4] })) output.text(line);
}

function printLikely(likely: Likely, output: Output): void {
  const { samples, instants } = likely;
  output.text('');
  const title = `likely: ${samples} futures, asked at ${counted(instants, 'instant')}`;
  printCompared(title, likely, '', output);
}

function printCompared(title: string, compared: Compared, more: string, output: Output): void {
  const { horizons, ended, open } = compared;
  output.text(title);
  const all = rowOf('all', compared);
  const rows = horizons.map((one) => rowOf(one.horizon === 'more' ? 'more' : `up to ${one.horizon}`, one));
  const head = [
    'time ahead',
    'answers',
    'median error',
    'mean',
    'exact',
    'earlier',
    'later',
    'in range',
    'corrected',
  ];
  const cells = [head, ...rows, all].map((row) => ('instants' in compared ? row : row.slice(0, -2)));
  for (const line of table(cells, { indent: 2, right: [...head.keys()].slice(1) })) output.text(line);
  const GPRs = (count: number) => counted(count, 'answer');
  output.text(
    `  not compared: ${GPRs(ended)} about GPRs that ended without a start, ${GPRs(open)} about GPRs that still wait${more}`,
  );
}

function rowOf(ahead: string, of: Omit<Accuracy, 'horizon'>): string[] {
  const { answers, medianErrorMs, meanErrorMs, exact, earlier, later, coverage, coverageRecalibrated } = of;
  const errors = [medianErrorMs, meanErrorMs].map(spanOrNone);
  return [
    ahead,
    `${answers}`,
    ...errors,
    ...[exact, earlier, later, coverage, coverageRecalibrated].map(percent),
  ];
}

function percent(share: number | null): string {
  return share === null ? NONE : `${Math.round(100 * share)} %`;
}

export function declare(command: Command, output: Output): void {
  addModules(command)
    .addOption(keyFile())
    .addOption(samples('compare likely starts, too, with this many futures each'))
    .addOption(at())
    .action((from, flags) => estimates(from, flags, output));
}
