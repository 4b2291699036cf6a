// The runs of a grid on threads. Each run is alone in its world, so that its figures are the same whichever thread has it
// and whenever.

import { Worker } from 'node:worker_threads';
import type { Figures } from '../../../compare/figures.ts';
import type { GridRun } from '../../../compare/grid.ts';
import type { Standing } from '../../../observe/progress.ts';
import type { Said, Task } from './messages.ts';
import { script } from './thread.packed.ts';

interface Thread {
  readonly worker: Worker;
  /** Place of its run in the grid. */
  run: number;
  said: Said;
}

const nothingYet: Said = { events: 0, done: 0 };

export class Threads {
  /** By place in the grid, as far as they are known. */
  readonly figures: (Figures | undefined)[];
  /** Fails with the first run that does. */
  readonly finished: Promise<void>;
  readonly #runs: readonly GridRun[];
  readonly #threads: readonly Thread[];
  readonly #settle: PromiseWithResolvers<void> = Promise.withResolvers();
  #begun = 0;
  #ended = 0;
  #eventsOfEnded = 0;

  constructor(task: Task, runs: readonly GridRun[], count: number) {
    this.figures = runs.map(() => undefined);
    this.finished = this.#settle.promise;
    this.#runs = runs;
    this.#threads = Array.from({ length: Math.min(count, runs.length) }, () => this.#start(task));
  }

  standing(): Standing {
    let events = this.#eventsOfEnded;
    let done = this.#ended;
    for (const { said } of this.#threads) {
      events += said.events;
      done += said.done ?? 0;
    }
    const all = this.#runs.length;
    return { count: events, simMs: null, done: done / all, runs: { ended: this.#ended, all } };
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(task: Task): Thread {
    const thread = { worker: new Worker(script, { eval: true, workerData: task }), run: 0, said: nothingYet };
    thread.worker.on('message', (said: Said) => this.#hear(thread, said));
    thread.worker.on('error', (error: Error) =>
      this.#settle.reject(failureOf(this.#runs[thread.run], error)),
    );
    this.#next(thread);
    return thread;
  }

  #next(thread: Thread): void {
    thread.said = nothingYet;
    if (this.#begun === this.#runs.length) return;
    thread.run = this.#begun++;
    thread.worker.postMessage(this.#runs[thread.run]);
  }

  #hear(thread: Thread, said: Said): void {
    thread.said = said;
    if (said.figures === undefined) return;
    this.figures[thread.run] = said.figures;
    this.#ended++;
    this.#eventsOfEnded += said.events;
    if (this.#ended === this.#runs.length) this.#settle.resolve();
    this.#next(thread);
  }
}

function failureOf({ queue, placement, seed }: GridRun, { message, stack = message }: Error): Error {
  const failure = new Error(`the run with ${queue}, ${placement}, seed ${seed}: ${message}`);
  failure.stack = stack;
  return failure;
}
