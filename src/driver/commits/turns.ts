// A turn covers all changes within two turns of the event loop, as one transaction of the world's file. The driver commits
// the turn and then answers its commands.
//
// If the commit fails, because the disk is full or for another reason, the turn is undone: the driver reloads the world from
// the file and refuses the commands of the turn (WorldReadOnly, a response with status 500). Until a commit succeeds,
// /healthz responds with 503, and the clock waits ever longer (failure-backoff.ts) before it tries again. If a policy of one's own
// fails, the turn is undone likewise, and the clock is paused: the same policy would fail again.

import { type FactRun, type Outcome, PolicyFailure, type Simulation } from '../../../sim/index.ts';
import { StoreError } from '../../store/store-error.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { memoryFor } from '../forked.ts';
import { loopTurn } from '../loop-turn.ts';
import { Slice } from '../slice.ts';
import { type SubmitResult, WorldReadOnly } from '../world.ts';
import { FactTail } from './fact-tail.ts';
import { FailureBackoff } from './failure-backoff.ts';
import type { Recorder } from './recorder.ts';
import { restart } from './restart.ts';

/** The answer to a command; it is sent after its turn is committed. */
interface Answer {
  readonly outcome: Outcome;
  readonly nowMs: number;
  readonly resolve: (result: SubmitResult) => void;
  readonly reject: (error: Error) => void;
}

export interface TurnsOptions {
  /** Called on a failure; for a repeated failure, again only after a calm period. */
  readonly onFailure: (error: unknown, what: string) => void;
  /** Called after each commit with new facts. */
  readonly onFacts: () => void;
  /** Called when a policy of one's own failed, before the world is reloaded. */
  readonly onPolicyFailure: () => void;
  /** Called after the world was replaced: reloaded from the file, reset, or imported. */
  readonly onOtherWorld: () => void;
}

export class Turns {
  readonly backoff: FailureBackoff;
  readonly #file: WorldFile;
  readonly #options: TurnsOptions;
  #recorder: Recorder;
  #tail: FactTail;
  #answers: Answer[] = [];
  #isOpen = false;
  #isClosed = false;
  #isSnapshotting = false;
  #isMakingRoom = false;
  /** Whether memory for a snapshot is being taken: with more GPRs after that, it would be too small. */
  #isTakingMemory = false;
  #trouble: string | undefined;
  /** The trouble is that a policy of one's own failed. It stays until a turn succeeds. */
  #isOfPolicy = false;

  constructor(recorder: Recorder, options: TurnsOptions) {
    const { file } = recorder;
    this.#file = file;
    this.#options = options;
    this.backoff = new FailureBackoff(options.onFailure);
    this.#recorder = recorder;
    this.#tail = new FactTail(file.present);
    void this.#makeRoom();
  }

  get recorder(): Recorder {
    return this.#recorder;
  }

  get simulation(): Simulation {
    return this.#recorder.simulation;
  }

  get tail(): FactTail {
    return this.#tail;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Why the last commit failed; undefined if it succeeded. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Whether an empty commit can end the trouble. */
  get mayPass(): boolean {
    return this.#trouble !== undefined && !this.#isOfPolicy;
  }

  notStored(): WorldReadOnly {
    return new WorldReadOnly(this.#trouble ?? 'the world is closed');
  }

  /** Opens a turn, unless one is open. It ends with the next turn of the event loop: more requests then share a commit. */
  begin(): void {
    if (this.#isOpen) return;
    this.#file.begin();
    this.#isOpen = true;
    setImmediate(() => setImmediate(() => this.#end()));
  }

  answer(answer: Answer): void {
    this.#answers.push(answer);
  }

  /** Commits the open turn. @throws WorldReadOnly if the commit failed; the turn is then undone */
  commit(): void {
    if (!this.#end()) throw this.notStored();
  }

  /** Commits the open turn. If that fails, its commands are answered accordingly, and the world is as the file has it. */
  settle(): void {
    this.#end();
  }

  /** Same as `commit`. Returns false if the commit failed: its commands have been answered accordingly. */
  #end(): boolean {
    if (!this.#isOpen) return true;
    const answers = this.#answers;
    this.#answers = [];
    this.#isOpen = false;
    let run: FactRun;
    try {
      run = this.#recorder.write();
      this.#file.commit();
    } catch (error) {
      this.fail(error, answers);
      return false;
    }
    this.#trouble = undefined;
    this.#tail.add(run);
    for (const { resolve, outcome, nowMs } of answers) resolve({ ok: true, outcome, nowMs });
    if (run.count > 0) this.#options.onFacts();
    if (this.#recorder.isSnapshotDue && !this.#isSnapshotting) void this.#keepSnapshot(this.#recorder);
    void this.#makeRoom();
    return true;
  }

  /** Whether memory is being taken that the world will need; it goes on more evenly after that. */
  get isMakingRoom(): boolean {
    return this.#isMakingRoom || this.#isTakingMemory;
  }

  /** Takes memory that the world will need, in slices. */
  async #makeRoom(): Promise<void> {
    if (this.#isMakingRoom) return;
    const { simulation } = this;
    const steps = simulation.makeRoom();
    const isDone = () => {
      try {
        return steps.next().done === true;
      } catch (error) {
        // The system has no memory left: the world may never need this.
        if (error instanceof RangeError) return true;
        throw error;
      }
    };
    if (isDone()) return;
    this.#isMakingRoom = true;
    do await loopTurn();
    while (!this.#isClosed && this.simulation === simulation && !isDone());
    this.#isMakingRoom = false;
  }

  /** Runs `work` in the open turn, or in a new one. @throws WorldReadOnly if the turn, or `work` alone, is undone */
  within<T>(work: () => T): T {
    const startedAt = performance.now();
    try {
      this.begin();
      return work();
    } catch (error) {
      // The thrower of this error has already handled the turn.
      if (error instanceof WorldReadOnly) throw error;
      this.fail(error);
      throw this.notStored();
    } finally {
      this.#recorder.worked(performance.now() - startedAt);
    }
  }

  /**
   * Reads the file for one command. Ends the open turn first and begins another: if SQLite finds damage it rolls the
   * transaction back, and that must not undo the commands before this one.
   * @throws WorldReadOnly for this command only
   */
  look<T>(work: () => T): T {
    this.commit();
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.backoff.meet(error, 'a command was refused');
      throw new WorldReadOnly(error.message);
    } finally {
      this.begin();
    }
  }

  /** Same as `within`, followed by a commit. */
  whole<T>(work: () => T): T {
    const done = this.within(work);
    this.commit();
    return done;
  }

  /** Undoes the open turn and reloads the world from the file. */
  fail(error: unknown, answers: readonly Answer[] = this.#answers): void {
    this.#answers = [];
    this.#isOpen = false;
    const failure = error as Error;
    this.#trouble = failure.message;
    this.#isOfPolicy = error instanceof PolicyFailure;
    if (this.#isOfPolicy) this.#options.onPolicyFailure();
    const what = this.#isOfPolicy ? 'a policy failed; the clock is paused' : 'a commit failed';
    this.backoff.meet(failure, `${what}; the world is reloaded from its last commit`);
    try {
      this.#file.rollback();
      this.reload();
    } catch (again) {
      const why = again as Error;
      this.backoff.meet(why, 'the world cannot be reloaded from its file; it stays closed');
      this.#trouble = `${failure.message}; the world cannot be reloaded from its file: ${why.message}`;
      this.#isClosed = true;
      this.#file.close();
    }
    for (const { reject } of answers) reject(this.notStored());
  }

  /** Replaces the world by the last commit of the file. */
  reload(): void {
    this.#exchange(restart(this.#file, this.simulation.ownPolicies));
  }

  /** Continues with another world, which `make` writes atomically. @throws WorldReadOnly if `make` failed */
  replace(make: () => Recorder): void {
    let recorder: Recorder;
    try {
      recorder = make();
    } catch (error) {
      this.fail(error);
      throw this.notStored();
    }
    this.#exchange(recorder);
  }

  #exchange(recorder: Recorder): void {
    this.#recorder = recorder;
    this.#tail = new FactTail(this.#file.present);
    void this.#makeRoom();
    this.#options.onOtherWorld();
  }

  /** Commits the open turn, stores a snapshot and closes the file. */
  close(): void {
    if (this.#isClosed) return;
    // A failed commit may have closed the world.
    if (!this.#end() && this.#isClosed) return;
    this.#isClosed = true;
    try {
      if (!this.#file.isMemory) this.#recorder.snapshot(true);
    } catch (error) {
      this.#notSnapshotted(error);
    }
    this.#file.close();
  }

  /** Stores a snapshot, in slices, unless the world is replaced or closed before. */
  async #keepSnapshot(recorder: Recorder): Promise<void> {
    this.#isSnapshotting = true;
    const mayGoOn = () => !this.#isClosed && this.#recorder === recorder;
    const slice = new Slice();
    try {
      // The turn that made it due may have been long.
      await loopTurn();
      this.#isTakingMemory = true;
      const taken = await memoryFor(recorder.simulation, loopTurn);
      this.#isTakingMemory = false;
      if (!mayGoOn() || !this.#end()) return;
      slice.begin();
      for (const _ of recorder.snapshotting(false, taken)) {
        if (!slice.isOver) continue;
        await loopTurn();
        if (!mayGoOn()) return;
        slice.begin();
      }
    } catch (error) {
      this.#notSnapshotted(error);
    } finally {
      this.#isSnapshotting = false;
      this.#isTakingMemory = false;
    }
  }

  /** A snapshot only saves time: without it, the next start replays more of the journal. */
  #notSnapshotted(error: unknown): void {
    this.backoff.meet(error as Error, 'the snapshot cannot be stored; the next start takes longer');
  }
}
