// Keeps a simulation and its file consistent: takes facts out of the simulation and writes them to the file.

import type {
  Candidate,
  Check,
  Command,
  FactRun,
  GprMemory,
  GprView,
  Outcome,
  OwnPolicies,
  Rejection,
  Scenario,
  Simulation,
} from '../../../sim/index.ts';
import { StoreError } from '../../store/store-error.ts';
import type { JournalEntry } from '../../store/tables/journal.ts';
import type { Mark } from '../../store/tables/mark-table.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { finished } from '../slice.ts';
import { knownGpr } from '../stored/known-gpr.ts';
import { fromStart, type Origin } from '../stored/replay.ts';
import { storedScenario } from '../stored/stored.ts';

/** A restart repeats the work since the last snapshot. After this much work, a new snapshot is due. */
const REPLAY_MS = 1_000;

/** Snapshots of large worlds take longer: the work between two takes at least this many times as long as a snapshot. */
const WORK_PER_SNAPSHOT = 20;

/** A GPR of the history that a command removed. */
export interface Hidden {
  readonly gprId: string;
  /** Number of the command. */
  readonly command: number;
}

export class Recorder {
  readonly file: WorldFile;
  readonly simulation: Simulation;
  commands: number;
  /** Wall time of the simulation since the last snapshot. */
  #workMs = 0;
  /** Wall time of the last snapshot. */
  #snapshotMs = 0;
  #commitEndedAt = performance.now();

  /** @param commands number of journaled commands that the simulation has applied */
  constructor(file: WorldFile, simulation: Simulation, commands = 0) {
    this.file = file;
    this.simulation = simulation;
    this.commands = commands;
    simulation.onForget = (gpr, isRemoved, uid) => file.history.add(uid, gpr, isRemoved);
    file.history.viewOf = (kept, gprId) => simulation.views.keptGpr(kept, gprId);
  }

  /** Begins the file's current, empty branch. Call it within a transaction. @throws StoreError */
  static begin(file: WorldFile, ownPolicies: OwnPolicies): Recorder {
    const recorder = finished(Recorder.beginning(file, { scenario: scenarioOf(file), ownPolicies }));
    recorder.write();
    return recorder;
  }

  /** Builds the world at its start, in steps. Writes nothing. */
  static *beginning(file: WorldFile, origin: Origin): Generator<undefined, Recorder> {
    const { simulation } = yield* fromStart(file.present, origin);
    file.history.begin({ facts: 0, commands: 0 });
    return new Recorder(file, simulation);
  }

  /** Returns a recorder of the same simulation for another file, which already holds the same world. */
  moveTo(file: WorldFile): Recorder {
    return new Recorder(file, this.simulation, this.commands);
  }

  /** Checks a command and returns the form to be journaled. @param look wraps the read if the check must read the file */
  check(command: Command, look: (read: () => Check) => Check = (read) => read()): Check {
    const checked = this.simulation.check(command);
    if (checked.ok) return checked;
    const { rejection } = checked;
    if (rejection.code !== 'gpr-unknown' || !('gprId' in command)) return checked;
    return look(() =>
      judgedByHistory(command, rejection, (gprId) => knownGpr(this.simulation, this.file.present, gprId)),
    );
  }

  /** Journals a checked command and applies it, within a transaction. @param candidate of its check, if that was just now */
  apply(entry: Omit<JournalEntry, 'seq'>, candidate?: Candidate): Outcome {
    this.file.append({ seq: this.commands + 1, ...entry });
    this.commands++;
    const gprId = hiddenBy(entry.command, this.simulation);
    if (gprId !== undefined) this.#hide({ gprId, command: this.commands });
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

  /**
   * Notes the wall time of the replay that led to a new branch, in ms. The branch shares the last snapshot with its parent: it gets
   * an own one when the replay takes a second more. So branches that are often begun and deleted store none.
   */
  forked(wallMs: number): void {
    this.worked(Math.max(0, wallMs - REPLAY_MS));
  }

  /** Same as `write`, in a separate transaction that first does more work. The simulation ran since the last commit. */
  commit(more: readonly (() => void)[]): FactRun {
    this.worked(performance.now() - this.#commitEndedAt);
    let run: FactRun | undefined;
    this.file.transaction(() => {
      for (const work of more) work();
      run = this.write();
    });
    if (this.isSnapshotDue) this.snapshot();
    this.#commitEndedAt = performance.now();
    return run!;
  }

  /** Whether a restart would take long without a snapshot. */
  get isSnapshotDue(): boolean {
    return this.#workMs > Math.max(REPLAY_MS, WORK_PER_SNAPSHOT * this.#snapshotMs);
  }

  /** Stores the whole state, so that a restart begins here. All facts must have been written. Call it outside a transaction. */
  snapshot(isOfClose = false): void {
    finished(this.snapshotting(isOfClose));
  }

  /**
   * Same as `snapshot`, in steps, between which the simulation may go on. The state is that of the first step.
   * @param taken of `memoryFor`
   */
  *snapshotting(isOfClose: boolean, taken?: GprMemory): Generator<void, void, undefined> {
    this.#workMs = 0;
    if (this.file.isReadOnly) return;
    let begunAt = performance.now();
    const steps = this.file.setSnapshot({ ...this.#mark(), state: this.simulation.save(taken) }, isOfClose);
    let tookMs = 0;
    for (;;) {
      const { done } = steps.next();
      tookMs += performance.now() - begunAt;
      if (done === true) break;
      yield;
      begunAt = performance.now();
    }
    this.#snapshotMs = tookMs;
  }

  #mark(): Mark {
    const { nowMs, round, open, seq, hash } = this.simulation.clock();
    const { estimateChanges: estimates } = this.simulation;
    return { nowMs, round, isOpen: open, commands: this.commands, facts: seq, hash, estimates };
  }

  /** Hides GPRs from history. */
  hide(hidden: readonly Hidden[]): void {
    for (const gpr of hidden) this.#hide(gpr);
  }

  #hide({ gprId, command }: Hidden): void {
    this.file.history.remove(this.simulation.uidOf(gprId), command);
  }
}

/**
 * Judges a rejected command. If it is about a GPR that is not in memory, DELETE hides it from history, and other commands are
 * rejected because of its state.
 */
export function judgedByHistory(
  command: Command,
  rejection: Rejection,
  gprOf: (gprId: string) => GprView | undefined,
): Check {
  if (rejection.code !== 'gpr-unknown' || !('gprId' in command)) return { ok: false, rejection };
  const gpr = gprOf(command.gprId);
  if (gpr === undefined) return { ok: false, rejection };
  if (command.kind === 'gpr.delete') return { ok: true, command };
  const { gprId, state } = gpr;
  return { ok: false, rejection: { code: 'gpr-state', gprId, state, action: ACTIONS[command.kind] } };
}

/** @throws StoreError if the file holds no scenario, or an invalid one */
export function scenarioOf(file: WorldFile): Scenario {
  const scenario = storedScenario(file);
  if (scenario === undefined)
    throw new StoreError(
      `${file.path} holds no world: its creation was interrupted; gprsim serve creates one in it`,
    );
  return scenario;
}

/** Returns the id of the GPR that a DELETE removes from history; undefined for other commands and for GPRs in memory. */
export function hiddenBy(command: Command, simulation: Simulation): string | undefined {
  if (command.kind !== 'gpr.delete' || simulation.views.gpr(command.gprId) !== undefined) return undefined;
  return command.gprId;
}

const ACTIONS = { 'gpr.update': 'update', 'gpr.release': 'release', 'gpr.activity': 'activity' } as const;
