// Validates the scenario, journal and mark of a file, because the file is untrusted.

import {
  type Command,
  type EstimateRun,
  type FactRun,
  type Scenario,
  TIME_MAX_MS,
} from '../../../sim/index.ts';
import type { Problem } from '../../scenario/fields/field-problems.ts';
import { problemsOfCommand } from '../../scenario/stored/check-data.ts';
import { readStoredScenario } from '../../scenario/stored/stored-scenario.ts';
import type { Past } from '../../store/past.ts';
import { Damaged, StoreError } from '../../store/store-error.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import type { Position } from '../../store/tables/line.ts';
import type { Mark } from '../../store/tables/mark-table.ts';
import type { JournalRow } from '../../store/tables/rows.ts';
import type { WorldFile } from '../../store/world-file.ts';

const ENTRIES_AT_ONCE = 1_000;
/** A run holds up to some 100,000 words. */
const RUNS_AT_ONCE = 16;
/** Maximum number of rounds of an instant: more than any world reaches, and few enough to replay. */
const ROUNDS_MAX = 1_000_000_000;
const PROBLEMS_SHOWN = 5;

/**
 * Returns the scenario of the file, undefined if it holds none. @throws Damaged if it is invalid, StoreError if it is too large
 * @param most bytes that its world may take, if another process wrote the file
 */
export function storedScenario(file: WorldFile, most?: number): Scenario | undefined {
  const bytes = file.scenarioBytes;
  if (most !== undefined && bytes > most)
    throw new StoreError(
      `${file.path} holds a scenario that is too large for this world: it has ${bytes} bytes`,
    );
  const text = file.scenarioText();
  if (text === undefined) return undefined;
  // This process wrote the scenario, so it is valid.
  if (file.isScenarioOwn) return JSON.parse(text) as Scenario;
  const read = readStoredScenario(text, most);
  if (read.ok) return read.scenario;
  if (read.isTooLarge)
    throw new StoreError(
      `${file.path} holds a scenario that is too large for this world: ${listed(read.problems)}`,
    );
  throw new Damaged(file.path, `its scenario is invalid: ${listed(read.problems)}`);
}

/** Yields the entries of the journal from number `from` on, in order. @throws Damaged */
export function* storedJournal(past: Past, from = 1): Generator<JournalEntry> {
  let seq = from;
  let last = { atMs: 0, round: 0 };
  for (;;) {
    // The journal can grow between two entries.
    const { commands } = past;
    const rows = past.journalRows(seq, ENTRIES_AT_ONCE);
    for (const row of rows) {
      const wrong = wrongPlace(row, last);
      if (wrong !== undefined) throw new Damaged(past.path, wrong);
      last = row;
      yield { ...row, command: commandOf(past, row) };
    }
    seq += rows.length;
    if (rows.length === ENTRIES_AT_ONCE) continue;
    // A damaged index can hide rows.
    if (seq <= commands) throw new Damaged(past.path, `command ${seq} of its journal is missing`);
    return;
  }
}

/** Yields the runs that hold facts from number `from` on, in order; few are in memory at once. @throws StoreError */
export function storedRuns(past: Past, from = 1): Generator<FactRun, undefined> {
  return runsFrom((seq, limit) => past.factRunsFrom(seq, limit), from);
}

/** Same as `storedRuns`, for recorded estimates. */
export function storedEstimates(past: Past, from: number): Generator<EstimateRun, undefined> {
  return runsFrom((seq, limit) => past.estimateRunsFrom(seq, limit), from);
}

function* runsFrom(
  read: (seq: number, limit: number) => FactRun[],
  from: number,
): Generator<FactRun, undefined> {
  for (let seq = from; ; ) {
    const runs = read(seq, RUNS_AT_ONCE);
    if (runs.length === 0) return;
    yield* runs;
    const last = runs[runs.length - 1];
    seq = last.firstSeq + last.count;
  }
}

/** Returns the mark of a branch, undefined before its first commit. @throws Damaged */
export function storedMark(past: Past): Mark | undefined {
  const mark = past.mark();
  if (mark === undefined) {
    if (past.commands === 0 && past.factRunsFrom(1, 1).length === 0) return undefined;
    throw new Damaged(past.path, 'the record of its last commit is missing');
  }
  const { nowMs, round, commands } = mark;
  if (commands !== past.commands)
    throw new Damaged(
      past.path,
      `its journal has ${past.commands} commands, but its last commit had ${commands}`,
    );
  if (isEnd(mark)) return mark;
  throw new Damaged(past.path, `its recorded end is ${nowMs} ms, round ${round}, which is not an instant`);
}

/** Whether a position has an instant and a round that a world can reach. */
export function isEnd({ nowMs, round }: Position): boolean {
  return isCount(nowMs, TIME_MAX_MS) && (isCount(round, ROUNDS_MAX) || round === -1);
}

/** Returns what is wrong with the place of an entry: entries are in the order of their instants and rounds. */
function wrongPlace(
  { seq, atMs, round }: JournalRow,
  last: { readonly atMs: number; readonly round: number },
): string | undefined {
  if (!isCount(atMs, TIME_MAX_MS)) {
    return `command ${seq} of its journal enters at ${atMs}, which is not an instant`;
  }
  if (!isCount(round, ROUNDS_MAX)) {
    return `command ${seq} of its journal enters in round ${round}, which is not a round`;
  }
  if (atMs > last.atMs || (atMs === last.atMs && round >= last.round)) return undefined;
  return (
    `command ${seq} of its journal enters at ${atMs} ms, round ${round}, ` +
    `before the preceding command (${last.atMs} ms, round ${last.round})`
  );
}

/** Returns the command of an entry. @throws Damaged if it is invalid */
export function commandOf(file: Pick<WorldFile, 'path'>, { seq, command: text }: JournalRow): Command {
  let command: unknown;
  try {
    command = JSON.parse(text);
  } catch (error) {
    throw new Damaged(file.path, `command ${seq} of its journal is not JSON: ${(error as Error).message}`);
  }
  const problems = problemsOfCommand(command);
  if (problems.length === 0) return command as Command;
  throw new Damaged(file.path, `command ${seq} of its journal is invalid: ${listed(problems)}`);
}

function isCount(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

function listed(problems: readonly Problem[]): string {
  const more = problems.length > PROBLEMS_SHOWN ? `; and ${problems.length - PROBLEMS_SHOWN} more` : '';
  const first = problems.slice(0, PROBLEMS_SHOWN);
  return first.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`).join('; ') + more;
}
