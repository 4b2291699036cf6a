// Keeps a simulation and its file consistent: takes facts out of the simulation and writes them to the file.

import {
  type Candidate,
  type Check,
  type Command,
  ENGINE_VERSION,
  type FactRun,
  type Outcome,
  type Rejection,
  type Scenario,
  Simulation,
} from '../../sim/index.ts';
import type { JournalEntry } from '../store/journal.ts';
import { Damaged, StoreError } from '../store/store-error.ts';
import type { Mark, WorldFile } from '../store/world-file.ts';
import { fileWord } from '../wire/shell-word.ts';
import { knownGpr } from './known-gpr.ts';
import { Slice } from './slice.ts';
import { storedJournal, storedMark, storedScenario } from './stored.ts';

/** A restart repeats the work since the last snapshot. After this much work, a new snapshot is due. */
const REPLAY_MS = 1_000;

/** Snapshots of large worlds take longer: the work between two takes at least this many times as long as a snapshot. */
const WORK_PER_SNAPSHOT = 20;

export interface Replayed {
  readonly events: number;
  readonly simMs: number;
  /** 0 … 1 */
  readonly done: number;
}

type OfGpr = Extract<Command, { readonly gprId: string }>;

export class Recorder {
  readonly file: WorldFile;
  readonly simulation: Simulation;
  commands = 0;
  /** Wall time of the simulation since the last snapshot. */
  #workMs = 0;
  /** Wall time of the last snapshot. */
  #snapshotMs = 0;
  #commitEndedAt = performance.now();

  private constructor(file: WorldFile, simulation: Simulation) {
    this.file = file;
    this.simulation = simulation;
    simulation.onForget = (gpr, isRemoved, uid) => file.history.add(uid, gpr, isRemoved);
    file.history.viewOf = (kept, gprId) => simulation.views.keptGpr(kept, gprId);
  }

  /** Begins the file's current, empty branch. Call it within a transaction. @throws StoreError */
  static begin(file: WorldFile): Recorder {
    const recorder = new Recorder(file, fromStart(file, scenarioOf(file)));
    file.history.begin(0);
    recorder.write();
    return recorder;
  }

  /**
   * Resumes the file's current branch: restores its snapshot, if any, and replays the journal from there. Compares the
   * derived facts with the stored ones.
   * @param seen called with the progress after each slice
   * @throws StoreError if the facts differ
   */
  static resume(file: WorldFile, seen: (replayed: Replayed) => void = () => {}): Recorder {
    const scenario = scenarioOf(file);
    if (file.engineVersion !== ENGINE_VERSION) {
      throw new StoreError(
        `${file.path} was made by engine version ${file.engineVersion}, this is version ${ENGINE_VERSION}: ` +
          `make a new file from its scenario and journal with gprsim import ${fileWord(file.path)} NEW`,
      );
    }
    const mark = storedMark(file);
    const snapshot = fromSnapshot(file, scenario);
    const { simulation, commands } = snapshot ?? { simulation: fromStart(file, scenario), commands: 0 };
    // The snapshot replaces them, but they are read later: for the history of a GPR, a replay or a rescue.
    file.checkRecorded(commands, mark?.facts ?? 0);
    file.history.begin(snapshot === undefined ? 0 : simulation.clock().seq);
    const recorder = new Recorder(file, simulation);
    recorder.commands = commands;
    const startedAt = performance.now();
    if (mark === undefined) {
      if (!file.isReadOnly) recorder.commit([]);
      return recorder;
    }
    const journal = [...storedJournal(file, commands + 1)];
    const from = { events: simulation.events, facts: simulation.clock().seq };
    const hidden: string[] = [];
    const notice = (command: Command) => {
      const gprId = hiddenBy(command, simulation);
      if (gprId !== undefined) hidden.push(gprId);
    };
    for (const _ of fileSlices(file, simulation, journal, mark, notice)) {
      const { events, nowMs } = simulation;
      const { seq } = simulation.clock();
      if (seq > mark.facts) throw differs(file, mark.facts);
      const done = (seq - from.facts) / (mark.facts - from.facts);
      seen({ events: events - from.events, simMs: nowMs, done: Math.min(1, done) });
      recorder.#keepHistory();
    }
    recorder.commands += journal.length;
    recorder.worked(performance.now() - startedAt);
    compareFacts(file, simulation.takeFacts());
    const { seq, hash } = simulation.clock();
    if (seq !== mark.facts || hash !== mark.hash) throw differs(file, Math.min(seq, mark.facts));
    file.transaction(() => {
      for (const gprId of hidden) recorder.#hide(gprId);
    });
    return recorder;
  }

  /** Returns a recorder of the same simulation for another file, which already holds the same world. */
  moveTo(file: WorldFile): Recorder {
    const moved = new Recorder(file, this.simulation);
    moved.commands = this.commands;
    return moved;
  }

  /** Checks a command and returns the form to be journaled. @param look wraps the read if the check must read the file */
  check(command: Command, look: (read: () => Check) => Check = (read) => read()): Check {
    const checked = this.simulation.check(command);
    if (checked.ok) return checked;
    const { rejection } = checked;
    if (rejection.code !== 'gpr-unknown' || !('gprId' in command)) return checked;
    return look(() => this.#judgedByHistory(command, rejection));
  }

  /** Judges a command about a GPR that is not in memory: DELETE hides it from history, other commands are rejected. */
  #judgedByHistory(command: OfGpr, rejection: Rejection): Check {
    const gpr = knownGpr(this.simulation, this.file, command.gprId);
    if (gpr === undefined) return { ok: false, rejection };
    if (command.kind === 'gpr.delete') return { ok: true, command };
    const { gprId, state } = gpr;
    return { ok: false, rejection: { code: 'gpr-state', gprId, state, action: ACTIONS[command.kind] } };
  }

  /** Journals a checked command and applies it, within a transaction. @param candidate of its check, if that was just now */
  apply(entry: Omit<JournalEntry, 'seq'>, candidate?: Candidate): Outcome {
    this.file.append({ seq: this.commands + 1, ...entry });
    this.commands++;
    const hidden = hiddenBy(entry.command, this.simulation);
    if (hidden !== undefined) this.#hide(hidden);
    return this.simulation.apply(entry.command, candidate);
  }

  /** Writes the new facts and the mark. Returns the facts. */
  write(): FactRun {
    const { file, simulation } = this;
    const run = simulation.takeFacts();
    const mark = this.#mark();
    file.appendFacts(run);
    file.setMark(mark);
    if (file.history.isDue) {
      file.history.write(mark.facts);
      file.history.clear();
    }
    return run;
  }

  /** Adds wall time that the simulation took, in ms. */
  worked(wallMs: number): void {
    this.#workMs += wallMs;
  }

  /** Same as `write`, in a separate transaction that first does more work. The simulation ran since the last commit. */
  commit(more: readonly (() => void)[]): FactRun {
    this.worked(performance.now() - this.#commitEndedAt);
    let run: FactRun | undefined;
    this.file.transaction(() => {
      for (const work of more) work();
      run = this.write();
    });
    this.snapshotIfDue();
    this.#commitEndedAt = performance.now();
    return run!;
  }

  /** Stores a snapshot if a restart would take long without it. Call it outside a transaction. */
  snapshotIfDue(): void {
    if (this.#workMs > Math.max(REPLAY_MS, WORK_PER_SNAPSHOT * this.#snapshotMs)) this.snapshot();
  }

  /** Stores the whole state, so that a restart begins here. All facts must have been written. */
  snapshot(): void {
    this.#workMs = 0;
    if (this.file.isMemory) return;
    const startedAt = performance.now();
    const { seq } = this.simulation.clock();
    this.file.setSnapshot({ commands: this.commands, facts: seq, state: this.simulation.save() });
    this.#snapshotMs = performance.now() - startedAt;
  }

  #mark(): Mark {
    const { nowMs, round, open, seq, hash } = this.simulation.clock();
    return { nowMs, round, isOpen: open, commands: this.commands, facts: seq, hash };
  }

  #hide(gprId: string): void {
    this.file.history.remove(this.simulation.uidOf(gprId));
  }

  /** Frees the GPR histories that a long replay has derived. If the write fails, the next commit writes them. */
  #keepHistory(): void {
    const { history, isReadOnly } = this.file;
    if (isReadOnly || !history.isDue) return;
    try {
      this.file.transaction(() => history.write(this.simulation.clock().seq));
    } catch {
      return;
    }
    history.clear();
  }
}

function scenarioOf(file: WorldFile): Scenario {
  const scenario = storedScenario(file);
  if (scenario === undefined)
    throw new StoreError(
      `${file.path} holds no world: its creation was interrupted; gprsim serve creates one in it`,
    );
  return scenario;
}

/** Returns the simulation of a file at time 0. @throws Damaged */
export function fromStart(file: WorldFile, scenario: Scenario): Simulation {
  try {
    return new Simulation(scenario, file.branch);
  } catch (error) {
    throw new Damaged(file.path, `its scenario cannot be built: ${(error as Error).message}`);
  }
}

/** Ignores a snapshot that cannot be restored: a snapshot only saves time. */
function fromSnapshot(
  file: WorldFile,
  scenario: Scenario,
): { simulation: Simulation; commands: number } | undefined {
  const snapshot = file.snapshot();
  if (snapshot === undefined) return undefined;
  const { state, commands, facts } = snapshot;
  try {
    const simulation = Simulation.restore(scenario, state, file.branch);
    const isOfFile = simulation.clock().seq === facts && Number.isSafeInteger(commands) && commands >= 0;
    return isOfFile ? { simulation, commands } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id of the GPR that a DELETE removes from history; undefined for other commands and for GPRs in memory. */
function hiddenBy(command: Command, simulation: Simulation): string | undefined {
  if (command.kind !== 'gpr.delete' || simulation.views.gpr(command.gprId) !== undefined) return undefined;
  return command.gprId;
}

const ACTIONS = { 'gpr.update': 'update', 'gpr.release': 'release', 'gpr.activity': 'activity' } as const;

/**
 * Applies the journaled commands of a file at their instants and rounds, then runs to the mark. Yields after each slice,
 * so that the caller can report progress or stop.
 * @param notice called with each command right before it is applied
 * @throws Damaged
 */
export function* fileSlices(
  file: WorldFile,
  simulation: Simulation,
  journal: readonly JournalEntry[],
  mark: Mark | undefined,
  notice?: (command: Command) => void,
): Generator<void> {
  try {
    yield* replaySlices(simulation, journal, mark, notice);
  } catch (error) {
    throw new Damaged(file.path, `its journal cannot be applied: ${(error as Error).message}`);
  }
}

function* replaySlices(
  simulation: Simulation,
  journal: readonly JournalEntry[],
  mark: Mark | undefined,
  notice: (command: Command) => void = () => {},
): Generator<void> {
  const sliced = new Slice();
  for (const { atMs, round, command } of journal) {
    yield* slicesBefore(simulation, atMs, sliced);
    simulation.openRound(atMs, round);
    notice(command);
    simulation.apply(command);
  }
  if (mark === undefined || mark.round < 0) return;
  yield* slicesBefore(simulation, mark.nowMs, sliced);
  simulation.settle(mark.nowMs, mark.round, mark.isOpen);
}

/** Runs up to an instant, excluding it. */
function* slicesBefore(simulation: Simulation, atMs: number, sliced: Slice): Generator<void> {
  while (atMs > simulation.nowMs + 1 && !sliced.run(simulation, atMs - 1)) yield;
}

function compareFacts(file: WorldFile, derived: FactRun): void {
  let at = 0;
  for (const stored of file.factRunsFrom(derived.firstSeq, Number.MAX_SAFE_INTEGER)) {
    // Snapshots are taken between two runs. Therefore no run begins before the snapshot and ends after it.
    if (stored.firstSeq < derived.firstSeq) throw differs(file, stored.firstSeq);
    for (const word of stored.words) if (word !== derived.words[at++]) throw differs(file, stored.firstSeq);
  }
  if (at < derived.words.length) throw differs(file, derived.firstSeq);
}

function differs(file: WorldFile, seq: number): StoreError {
  return new Damaged(
    file.path,
    `the facts from number ${seq} on do not follow from its scenario and journal`,
  );
}
