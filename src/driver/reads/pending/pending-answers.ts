// Computes long answers in slices, so that other requests are served in between. Most answers need less than one slice.

import type { PendingAnswer } from '../../../../sim/index.ts';
import { answersTurn } from '../../loop-turn.ts';
import { SLICE_MS } from '../../slice.ts';
import { Cancelled, type IsWanted, TooManyWaiting } from '../../world.ts';

/** The most instants computed between two checks of the wall clock. */
export const STEP_INSTANTS = 32;

/** A turn that took this long beyond its slice begins no further query that can wait. */
const OVER_MS = 100;

/** Wall time for the queries that go on in a turn, so that none waits forever. */
const LEAST_MS = SLICE_MS / 2;

interface Job {
  /** Continues until an instant of the wall clock. Returns true when the job is done. */
  run(untilMs: number): boolean;
}

/** Pending answers. Together they take at most one slice of each turn of the event loop. */
export class PendingAnswers {
  readonly #jobs: Job[] = [];
  /** Wall time left in this turn's slice; negative if a step took longer. */
  #leftMs: number = SLICE_MS;
  #isTurnAwaited = false;
  /** Wall time of the queries that began since the last turn. */
  #begunMs = 0;

  /**
   * Starts a query. Returns the answer if the slice suffices, else a promise, which may reject with `Cancelled`.
   * @param begins `soon`: a turn that is far over its slice leaves it to a later one, whose world is then asked; `now`: never
   */
  answer<T>(
    query: () => PendingAnswer<T>,
    isWanted: IsWanted = () => true,
    begins: 'now' | 'soon' = 'soon',
  ): T | Promise<T> {
    let pending: PendingAnswer<T> | undefined;
    const start = (untilMs: number) => {
      const begunAt = performance.now();
      pending = query();
      // Of a large world, the copy alone takes long.
      return performance.now() < begunAt + SLICE_MS && runUntil(pending, untilMs);
    };
    if (begins === 'now' || this.#leftMs > -OVER_MS) {
      const leftMs = this.#leftMs;
      const isDone = this.#spend(start);
      this.#begunMs += leftMs - this.#leftMs;
      if (isDone) return pending!.answer();
    }
    this.#awaitTurn();
    return new Promise((resolve, reject) => {
      const run = (untilMs: number) => {
        try {
          if (!isWanted()) throw new Cancelled('the client of the query disconnected');
          if (!(pending === undefined ? start(untilMs) : runUntil(pending, untilMs))) return false;
          resolve(pending!.answer());
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
    this.#leftMs -= performance.now() - startedAt;
    return isDone;
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    answersTurn(() => {
      this.#isTurnAwaited = false;
      // What began since the last turn has used up a part of this one.
      this.#leftMs = Math.max(LEAST_MS, SLICE_MS - this.#begunMs);
      this.#goOn();
      if (this.#jobs.length === 0) this.#leftMs = SLICE_MS;
      this.#begunMs = 0;
    });
  }

  /** Runs the jobs round-robin: a job that used its time goes to the end of the queue. */
  #goOn(): void {
    while (this.#leftMs > 0) {
      const job = this.#jobs.shift();
      if (job === undefined) return;
      if (!this.#spend((untilMs) => job.run(untilMs))) this.#jobs.push(job);
    }
    if (this.#jobs.length > 0) this.#awaitTurn();
  }
}

/** Those of all worlds of the process. */
export const pendingAnswers: PendingAnswers = new PendingAnswers();

/** Continues by at least one instant, which may take long. Returns true when the answer is complete. */
function runUntil(pending: PendingAnswer<unknown>, untilMs: number): boolean {
  let instants = 1;
  do {
    if (pending.run(instants)) return true;
    instants = Math.min(STEP_INSTANTS, instants * 2);
  } while (performance.now() < untilMs);
  return false;
}

/** Limits the number of concurrent queries. Later queries wait, in the order of their arrival. */
export class Turnstile {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingMax: number;

  /** @param waitingMax limit of waiting queries */
  constructor(atOnce: number, waitingMax = Number.POSITIVE_INFINITY) {
    this.#free = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Calls `query`, at once if the limit allows it, and returns its answer. @throws TooManyWaiting */
  pass<T>(query: () => T | Promise<T>): T | Promise<T> {
    if (this.#free === 0) {
      if (this.#waiting.length >= this.#waitingMax) throw new TooManyWaiting(this.#waitingMax);
      return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() => this.#hold(query));
    }
    this.#free--;
    return this.#hold(query);
  }

  #hold<T>(query: () => T | Promise<T>): T | Promise<T> {
    let answer: T | Promise<T>;
    try {
      answer = query();
    } catch (error) {
      this.#leave();
      throw error;
    }
    if (answer instanceof Promise) return answer.finally(() => this.#leave());
    this.#leave();
    return answer;
  }

  /** Hands the permit directly to the next waiting query, so that no later query overtakes it. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
