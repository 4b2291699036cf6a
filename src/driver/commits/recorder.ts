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
} from '../../../sim/index.ts';
import { fileWord } from '../../files/shell-word.ts';
import { StoreError } from '../../store/store-error.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import type { Mark, WorldFile } from '../../store/world-file.ts';
import { ComparedRuns, differs, ESTIMATES, FACTS } from '../stored/compared-runs.ts';
import { knownGpr } from '../stored/known-gpr.ts';
import { fileSlices, fromStart } from '../stored/replay.ts';
import { storedJournal, storedMark, storedScenario } from '../stored/stored.ts';

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

  /** Same as `resumed`, in one go. */
  static resume(file: WorldFile): Recorder {
    const slices = Recorder.#resuming(file);
    for (let step = slices.next(); ; step = slices.next()) if (step.done) return step.value;
  }

  /**
   * Resumes the file's current branch: restores its snapshot, if any, and replays the journal from there. Compares the
   * derived facts with the stored ones, slice by slice. If the file can be written, snapshots that are due are stored, so
   * that the next start goes on from there if this one is interrupted.
   * @param rest called with the progress after each slice; an error that it throws ends the work
   * @throws StoreError if the facts differ
   */
  static async resumed(file: WorldFile, rest: (replayed: Replayed) => Promise<void>): Promise<Recorder> {
    const slices = Recorder.#resuming(file);
    for (let step = slices.next(); ; step = slices.next()) {
      if (step.done) return step.value;
      await rest(step.value);
    }
  }

  static *#resuming(file: WorldFile): Generator<Replayed, Recorder> {
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
    for (const _ of file.checkRecorded(commands, mark?.facts ?? 0, mark?.estimates ?? 0))
      yield { events: 0, simMs: simulation.nowMs, done: 0 };
    file.history.begin(snapshot === undefined ? 0 : simulation.clock().seq);
    const recorder = new Recorder(file, simulation);
    recorder.commands = commands;
    if (mark !== undefined) yield* recorder.#catchUp(mark);
    else if (!file.isReadOnly) recorder.commit([]);
    return recorder;
  }

  /** Replays the journal up to the mark. */
  *#catchUp(mark: Mark): Generator<Replayed> {
    const { file, simulation } = this;
    const from = { events: simulation.events, facts: simulation.clock().seq };
    const stored = new ComparedRuns(file, FACTS);
    const estimates = new ComparedRuns(file, ESTIMATES);
    let hidden: string[] = [];
    const notice = (command: Command) => {
      this.commands++;
      const gprId = hiddenBy(command, simulation);
      if (gprId !== undefined) hidden.push(gprId);
    };
    let beganAt = performance.now();
    const keep = () => {
      if (simulation.clock().seq > mark.facts) throw differs(file, mark.facts);
      estimates.compare(simulation.takeEstimates());
      stored.compare(simulation.takeFacts());
      if (hidden.length > 0) file.transaction(() => this.#hideAll(hidden));
      hidden = [];
      this.#keepHistory();
      this.worked(performance.now() - beganAt);
    };
    for (const _ of fileSlices(file, simulation, storedJournal(file, this.commands + 1), mark, notice)) {
      keep();
      this.#keepSnapshot();
      const { events, nowMs } = simulation;
      const done = (simulation.clock().seq - from.facts) / (mark.facts - from.facts);
      yield { events: events - from.events, simMs: nowMs, done: Math.min(1, done) };
      beganAt = performance.now();
    }
    keep();
    const { seq, hash } = simulation.clock();
    if (seq !== mark.facts || hash !== mark.hash) throw differs(file, Math.min(seq, mark.facts));
    estimates.end(simulation.estimateChanges, mark.estimates);
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
    const estimates = simulation.takeEstimates();
    const run = simulation.takeFacts();
    const mark = this.#mark();
    file.appendFacts(run);
    file.appendEstimates(estimates);
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
    if (this.file.isMemory || this.file.isReadOnly) return;
    const startedAt = performance.now();
    const { seq } = this.simulation.clock();
    this.file.setSnapshot({ commands: this.commands, facts: seq, state: this.simulation.save() });
    this.#snapshotMs = performance.now() - startedAt;
  }

  #mark(): Mark {
    const { nowMs, round, open, seq, hash } = this.simulation.clock();
    const { estimateChanges: estimates } = this.simulation;
    return { nowMs, round, isOpen: open, commands: this.commands, facts: seq, hash, estimates };
  }

  #hideAll(gprIds: readonly string[]): void {
    for (const gprId of gprIds) this.#hide(gprId);
  }

  #hide(gprId: string): void {
    this.file.history.remove(this.simulation.uidOf(gprId));
  }

  /** Frees the GPR histories that a long replay has derived. If the write fails, the next commit writes them. */
  #keepHistory(): void {
    const { history, isReadOnly } = this.file;
    if (!history.isDue) return;
    if (isReadOnly) {
      history.forgetStored();
      return;
    }
    try {
      this.file.transaction(() => history.write(this.simulation.clock().seq));
    } catch {
      return;
    }
    history.clear();
  }

  /** Stores a snapshot if one is due during a replay. If the write fails, the next one tries again. */
  #keepSnapshot(): void {
    try {
      this.snapshotIfDue();
    } catch {
      // A snapshot only saves time.
    }
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
