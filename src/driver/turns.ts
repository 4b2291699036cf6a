// A turn: what happens between two turns of the event loop is one transaction of the world's file. All of it is committed
// and then answered, or nothing of it has happened and the world is what the file says.

import type { FactRun, Outcome, Simulation } from '../../sim/index.ts';
import { StoreError } from '../store/store-error.ts';
import type { WorldFile } from '../store/world-file.ts';
import { FactTail } from './fact-tail.ts';
import { FailureBackoff } from './failure-backoff.ts';
import { Recorder, type Replayed } from './recorder.ts';
import { type SubmitResult, WorldReadOnly } from './world.ts';

/** An answer that goes out when its turn is committed. */
export interface Answer {
  readonly outcome: Outcome;
  readonly nowMs: number;
  readonly resolve: (result: SubmitResult) => void;
  readonly reject: (error: Error) => void;
}

export interface TurnsOptions {
  /** Told of what goes wrong; of the same again only after some quiet. */
  readonly onFailure: (error: unknown, what: string) => void;
  /** Told how far the file's journal has been replayed, where that is to be done. */
  readonly onReplay?: (replayed: Replayed) => void;
  /** Called after each commit that brought facts. */
  readonly onFacts: () => void;
  /** Called when the world is another one than before: taken up again from the file, begun anew or exchanged. */
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
  #trouble: string | undefined;

  /** Takes up the file's world. @throws StoreError */
  constructor(file: WorldFile, options: TurnsOptions) {
    this.#file = file;
    this.#options = options;
    this.backoff = new FailureBackoff(options.onFailure);
    this.#recorder = Recorder.resume(file, options.onReplay);
    this.#tail = new FactTail(file);
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

  /** Nothing can happen any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Why the last turn could not be committed. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** The answer to whoever wants something done that cannot be stored. */
  notStored(): WorldReadOnly {
    return new WorldReadOnly(this.#trouble ?? 'the world is closed');
  }

  /** Opens a turn, unless one is open; it ends with that of the event loop. */
  begin(): void {
    if (this.#isOpen) return;
    this.#file.begin();
    this.#isOpen = true;
    setImmediate(() => this.end());
  }

  /** Has an answer go out when the open turn is committed. */
  answer(answer: Answer): void {
    this.#answers.push(answer);
  }

  /** Commits; false if that failed and nothing of the turn has happened. */
  end(): boolean {
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
    this.#keepSnapshot(() => this.#recorder.snapshotIfDue());
    return true;
  }

  /**
   * Does something in the open turn, or in a new one.
   * @throws WorldReadOnly if nothing of the turn has happened, or nothing of this
   */
  within<T>(work: () => T): T {
    try {
      this.begin();
      return work();
    } catch (error) {
      // Whoever says that has seen to the turn.
      if (error instanceof WorldReadOnly) throw error;
      this.fail(error);
      throw this.notStored();
    }
  }

  /**
   * Looks into the file for one command. The open turn ends first, and another begins: where SQLite finds damage, it gives
   * the transaction up, and the commands before this one are no part of that.
   * @throws WorldReadOnly for this command alone
   */
  look<T>(work: () => T): T {
    if (!this.end()) throw this.notStored();
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

  /** As `within`, and commits. */
  whole<T>(work: () => T): T {
    const done = this.within(work);
    if (!this.end()) throw this.notStored();
    return done;
  }

  /** Nothing of the open turn has happened: the world is what the file says. */
  fail(error: unknown, answers: readonly Answer[] = this.#answers): void {
    this.#answers = [];
    this.#isOpen = false;
    this.#trouble = (error as Error).message;
    this.backoff.meet(
      this.#file.explained(error),
      'a commit failed; the world is taken up again from its file',
    );
    try {
      this.#file.rollback();
      this.takeUp();
    } catch (again) {
      this.backoff.meet(
        this.#file.explained(again),
        'the world cannot be taken up from its file; it stays closed',
      );
      this.#isClosed = true;
      this.#file.close();
    }
    for (const { reject } of answers) reject(this.notStored());
  }

  /** Goes on with what the file says. */
  takeUp(): void {
    this.#exchange(Recorder.resume(this.#file));
  }

  /**
   * Goes on with another world.
   * @param make puts it into the file, as a whole or not at all
   * @throws WorldReadOnly if that failed: nothing has happened
   */
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
    this.#tail = new FactTail(this.#file);
    this.#options.onOtherWorld();
  }

  /** Ends the open turn and gives the file back. */
  close(): void {
    if (this.#isClosed) return;
    this.end();
    // A turn that failed may have closed everything.
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#keepSnapshot(() => this.#recorder.snapshot());
    this.#file.close();
  }

  /** A snapshot only saves time: without it, the next start replays more of the journal. */
  #keepSnapshot(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.backoff.meet(
        this.#file.explained(error),
        'no snapshot could be kept; the next start takes longer',
      );
    }
  }
}
