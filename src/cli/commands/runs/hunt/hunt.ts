// Which bugs has a client of the service? Runs it under seeded faults, and shows the smallest faults with which it fails.

import type { Command } from 'commander';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { someWords, wholeNumber } from '../../../../arguments/words.ts';
import { whyUnreadable } from '../../../../files/file-errors.ts';
import { readTextBounded } from '../../../../files/read-bounded.ts';
import { commandClient, endEscaped } from '../../../../hunt/clients/command-client.ts';
import { type CaseFile, durationOf, readCases, spelled } from '../../../../hunt/faults/cases.ts';
import { type Rates, ratesOf } from '../../../../hunt/faults/faults.ts';
import { givenFaults } from '../../../../hunt/faults/given-faults.ts';
import { type HuntSettings, hunt as huntIn, repeat } from '../../../../hunt/hunt.ts';
import { INVARIANTS } from '../../../../hunt/judging/invariants.ts';
import { ownInvariant } from '../../../../hunt/judging/own-invariant.ts';
import { caseLines, foundLines } from '../../../../hunt/texts.ts';
import type { Run } from '../../../../hunt/worlds/hunt-server.ts';
import { WrongModule } from '../../../../modules/module-text.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { parseDuration } from '../../../../wire/time/durations.ts';
import type { Output } from '../../../support/output/output.ts';
import { openOutputs } from '../../../support/output/output-files.ts';
import { Exit, ProgramEnd } from '../../../support/process/exit.ts';
import { checksFaults } from '../../../support/process/flag-faults.ts';
import { LongWork } from '../../../support/process/long-work.ts';
import { parseSeeds } from '../compare/list-flags.ts';

const SCENARIO = 'quiet';
const SEEDS: readonly number[] = Array.from({ length: 100 }, (_, i) => 1 + i);
const STEP_MS = 10_000;
/** The largest file of cases. */
const CASES_BYTES = 16_000_000;
/** Seconds. */
const LIMIT = 30;

interface HuntFlags {
  readonly seeds?: readonly number[];
  readonly jobs: number;
  readonly faults: Rates;
  readonly untilFailure?: number;
  readonly invariants?: string;
  readonly invariant?: readonly string[];
  readonly step: number;
  readonly calls: number;
  readonly timeLimit: number;
  readonly save?: string;
  readonly repeat?: string;
}

async function hunt(
  words: readonly string[],
  behind: number,
  flags: HuntFlags,
  output: Output,
): Promise<void> {
  const { faults } = output;
  const operands = words.slice(0, words.length - behind);
  const [command, ...args] = words.slice(words.length - behind);
  if (command === undefined)
    faults.add('hunt needs the command of a client after --, such as gprsim hunt -- python client.py');
  if (operands.length > 1)
    faults.add(`hunt takes one scenario, not ${operands.length}; give the command of the client after --`);
  const repeated = flags.repeat === undefined ? undefined : faults.of(() => casesIn(flags.repeat!));
  if (flags.repeat !== undefined && operands.length > 0)
    faults.add('--repeat cannot be combined with a scenario: the file of cases names it');
  const own = [];
  for (const path of flags.invariant ?? []) {
    try {
      own.push(await ownInvariant(path));
    } catch (error) {
      if (!(error instanceof WrongModule)) throw error;
      faults.add(`--invariant ${error.message}`);
    }
  }
  const read = { SCENARIO: operands[0], '--repeat': flags.repeat };
  const { '--save': save } = faults.of(() => openOutputs({ '--save': flags.save }, { read })) ?? {};
  try {
    faults.check();
  } catch (error) {
    save?.cancel();
    throw error;
  }
  const chosen = flags.invariants?.split(',') ?? INVARIANTS.map(({ name }) => name);
  const invariants = [...INVARIANTS.filter(({ name }) => chosen.includes(name)), ...own];
  const scenario = repeated?.scenario ?? operands[0] ?? SCENARIO;
  const stepMs = repeated?.step ?? flags.step;
  const over = new AbortController();
  let done = 0;
  const { seeds = SEEDS } = flags;
  const all = repeated?.cases.length ?? seeds.length;
  const settings: HuntSettings = {
    scenario,
    seeds,
    jobs: flags.jobs,
    rates: flags.faults,
    failuresMax: flags.untilFailure ?? Number.POSITIVE_INFINITY,
    client: commandClient(command!, args),
    onClose: endEscaped,
    pace: { stepMs, callsMax: flags.calls },
    limitMs: flags.timeLimit * 1000,
    invariants,
    signal: over.signal,
    onRun(run, count) {
      done = count;
      if (repeated === undefined && run.kind !== undefined) output.data(failureOf(run));
    },
  };
  const work = new LongWork(output);
  work.begin({ what: 'hunting', counts: 'seeds' });
  const standing = () => ({ count: done, simMs: null, done: done / all });
  const through = async <T>(job: Promise<T>): Promise<T> => {
    try {
      await work.until(
        job.then(() => {}),
        standing,
      );
    } finally {
      over.abort(new Error('the hunt has ended'));
      await job.catch(() => {});
    }
    return job;
  };
  try {
    const about = { scenario, step: durationOf(stepMs) };
    if (repeated !== undefined) {
      const runs = await through(repeat(settings, repeated.cases));
      work.end();
      printRepeated(repeated, runs, output);
      if (runs.some(({ kind }) => kind !== undefined)) throw new ProgramEnd(Exit.failed);
      return;
    }
    const found = await through(huntIn(settings));
    work.end();
    const { cases, ...counts } = found;
    if (cases.length > 0) {
      save?.write(`${JSON.stringify({ ...about, cases: cases.map(caseOf) }, null, 2)}\n`);
      save?.close();
    }
    output.data({ ...counts, cases: cases.map(caseOf) });
    for (const line of foundLines(found)) output.text(line);
    if (flags.save !== undefined && cases.length > 0)
      output.text(
        `gprsim hunt --repeat ${flags.save} -- ${[command, ...args].join(' ')} repeats ${counted(cases.length, 'case')}.`,
      );
    if (found.failures > 0) throw new ProgramEnd(Exit.failed);
  } finally {
    work.end();
    save?.cancel();
  }
}

function failureOf({ seed, kind, faults }: Run) {
  return { seed, kind, faults: faults.map(spelled) };
}

function caseOf(run: Run) {
  return { ...failureOf(run), hash: run.hash };
}

function printRepeated({ cases }: CaseFile, runs: readonly Run[], output: Output): void {
  const results = runs.map((run, index) => ({ run, was: cases[index]! }));
  output.data({
    cases: results.map(({ run, was }) => ({
      seed: run.seed,
      was: was.kind,
      kind: run.kind ?? null,
      why: run.why,
      faults: run.faults.map(spelled),
      hash: run.hash,
      isSame: run.hash === was.hash,
    })),
  });
  for (const { run, was } of results) {
    if (run.kind === undefined) output.text(`${was.kind}, seed ${run.seed}: does not happen any more`);
    else for (const line of caseLines(run)) output.text(line);
  }
}

function casesIn(path: string): CaseFile {
  let text: string | undefined;
  try {
    text = readTextBounded(path, CASES_BYTES);
  } catch (error) {
    throw badUsage(`--repeat ${path} cannot be read: ${whyUnreadable(error)}`);
  }
  if (text === undefined) throw badUsage(`--repeat ${path} has more than ${CASES_BYTES} bytes`);
  try {
    return readCases(text);
  } catch (error) {
    throw badUsage(`--repeat ${path} ${(error as Error).message}`);
  }
}

function stepMs(text: string): number {
  const step = parseDuration(text);
  if (step.ok) return step.value;
  throw badUsage(`--step ${step.why}`);
}

/** How many words of the command line follow `--`. */
function wordsBehind(command: Command): number {
  const { rawArgs } = command.parent as Command & { readonly rawArgs: readonly string[] };
  const at = rawArgs.indexOf('--');
  return at < 0 ? 0 : rawArgs.length - at - 1;
}

export function declare(command: Command, output: Output): void {
  const kinds = INVARIANTS.map(({ name }) => name);
  checksFaults(command)
    .option(
      '--seeds <LIST>',
      'run the client with these seeds (default: 1..100)',
      (text, before: readonly number[] | undefined) => parseSeeds(text, before),
    )
    .option('--jobs <N>', 'run this many clients at once', wholeNumber('--jobs', 1, 1_000), 4)
    .option(
      '--faults <FILE|LIST>',
      'draw these faults: mild, usual, hostile, kinds such as lost,busy=0.1, or a JSON file (default: usual)',
      givenFaults,
      ratesOf('usual'),
    )
    .option(
      '--until-failure <K>',
      'stop after this many failures',
      wholeNumber('--until-failure', 1, 1_000_000),
    )
    .option(
      '--invariants <LIST>',
      `check only these: ${kinds.join(', ')}`,
      someWords('--invariants', 'invariants', kinds),
    )
    .option(
      '--invariant <FILE>',
      'check an invariant of your own, too: a JavaScript module; repeat it for several',
      (file, before: readonly string[] = []) => [...before, file],
    )
    .option('--step <DURATION>', 'simulated time that passes with each call (default: 10s)', stepMs, STEP_MS)
    .option('--calls <N>', 'a client with more calls is endless', wholeNumber('--calls', 1, 100_000), 1_000)
    .option(
      '--time-limit <SECONDS>',
      'a client hangs that neither makes a call nor ends for this long',
      wholeNumber('--time-limit', 1, 86_400, ' s'),
      LIMIT,
    )
    .option('--save <FILE>', 'write the smallest case of each kind to this JSON file')
    .option('--repeat <FILE>', 'run the cases of this file again instead of seeds')
    .action((_scenario, _command, flags, called: Command) =>
      hunt(called.args, wordsBehind(called), flags, output),
    );
}
