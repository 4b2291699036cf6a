// A world made anew from a file's scenario and journal, with everything looked at that the file says: a file may come
// from anywhere.

import {
  type Command,
  ENGINE_VERSION,
  type Scenario,
  type Simulation,
  TIME_MAX_MS,
} from '../../sim/index.ts';
import type { Problem } from '../scenario/problems.ts';
import { problemsOfCommand } from '../scenario/stored/commands.ts';
import { readStoredScenario } from '../scenario/stored/scenario.ts';
import { StoreError } from '../store/store-error.ts';
import { type JournalRow, type Mark, WorldFile } from '../store/world-file.ts';
import { Recorder } from './recorder.ts';
import { SLICE_MS, Slice } from './slice.ts';
import { ImportRefused } from './world.ts';

/** Journal entries read at a time. */
const ENTRIES_AT_ONCE = 1_000;
/** Far more than an instant can come to have, and few enough to be gone through. */
const ROUNDS_MAX = 1_000_000_000;
/** Problems that one refusal tells of. */
const PROBLEMS_TOLD = 5;

export interface Rebuilt {
  readonly recorder: Recorder;
  readonly commands: number;
  readonly isAsStored: boolean;
}

/**
 * Derives the world of `source`, which stays as it is, in the new file `target`, up to where it stood.
 * @param branch number of the branch that `target` gets
 * @param rest called now and then, for others to have a turn; what it throws ends the work
 * @throws ImportRefused, naming what in `source` is wrong
 */
export async function rebuild(
  source: WorldFile,
  target: WorldFile,
  branch: number,
  rest: () => Promise<void>,
): Promise<Rebuilt> {
  return new Rebuilding(source, target, branch, rest).run();
}

/**
 * As `rebuild`, from a file to a new one; both are closed afterwards, and the recorder is to be moved on from there.
 * @throws ImportRefused, ImportBrokenOff
 */
export async function rebuildFile(
  from: string,
  to: string,
  branch: number,
  rest: () => Promise<void>,
): Promise<Rebuilt> {
  const source = readRefusing(from, () => WorldFile.open(from, { mustExist: true, fromOutside: true }));
  try {
    const target = WorldFile.open(to);
    try {
      return await rebuild(source, target, branch, rest);
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

/** Whether two scenarios are one: the workspaces that they begin with are the same ones then. */
export function isSameWorld(one: Scenario, other: Scenario): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

class Rebuilding {
  readonly #source: WorldFile;
  readonly #recorder: Recorder;
  readonly #rest: () => Promise<void>;
  readonly #sliced: Slice = new Slice();
  #turnAt = performance.now();

  constructor(source: WorldFile, target: WorldFile, branch: number, rest: () => Promise<void>) {
    this.#source = source;
    this.#rest = rest;
    target.setScenario(scenarioOf(source), branch);
    this.#recorder = refusing('its scenario cannot be built', () => Recorder.resume(target));
  }

  get #simulation(): Simulation {
    return this.#recorder.simulation;
  }

  async run(): Promise<Rebuilt> {
    const { file } = this.#recorder;
    file.begin();
    await this.#enterJournal();
    const mark = readRefusing(this.#source.path, () => this.#source.mark());
    if (mark !== undefined) await this.#settle(mark);
    this.#recorder.write();
    file.commit();
    this.#recorder.snapshot();
    const isAsStored =
      this.#source.engineVersion === ENGINE_VERSION && mark?.hash === this.#simulation.clock().hash;
    return { recorder: this.#recorder, commands: this.#recorder.commands, isAsStored };
  }

  async #enterJournal(): Promise<void> {
    let last = { atMs: 0, round: 0 };
    for (;;) {
      const from = this.#recorder.commands + 1;
      const rows = readRefusing(this.#source.path, () => this.#source.journalRows(from, ENTRIES_AT_ONCE));
      for (const row of rows) {
        checkPlace(row, this.#recorder.commands + 1, last);
        last = row;
        await this.#enter(row);
      }
      if (rows.length < ENTRIES_AT_ONCE) return;
    }
  }

  async #enter(row: JournalRow): Promise<void> {
    const { seq, atMs, round } = row;
    const command = commandOf(row);
    await this.#reach(atMs, round);
    const checked = refusing(`command ${seq} of its journal (${command.kind}) cannot be checked`, () =>
      this.#recorder.check(command),
    );
    if (!checked.ok) {
      const { code, ...details } = checked.rejection;
      const why = `${code} ${JSON.stringify(details)}`;
      throw refused(`command ${seq} of its journal (${command.kind}) is refused: ${why}`);
    }
    // As it was journalled: its choices have been made. Another engine may have closed the round by now.
    const entered = { atMs, round: this.#simulation.clock().round, command };
    refusing(`command ${seq} of its journal (${command.kind}) cannot be applied`, () =>
      this.#recorder.apply(entered),
    );
  }

  /** Opens a round of an instant. */
  async #reach(atMs: number, round: number): Promise<void> {
    await this.#runBefore(atMs);
    this.#simulation.openAt(atMs);
    let { round: at } = this.#simulation.clock();
    while (at < round) {
      this.#simulation.openRound(atMs, ++at);
      await this.#pause();
    }
  }

  /** Brings the world to where the source stood. */
  async #settle(mark: Mark): Promise<void> {
    const { nowMs, round, isOpen } = mark;
    const { nowMs: atMs, round: atRound } = this.#simulation.clock();
    const isSane = isCount(nowMs, TIME_MAX_MS) && (isCount(round, ROUNDS_MAX) || round === -1);
    if (!isSane) throw refused(`it says that it stood at ${nowMs} ms, round ${round}, which is no instant`);
    if (nowMs < atMs || (nowMs === atMs && round < atRound)) {
      throw refused(
        `it says that it stood at ${nowMs} ms, round ${round}, but its journal goes on to ${atMs} ms, round ${atRound}`,
      );
    }
    // A world in which nothing has happened yet has no round.
    if (round < 0) return;
    if (isOpen) {
      await this.#reach(nowMs, round);
      return;
    }
    await this.#runBefore(nowMs);
    this.#simulation.settle(nowMs, 0, false);
    for (let { round: at } = this.#simulation.clock(); at < round; ) {
      this.#simulation.settle(nowMs, ++at, false);
      await this.#pause();
    }
  }

  /** Runs up to an instant and not into it. */
  async #runBefore(atMs: number): Promise<void> {
    await this.#pause();
    while (atMs > this.#simulation.nowMs + 1) {
      const startedAt = performance.now();
      if (this.#simulation.runSome(atMs - 1, this.#sliced.events)) return;
      this.#sliced.took(performance.now() - startedAt);
      await this.#pause();
    }
  }

  /** Stores what there is and lets others have a turn, if it is time for that. */
  async #pause(): Promise<void> {
    if (performance.now() - this.#turnAt < SLICE_MS) return;
    const { file } = this.#recorder;
    this.#recorder.write();
    file.commit();
    await this.#rest();
    this.#turnAt = performance.now();
    file.begin();
  }
}

function scenarioOf(source: WorldFile): Scenario {
  const text = readRefusing(source.path, () => source.scenarioText());
  if (text === undefined) throw refused('it holds no scenario');
  const read = readStoredScenario(text);
  if (read.ok) return read.scenario;
  throw refused(`its scenario is not in order: ${told(read.problems)}`);
}

/** Entries are numbered from 1 without a gap, and none enters before the one before it. */
function checkPlace(
  { seq, atMs, round }: JournalRow,
  expected: number,
  last: { readonly atMs: number; readonly round: number },
): void {
  if (seq !== expected) throw refused(`command ${expected} of its journal is missing`);
  if (!isCount(atMs, TIME_MAX_MS)) {
    throw refused(`command ${seq} of its journal enters at ${atMs}, which is no instant`);
  }
  if (!isCount(round, ROUNDS_MAX)) {
    throw refused(`command ${seq} of its journal enters in round ${round}, which is no round`);
  }
  if (atMs < last.atMs || (atMs === last.atMs && round < last.round)) {
    throw refused(
      `command ${seq} of its journal enters at ${atMs} ms, round ${round}, ` +
        `before the one that stands before it (${last.atMs} ms, round ${last.round})`,
    );
  }
}

function commandOf({ seq, command: text }: JournalRow): Command {
  const command: unknown = refusing(`command ${seq} of its journal is no JSON`, () => JSON.parse(text));
  const problems = problemsOfCommand(command);
  if (problems.length === 0) return command as Command;
  throw refused(`command ${seq} of its journal is not in order: ${told(problems)}`);
}

function isCount(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

function told(problems: readonly Problem[]): string {
  const more = problems.length > PROBLEMS_TOLD ? `; and ${problems.length - PROBLEMS_TOLD} more` : '';
  const first = problems.slice(0, PROBLEMS_TOLD);
  return first.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`).join('; ') + more;
}

function refused(why: string): ImportRefused {
  return new ImportRefused(why);
}

/** What the source says is told as it is; whatever else goes wrong is what cannot be made of it. */
function refusing<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    throw refused(`${what}: ${(error as Error).message}`);
  }
}

/** Reads the source, whose tables may be anything. Its path is nobody's business: a refusal is about `it`. */
function readRefusing<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const why = (error as Error).cause ?? error;
    throw refused(
      error instanceof StoreError
        ? error.message.replaceAll(path, 'it')
        : `it is damaged: ${(why as Error).message}`,
    );
  }
}
