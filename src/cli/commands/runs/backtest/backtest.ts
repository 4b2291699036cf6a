// How good would estimates of starts have been for the GPRs of a log, or of a scenario?

import type { Command } from 'commander';
import { NEVER, type Scenario } from '../../../../../sim/index.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { wholeNumber } from '../../../../arguments/words.ts';
import { ownPolicies } from '../../../../modules/given.ts';
import { backtestPage } from '../../../../report/report-of-backtest.ts';
import {
  accuracyOfEstimate,
  answersOf,
  comparedOf,
  ESTIMATES,
  type EstimateAccuracy,
  waitsOf,
} from '../../../../studies/backtest/backtest.ts';
import { type Asking, questionsOf } from '../../../../studies/backtest/questions.ts';
import { accuracyRow, gainText, HEADER, horizonRows } from '../../../../studies/backtest/texts.ts';
import { policiesText } from '../../../../studies/grid.ts';
import { meaningOf } from '../../../../studies/meaning.ts';
import { overloaded, overloadRemark } from '../../../../studies/table/overload.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { parseDuration } from '../../../../wire/time/durations.ts';
import { addPolicies, addTrace, load, samples, seed, until } from '../../../support/flags.ts';
import type { Output } from '../../../support/output/output.ts';
import { openOutputs } from '../../../support/output/output-files.ts';
import { table, wrapped } from '../../../support/output/text-table.ts';
import { checksFaults } from '../../../support/process/flag-faults.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { tracesData, warnOfTraces } from '../../../support/runs/trace-reports.ts';
import { foundRun, inputFiles, loadData, traceData } from '../../../support/runs/what-runs.ts';
import { aboutBacktest, type BacktestFlags } from './about-backtest.ts';
import { answersCsv } from './answers-csv.ts';

const SUBMIT = 'submit';

export async function backtest(
  name: string | undefined,
  flags: BacktestFlags,
  output: Output,
): Promise<void> {
  const { faults } = output;
  const ask = flags.ask ?? SUBMIT;
  const asking = askingOf(ask);
  const { loaded, untilMs } = foundRun('backtest', name, flags, faults);
  const written = { '--report': flags.report, '--csv': flags.csv };
  const read = inputFiles(name === undefined ? [] : [name], flags);
  const { '--report': report, '--csv': csv } = faults.of(() => openOutputs(written, { read })) ?? {};
  const work = new LongWork(output);
  try {
    faults.check();
    const { scenario, reports } = loaded!;
    warnOfTraces(reports, output);
    const running = { what: 'running', counts: 'events' } as const;
    const { list, parts, nowMs } = await work.through(running, waitsOf(scenario, ownPolicies, untilMs!));
    const { asked, possible } = questionsOf(list, asking, flags.sample, nowMs);
    const phase = { what: 'asking', counts: 'questions' } as const;
    const steps = answersOf(scenario, ownPolicies, asked, flags.samples);
    const answers = await work.through(phase, steps, asked.length);
    work.end();
    const first = list.filter(({ isFirst }) => isFirst);
    const compared = ESTIMATES.map((name) => comparedOf(name, answers, nowMs));
    const estimates = compared.map(accuracyOfEstimate);
    const meaning = meaningOf(scenario);
    const warning = overloadRemark([{ name: '', parts }], meaning);
    const result = {
      scenario: scenario.name,
      seed: scenario.seed,
      ...loadData(scenario),
      ...policiesOf(scenario),
      ...traceData(flags),
      ask,
      gprs: first.length,
      startedAtOnce: first.filter(({ startMs, sinceMs }) => startMs === sinceMs).length,
      neverStarted: first.filter(({ startMs }) => startMs === NEVER).length,
      possible,
      asked: asked.length,
      overloaded: overloaded(parts.pools).map(({ name }) => name),
      samples: flags.samples,
      gain: gainText(estimates, asked.length === possible),
      estimates,
      ...tracesData(reports),
    };
    csv?.write(answersCsv(answers, scenario));
    const counts = countsText(result);
    const about = aboutBacktest(name, flags, scenario, reports, counts);
    const { gain } = result;
    report?.write(
      backtestPage({ title: scenario.name, about, gain, warning, estimates, compared, parts, meaning }),
    );
    for (const file of [report, csv]) file?.close();
    output.data(result);
    if (output.json) return;
    for (const { lines } of reports) for (const line of lines) output.text(line);
    output.text(`${scenario.name}  seed ${scenario.seed}  ${policiesText(scenario.scheduler)}`);
    for (const line of wrapped(counts)) output.text(line);
    if (answers.length > 0) printAccuracy(estimates, output);
    for (const text of [warning, gain])
      if (text !== undefined) for (const line of wrapped(text)) output.text(line);
  } finally {
    work.end();
    for (const file of [report, csv]) file?.cancel();
  }
}

function printAccuracy(estimates: readonly EstimateAccuracy[], output: Output): void {
  const right = { right: [1, 2, 3, 4, 5, 6, 7, 8] };
  const rows = estimates.map((one) => accuracyRow(one));
  for (const line of table([HEADER, ...rows], right)) output.text(line);
  output.text('median error by the time that was foreseen to be left, up to');
  const horizons = ['', ...estimates[0].horizons.map(({ horizon }) => horizon)];
  for (const line of table([horizons, ...horizonRows(estimates)], right)) output.text(line);
}

/** @throws CommandFailure */
function askingOf(text: string): Asking {
  if (text === SUBMIT) return SUBMIT;
  const duration = parseDuration(text.replace(/^every /, ''));
  if (duration.ok) return duration.value;
  const right = 'submit, or every and a time between two questions such as every 4h';
  const where = /^(submit|every \S+) (?!every)/.test(text) ? '; give the scenario before --ask' : '';
  throw badUsage(`--ask takes ${right}, not ${JSON.stringify(text)}${where}`);
}

/** The next word of --ask: the time may follow `every` as a separate word. */
function askWord(word: string, before: string | undefined): string {
  if (before === undefined && word === 'every') return word;
  const text = before === undefined ? word : `${before} ${word}`;
  askingOf(text);
  return text;
}

function policiesOf({ scheduler }: Scenario) {
  const { queue, placement, order, backfillOrder, cycle } = scheduler;
  return { queue, placement, order, backfillOrder, cycle };
}

function countsText(result: {
  readonly gprs: number;
  readonly startedAtOnce: number;
  readonly neverStarted: number;
  readonly possible: number;
  readonly asked: number;
  readonly samples: number;
  readonly ask: string;
}): string {
  const { gprs, startedAtOnce, neverStarted, possible, asked, samples, ask } = result;
  const waited = gprs - startedAtOnce - neverStarted;
  const overdue =
    neverStarted === 0
      ? ''
      : ' Answers about GPRs that wait at the end, though an estimate lies before it, are overdue: they count as if these started then.';
  const when =
    ask === SUBMIT
      ? 'at the submission of those that waited'
      : `every ${ask.replace(/^every /, '')} about those that waited`;
  return `${counted(gprs, 'GPR')}: ${startedAtOnce} started at once, ${waited} waited, ${neverStarted} did not start. ${asked} of ${counted(possible, 'question')}, evenly spaced, ${when}; ${samples} futures for each.${overdue}`;
}

export function declare(command: Command, output: Output): void {
  addPolicies(addTrace(checksFaults(command)), output)
    .addOption(seed())
    .addOption(load())
    .addOption(until())
    .option(
      '--ask <WHEN...>',
      'ask at the submission of those that wait (submit, the default), or about all that wait: every 4h',
      askWord,
    )
    .option(
      '--sample <N>',
      'ask at most this many questions, evenly spaced',
      wholeNumber('--sample', 1, 100_000),
      1_000,
    )
    .addOption(samples('draw this many futures for each question').default(100))
    .option('--report <FILE>', 'write a report to this HTML file')
    .option('--csv <FILE>', 'write a line for each question and estimate to this CSV file')
    .action((scenario, flags) => backtest(scenario, flags, output));
}
