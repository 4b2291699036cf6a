// Distributes the runs of a grid over threads. Runs share nothing: the figures do not depend on the number of threads.

import { Worker } from 'node:worker_threads';
import type { Standing } from '../../observe/progress.ts';
import type { Figures } from '../figures.ts';
import type { GridRun } from '../grid.ts';
import type { Pictures } from '../pictures.ts';
import type { RunReport, Task } from './messages.ts';
import { script } from './thread.packed.ts';

interface Thread {
  readonly worker: Worker;
  /** Index of its run in the grid. */
  run: number;
  report: RunReport;
}

const noReport: RunReport = { events: 0, done: 0 };

export class Threads {
  /** By index in the grid; undefined until the run ends. */
  readonly figures: (Figures | undefined)[];
  /** The pictures of the runs with the pictured seed, by index in the grid. */
  readonly pictures: Map<number, Pictures> = new Map();
  /** Resolves when all runs have ended; rejects when a run fails. */
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

  progress(): Standing {
    let events = this.#eventsOfEnded;
    let done = this.#ended;
    for (const { report } of this.#threads) {
      events += report.events;
      done += report.done ?? 0;
    }
    const all = this.#runs.length;
    return { count: events, simMs: null, done: done / all, runs: { ended: this.#ended, all } };
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(task: Task): Thread {
    const worker = new Worker(script, { eval: true, workerData: task });
    const thread = { worker, run: 0, report: noReport };
    thread.worker.on('message', (report: RunReport) => this.#receive(thread, report));
    thread.worker.on('error', (error: Error) =>
      this.#settle.reject(failureOf(this.#runs[thread.run], error)),
    );
    this.#next(thread);
    return thread;
  }

  #next(thread: Thread): void {
    thread.report = noReport;
    if (this.#begun === this.#runs.length) return;
    thread.run = this.#begun++;
    thread.worker.postMessage(this.#runs[thread.run]);
  }

  #receive(thread: Thread, report: RunReport): void {
    thread.report = report;
    if (report.figures === undefined) return;
    this.figures[thread.run] = report.figures;
    if (report.pictures !== undefined) this.pictures.set(thread.run, report.pictures);
    this.#ended++;
    this.#eventsOfEnded += report.events;
    if (this.#ended === this.#runs.length) this.#settle.resolve();
    this.#next(thread);
  }
}

function failureOf({ queue, placement, seed }: GridRun, { message, stack = message }: Error): Error {
  const failure = new Error(`the run with ${queue}, ${placement}, seed ${seed}: ${message}`);
  failure.stack = stack;
  return failure;
}
