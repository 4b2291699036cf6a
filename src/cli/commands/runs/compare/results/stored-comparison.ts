// A comparison whose results are in a folder: runs what is missing there, and reads what the outputs need.

import { badUsage, CommandFailure } from '../../../../../arguments/command-failure.ts';
import { type Grid, runName } from '../../../../../studies/grid.ts';
import { picturedVariants } from '../../../../../studies/pictured.ts';
import type { Pictures } from '../../../../../studies/pictures.ts';
import type { Identity } from '../../../../../studies/results/identity.ts';
import type { Part } from '../../../../../studies/results/parts.ts';
import { ResultsError } from '../../../../../studies/results/results-error.ts';
import { newResultsFile } from '../../../../../studies/results/results-file.ts';
import { type Failure, StoredResults } from '../../../../../studies/results/stored-results.ts';
import type { ThreadedRuns } from '../../../../../studies/threads/threads.ts';
import { counted } from '../../../../../wire/text/counted.ts';
import type { Output } from '../../../../support/output/output.ts';
import { Exit, ProgramEnd } from '../../../../support/process/exit.ts';
import type { LongWork } from '../../../../support/process/long-work.ts';

export interface Stored {
  readonly folder: string;
  readonly identity: Identity;
  readonly grid: Grid;
  /** The command that completes the results. */
  readonly command: string;
}

/** Failed runs that an error names. */
const NAMED_MAX = 10;

/**
 * Reads the folder.
 * @param keeps whether the figures are kept, or only what is missing
 * @throws ResultsError if it has something else than results of this comparison
 */
export async function readStored(
  { folder, identity, grid }: Stored,
  work: LongWork,
  keeps: { readonly keepsFigures: boolean },
): Promise<StoredResults> {
  const results = new StoredResults(folder, identity, grid.runCount, keeps);
  await work.through({ what: 'reading results', counts: 'lines' }, results.read());
  return results;
}

/** Runs the missing runs of a part, or of the whole comparison. @throws ResultsError */
export async function runMissing(
  stored: Stored,
  part: Part | undefined,
  runs: Omit<ThreadedRuns, 'grid' | 'indexes' | 'receive'>,
  jobs: number,
  work: LongWork,
): Promise<{ readonly runs: number; readonly found: number; readonly failures: Failure[] }> {
  const { folder, identity, grid } = stored;
  const results = await readStored(stored, work, { keepsFigures: false });
  const isOfPart = (run: number) => part === undefined || run % part.count === part.index;
  const indexes = results.missing().filter(isOfPart);
  const failures: Failure[] = [];
  const all = part === undefined ? grid.runCount : Math.ceil((grid.runCount - part.index) / part.count);
  const found = Math.max(0, all) - indexes.length;
  if (indexes.length === 0) return { runs: found, found, failures };
  const file = newResultsFile(folder, identity);
  const receive: ThreadedRuns['receive'] = {
    ended: (run, figures, pictures) => file.addFigures(run, grid.run(run), figures, pictures),
    failed(run, { message }) {
      file.addFailure(run, grid.run(run), message);
      failures.push({ run, error: message });
    },
  };
  try {
    await runThreads({ ...runs, grid, indexes, receive }, jobs, work);
  } finally {
    file.close();
  }
  return { runs: indexes.length + found, found, failures };
}

/** Runs all runs in threads; returns the number of events. */
export async function runThreads(runs: ThreadedRuns, jobs: number, work: LongWork): Promise<number> {
  // Imported here: other commands need not load the code of the threads.
  const { Threads } = await import('../../../../../studies/threads/threads.ts');
  work.begin({ what: 'comparing', counts: 'events' });
  const threads = new Threads(runs, jobs);
  try {
    await work.until(threads.finished, () => threads.progress());
  } finally {
    await threads.end();
  }
  return threads.progress().count;
}

/** @throws CommandFailure if runs failed */
export function printPart(
  { index, count }: Part,
  { runs, found, failures }: Awaited<ReturnType<typeof runMissing>>,
  { folder, grid }: Stored,
  output: Output,
): void {
  const ended = runs - found - failures.length;
  output.data({
    part: `${index}/${count}`,
    runs,
    found,
    ended,
    failed: failures.map(({ run, error }) => ({ run, ...grid.run(run), error })),
    results: folder,
  });
  output.text(
    `part ${index}/${count} of ${counted(grid.runCount, 'run')} has ${counted(runs, 'run')}: ${found} found in ${folder}, ${ended} ended, ${failures.length} failed`,
  );
  if (failures.length > 0) throw new ProgramEnd(Exit.failed, failuresText(failures));
}

/** Checks that all runs have figures. @throws CommandFailure */
export function checkComplete({ folder, grid, command }: Stored, results: StoredResults): void {
  const missing = grid.runCount - results.endedCount;
  if (missing === 0) return;
  const { failures } = results;
  const first = results.missing()[0];
  const lines = [
    `${missing} of ${counted(grid.runCount, 'run')} ${missing === 1 ? 'is' : 'are'} missing in ${folder}, the first with ${runName(grid.run(first))}`,
    ...(failures.length > 0 ? [failuresText(failures)] : []),
    `complete them with: ${command}`,
  ];
  throw new CommandFailure(lines.join('\n'));
}

/** The pictures of the first run of each pictured variant. @throws ResultsError */
export function picturesOf(results: StoredResults, { grid }: Stored): Pictures[] {
  const { settings, variantCount, seeds } = grid;
  return picturedVariants(settings.count, variantCount).map((variant) =>
    results.pictures(variant * seeds.length),
  );
}

function failuresText(failures: readonly Failure[]): string {
  const more = failures.length > NAMED_MAX ? [`and ${failures.length - NAMED_MAX} more`] : [];
  const named = failures.slice(0, NAMED_MAX).map(({ error }) => error);
  return [`${counted(failures.length, 'run')} failed:`, ...named, ...more].join('\n  ');
}

/** Does work that reads and writes results. @throws CommandFailure with the sentence of a ResultsError */
export async function asFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    throw error.isOther ? badUsage(error.message) : new CommandFailure(error.message);
  }
}
