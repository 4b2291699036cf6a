// Answers that take their time: worked out in slices between which others have their turns. Most are there at once.

import type { PendingAnswer } from '../../sim/index.ts';
import { SLICE_MS } from './slice.ts';
import { Cancelled } from './world.ts';

/** Instants of a step: between two steps the clock on the wall is looked at. */
const STEP_INSTANTS = 32;

/** Whether whoever asked still waits for the answer. */
export type IsWanted = () => boolean;

interface Job {
  /** Goes on until an instant of the wall clock; true when there is nothing left to do. */
  run(untilMs: number): boolean;
}

/** All answers under way. However many there are, together they take one slice of a turn of the event loop. */
export class PendingAnswers {
  readonly #jobs: Job[] = [];
  /** Wall time that is left of this turn's slice. */
  #leftMs: number = SLICE_MS;
  #isTurnAwaited = false;

  /**
   * The answer if what is left of the slice is enough for it, else a promise of it, which is rejected with `Cancelled` once
   * nobody wants it. It is about the world as it is now: the question is put at once, which takes a part of the slice.
   */
  answer<T>(ask: () => PendingAnswer<T>, isWanted: IsWanted = () => true): T | Promise<T> {
    let pending!: PendingAnswer<T>;
    const isDone = this.#spend((untilMs) => {
      pending = ask();
      return runUntil(pending, untilMs);
    });
    if (isDone) return pending.answer();
    return new Promise((resolve, reject) => {
      const run = (untilMs: number) => {
        try {
          if (!isWanted()) throw new Cancelled('nobody waits for the answer any more');
          if (!runUntil(pending, untilMs)) return false;
          resolve(pending.answer());
        } catch (error) {
          reject(error);
        }
        return true;
      };
      this.#jobs.push({ run });
    });
  }

  #spend(work: (untilMs: number) => boolean): boolean {
    this.#awaitTurn();
    const startedAt = performance.now();
    const isDone = work(startedAt + this.#leftMs);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - startedAt));
    return isDone;
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => {
      this.#isTurnAwaited = false;
      this.#leftMs = SLICE_MS;
      this.#goOn();
    });
  }

  /** Whoever has had time goes to the end of the line. */
  #goOn(): void {
    while (this.#leftMs > 0) {
      const job = this.#jobs.shift();
      if (job === undefined) return;
      if (!this.#spend((untilMs) => job.run(untilMs))) this.#jobs.push(job);
    }
    if (this.#jobs.length > 0) this.#awaitTurn();
  }
}

/** Goes on by at least a step. */
function runUntil(pending: PendingAnswer<unknown>, untilMs: number): boolean {
  do {
    if (pending.run(STEP_INSTANTS)) return true;
  } while (performance.now() < untilMs);
  return false;
}

/** Lets so many be under way at once; whoever comes then waits until one is done. */
export class Turnstile {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** What `ask` says, which is called at once if there is room. */
  pass<T>(ask: () => T | Promise<T>): T | Promise<T> {
    if (this.#free === 0) {
      return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.#hold(ask));
    }
    this.#free--;
    return this.#hold(ask);
  }

  #hold<T>(ask: () => T | Promise<T>): T | Promise<T> {
    let answer: T | Promise<T>;
    try {
      answer = ask();
    } catch (error) {
      this.#leave();
      throw error;
    }
    if (answer instanceof Promise) return answer.finally(() => this.#leave());
    this.#leave();
    return answer;
  }

  /** The place is given to the next, so that nobody who comes later slips in. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
