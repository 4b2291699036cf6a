// Distributes the runs of a grid over threads. Runs share nothing: the figures do not depend on the number of threads.

import { Worker } from 'node:worker_threads';
import type { Scenario } from '../../../sim/index.ts';
import type { Standing } from '../../observe/progress.ts';
import type { Figures } from '../figures.ts';
import { type Grid, runName } from '../grid.ts';
import type { Pictures } from '../pictures.ts';
import type { RunOrder, RunReport, Task } from './messages.ts';
import { script } from './thread.packed.ts';

/** The runs of a comparison. */
export interface ThreadedRuns extends Task {
  readonly grid: Grid;
  /** Returns the scenario of a setting. */
  readonly scenarioOf: (setting: number) => Scenario;
  /** The number of variants, from the first on, whose first run reports its pictures. */
  readonly picturedVariants: number;
}

interface Thread {
  readonly worker: Worker;
  /** Index of the setting whose scenario the thread has; -1 at first. */
  setting: number;
  /** Index of its run in the grid. */
  run: number;
  report: RunReport;
}

const noReport: RunReport = { events: 0, done: 0 };

export class Threads {
  /** By index in the grid; undefined until the run ends. */
  readonly figures: (Figures | undefined)[];
  /** By index in the grid. */
  readonly pictures: Map<number, Pictures> = new Map();
  /** Resolves when all runs have ended; rejects when a run fails. */
  readonly finished: Promise<void>;
  readonly #runs: ThreadedRuns;
  readonly #threads: readonly Thread[];
  readonly #settle: PromiseWithResolvers<void> = Promise.withResolvers();
  #begun = 0;
  #ended = 0;
  #eventsOfEnded = 0;

  constructor(runs: ThreadedRuns, count: number) {
    const { runCount } = runs.grid;
    this.figures = Array.from({ length: runCount }, () => undefined);
    this.finished = this.#settle.promise;
    this.#runs = runs;
    this.#threads = Array.from({ length: Math.min(count, runCount) }, () => this.#start());
  }

  progress(): Standing {
    let events = this.#eventsOfEnded;
    let done = this.#ended;
    for (const { report } of this.#threads) {
      events += report.events;
      done += report.done ?? 0;
    }
    const all = this.#runs.grid.runCount;
    return { count: events, simMs: null, done: done / all, runs: { ended: this.#ended, all } };
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(): Thread {
    const { untilMs, window } = this.#runs;
    const workerData: Task = { untilMs, window };
    const worker = new Worker(script, { eval: true, workerData });
    const thread: Thread = { worker, setting: -1, run: 0, report: noReport };
    worker.on('message', (report: RunReport) => this.#receive(thread, report));
    worker.on('error', (error: Error) => this.#settle.reject(this.#failureOf(thread, error)));
    this.#next(thread);
    return thread;
  }

  #next(thread: Thread): void {
    thread.report = noReport;
    const { grid, scenarioOf, picturedVariants } = this.#runs;
    if (this.#begun === grid.runCount) return;
    thread.run = this.#begun++;
    const variant = Math.floor(thread.run / grid.seeds.length);
    const setting = grid.settingOf(variant);
    const order: RunOrder = {
      run: grid.run(thread.run),
      ...(setting === thread.setting ? {} : { scenario: scenarioOf(setting) }),
      isPictured: variant < picturedVariants && thread.run % grid.seeds.length === 0,
    };
    thread.setting = setting;
    thread.worker.postMessage(order);
  }

  #receive(thread: Thread, report: RunReport): void {
    thread.report = report;
    if (report.figures === undefined) return;
    this.figures[thread.run] = report.figures;
    if (report.pictures !== undefined) this.pictures.set(thread.run, report.pictures);
    this.#ended++;
    this.#eventsOfEnded += report.events;
    if (this.#ended === this.#runs.grid.runCount) this.#settle.resolve();
    this.#next(thread);
  }

  #failureOf({ run }: Thread, { message, stack = message }: Error): Error {
    const failure = new Error(`the run with ${runName(this.#runs.grid.run(run))}: ${message}`);
    failure.stack = stack;
    return failure;
  }
}
