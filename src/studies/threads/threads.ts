// Distributes the runs of a grid over threads. Runs share nothing: the figures do not depend on the number of threads.

import { Worker } from 'node:worker_threads';
import type { Scenario } from '../../../sim/index.ts';
import type { ProgressState } from '../../observe/progress.ts';
import type { Figures } from '../figure-catalogue.ts';
import { type Grid, runName } from '../grid.ts';
import type { Pictures } from '../pictures.ts';
import type { RunOrder, RunReport, Task } from './messages.ts';
import { script } from './thread.packed.ts';

/** The runs of a comparison. */
export interface ThreadedRuns extends Task {
  readonly grid: Grid;
  /** Indexes in the grid of the runs to run, in the order in which they begin. */
  readonly indexes: readonly number[];
  /** Returns the scenario of a setting. */
  readonly scenarioOf: (setting: number) => Scenario;
  /** The variants whose first run reports its pictures. */
  readonly pictured: ReadonlySet<number>;
  readonly receive: Receiver;
}

/** Receives what becomes of the runs, by index in the grid. An error that it throws ends the work. */
interface Receiver {
  ended(run: number, figures: Figures, pictures: Pictures | undefined): void;
  /** The other runs go on. @param isOfPolicy a policy of one's own failed: the message is a sentence for users */
  failed(run: number, error: Error, isOfPolicy: boolean): void;
}

interface Thread {
  worker: Worker;
  /** Index of the setting whose scenario the thread has; -1 at first. */
  setting: number;
  /** Index of its run in the grid. */
  run: number;
  report: RunReport;
}

const noReport: RunReport = { events: 0, done: 0 };

export class Threads {
  /** Resolves when all runs have ended or failed; rejects with an error of the receiver. */
  readonly finished: Promise<void>;
  readonly #runs: ThreadedRuns;
  readonly #threads: readonly Thread[];
  readonly #settle: PromiseWithResolvers<void> = Promise.withResolvers();
  #begun = 0;
  #ended = 0;
  #eventsOfEnded = 0;
  #isClosed = false;

  constructor(runs: ThreadedRuns, count: number) {
    const { length } = runs.indexes;
    this.finished = this.#settle.promise;
    this.#runs = runs;
    if (length === 0) this.#settle.resolve();
    this.#threads = Array.from({ length: Math.min(count, length) }, () => this.#start());
  }

  progress(): ProgressState & { readonly count: number } {
    let events = this.#eventsOfEnded;
    let done = this.#ended;
    for (const { report } of this.#threads) {
      events += report.events;
      done += report.done ?? 0;
    }
    const all = this.#runs.indexes.length;
    return {
      count: events,
      simMs: null,
      done: all === 0 ? 1 : done / all,
      runs: { ended: this.#ended, all },
    };
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #start(): Thread {
    const thread = { setting: -1, run: 0, report: noReport } as Thread;
    this.#open(thread);
    this.#next(thread);
    return thread;
  }

  #open(thread: Thread): void {
    const { untilMs, window, modules } = this.#runs;
    const workerData: Task = { untilMs, window, modules };
    thread.worker = new Worker(script, { eval: true, workerData });
    thread.setting = -1;
    thread.worker.on('message', (report: RunReport) => this.#guarded(() => this.#receive(thread, report)));
    thread.worker.on('error', (error: Error) => this.#guarded(() => this.#fail(thread, error)));
  }

  #next(thread: Thread): void {
    thread.report = noReport;
    const { grid, indexes, scenarioOf, pictured } = this.#runs;
    if (this.#begun === indexes.length) return;
    thread.run = indexes[this.#begun++];
    const variant = Math.floor(thread.run / grid.seeds.length);
    const setting = grid.settingOf(variant);
    let scenario: Scenario | undefined;
    try {
      if (setting !== thread.setting) scenario = scenarioOf(setting);
    } catch (error) {
      // In a turn of the event loop for each run: many could have a wrong scenario.
      setImmediate(() => this.#guarded(() => this.#refuse(thread, error as Error)));
      return;
    }
    const order: RunOrder = {
      run: grid.run(thread.run),
      ...(scenario === undefined ? {} : { scenario }),
      isPictured: pictured.has(variant) && thread.run % grid.seeds.length === 0,
    };
    thread.setting = setting;
    thread.worker.postMessage(order);
  }

  #receive(thread: Thread, report: RunReport): void {
    thread.report = report;
    if (report.failure !== undefined) {
      this.#refuse(thread, new Error(report.failure), true);
      return;
    }
    if (report.figures === undefined) return;
    this.#runs.receive.ended(thread.run, report.figures, report.pictures);
    this.#end(thread);
  }

  /** The run has no scenario, or its policy failed. */
  #refuse(thread: Thread, error: Error, isOfPolicy = false): void {
    this.#runs.receive.failed(thread.run, this.#failureOf(thread, error), isOfPolicy);
    this.#end(thread);
  }

  /** An error has ended the worker; another one takes its place. */
  #fail(thread: Thread, error: Error): void {
    this.#runs.receive.failed(thread.run, this.#failureOf(thread, error), false);
    if (this.#begun < this.#runs.indexes.length) this.#open(thread);
    this.#end(thread);
  }

  #failureOf({ run }: Thread, { message, stack = message }: Error): Error {
    const failure = new Error(`the run with ${runName(this.#runs.grid.run(run))}: ${message}`);
    failure.stack = stack;
    return failure;
  }

  #end(thread: Thread): void {
    this.#ended++;
    this.#eventsOfEnded += thread.report.events;
    if (this.#ended === this.#runs.indexes.length) this.#settle.resolve();
    this.#next(thread);
  }

  #guarded(work: () => void): void {
    if (this.#isClosed) return;
    try {
      work();
    } catch (error) {
      this.#isClosed = true;
      this.#settle.reject(error);
    }
  }
}
