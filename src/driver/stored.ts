// What a file says of its world, looked at before anybody believes it: a file may come from anywhere.

import { type Command, type Scenario, TIME_MAX_MS } from '../../sim/index.ts';
import type { Problem } from '../scenario/problems.ts';
import { problemsOfCommand } from '../scenario/stored/commands.ts';
import { upgradedCommand } from '../scenario/stored/earlier.ts';
import { readStoredScenario } from '../scenario/stored/scenario.ts';
import { StoreError } from '../store/store-error.ts';
import type { JournalEntry, JournalRow, Mark, WorldFile } from '../store/world-file.ts';

/** Journal entries read at a time. */
const ENTRIES_AT_ONCE = 1_000;
/** Far more than an instant can come to have, and few enough to be gone through. */
const ROUNDS_MAX = 1_000_000_000;
/** Problems that are told of at once. */
const PROBLEMS_TOLD = 5;

/** What a file says cannot be. */
export class Damaged extends StoreError {
  /** Without the name of the file. */
  readonly why: string;

  constructor({ path }: WorldFile, why: string) {
    super(`${path} is damaged: ${why}`);
    this.why = why;
  }
}

/** The scenario that the file is a world of, undefined while it is new. @throws Damaged */
export function storedScenario(file: WorldFile): Scenario | undefined {
  const text = file.scenarioText();
  if (text === undefined) return undefined;
  // It came here as a scenario a moment ago.
  if (file.isScenarioOwn) return JSON.parse(text) as Scenario;
  const read = readStoredScenario(text);
  if (read.ok) return read.scenario;
  throw new Damaged(file, `its scenario is not in order: ${told(read.problems)}`);
}

/** Entries of the journal from number `from` on, in order. @throws Damaged */
export function* storedJournal(file: WorldFile, from = 1): Generator<JournalEntry> {
  let seq = from;
  let last = { atMs: 0, round: 0 };
  for (;;) {
    const rows = file.journalRows(seq, ENTRIES_AT_ONCE);
    for (const row of rows) {
      const wrong = wrongPlace(row, seq++, last);
      if (wrong !== undefined) throw new Damaged(file, wrong);
      last = row;
      yield { ...row, command: commandOf(file, row) };
    }
    if (rows.length < ENTRIES_AT_ONCE) return;
  }
}

/** How far the file's branch has come, undefined before its first commit. @throws Damaged */
export function storedMark(file: WorldFile): Mark | undefined {
  const mark = file.mark();
  if (mark === undefined) return undefined;
  const { nowMs, round } = mark;
  if (isCount(nowMs, TIME_MAX_MS) && (isCount(round, ROUNDS_MAX) || round === -1)) return mark;
  throw new Damaged(file, `it says that it stood at ${nowMs} ms, round ${round}, which is no instant`);
}

/** Entries are numbered from 1 without a gap, and none enters before the one before it. */
function wrongPlace(
  { seq, atMs, round }: JournalRow,
  expected: number,
  last: { readonly atMs: number; readonly round: number },
): string | undefined {
  if (seq !== expected) return `command ${expected} of its journal is missing`;
  if (!isCount(atMs, TIME_MAX_MS)) {
    return `command ${seq} of its journal enters at ${atMs}, which is no instant`;
  }
  if (!isCount(round, ROUNDS_MAX)) {
    return `command ${seq} of its journal enters in round ${round}, which is no round`;
  }
  if (atMs > last.atMs || (atMs === last.atMs && round >= last.round)) return undefined;
  return (
    `command ${seq} of its journal enters at ${atMs} ms, round ${round}, ` +
    `before the one that stands before it (${last.atMs} ms, round ${last.round})`
  );
}

function commandOf(file: WorldFile, { seq, command: text }: JournalRow): Command {
  let command: unknown;
  try {
    command = upgradedCommand(JSON.parse(text));
  } catch (error) {
    throw new Damaged(file, `command ${seq} of its journal is no JSON: ${(error as Error).message}`);
  }
  const problems = problemsOfCommand(command);
  if (problems.length === 0) return command as Command;
  throw new Damaged(file, `command ${seq} of its journal is not in order: ${told(problems)}`);
}

function isCount(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

function told(problems: readonly Problem[]): string {
  const more = problems.length > PROBLEMS_TOLD ? `; and ${problems.length - PROBLEMS_TOLD} more` : '';
  const first = problems.slice(0, PROBLEMS_TOLD);
  return first.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`).join('; ') + more;
}
