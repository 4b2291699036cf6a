import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { given } from '../../../modules/given.ts';
import {
  type Progress,
  type ProgressOptions,
  type ProgressState,
  startProgress,
} from '../../../observe/progress.ts';
import type { Steps } from '../../../studies/steps.ts';
import type { Output } from '../output/output.ts';
import { Exit, ProgramEnd } from './exit.ts';
import { ENDING, type EndingSignal, firstSignal } from './signals.ts';

/** Real time between two turns of the event loop, in which signals are delivered. */
const TURN_MS = 50;

type Phase = Pick<ProgressOptions, 'what' | 'counts'>;

/** The end of a program whose work is not done. */
function endedBy(signal: EndingSignal): ProgramEnd {
  return new ProgramEnd(Exit[signal], `ended by ${signal} before it was done`);
}

export class LongWork {
  readonly #output: Output;
  // A function of a module may never return, and nothing would then receive the signal.
  readonly #watch = firstSignal(given.size === 0 ? ENDING : ['SIGTERM']);
  #signal: EndingSignal | undefined;
  #progress: Progress | undefined;
  #turnAt = performance.now();

  constructor(output: Output) {
    this.#output = output;
    this.#watch.signal.then((signal) => {
      this.#signal = signal;
    });
  }

  begin(phase: Phase): void {
    this.#progress?.end();
    this.#progress = progressOf(this.#output, phase);
  }

  /** Shows the progress; to be called often. Returns the signal to end the work, if one has arrived. */
  async poll(standing: ProgressState): Promise<EndingSignal | undefined> {
    this.#progress?.show(standing);
    if (performance.now() - this.#turnAt < TURN_MS) return undefined;
    await nextTurn();
    this.#turnAt = performance.now();
    return this.#signal;
  }

  /** Shows the progress of work whose partial result is useless. @throws ProgramEnd on a signal */
  async show(standing: ProgressState): Promise<void> {
    const signal = await this.poll(standing);
    if (signal !== undefined) throw endedBy(signal);
  }

  /**
   * Does work whose partial result is useless, in short steps. A step yields the number of units that are done, or undefined.
   * @param all number of units; undefined if unknown
   * @throws ProgramEnd on a signal
   */
  async through<T>(phase: Phase, steps: Steps<T>, all?: number): Promise<T> {
    this.begin(phase);
    let count = 0;
    try {
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
        count = step.value ?? count;
        await this.show({ count, simMs: null, done: all === undefined ? null : count / all });
      }
    } finally {
      steps.return(undefined as T);
    }
  }

  /**
   * Shows the progress of work in other threads until it has ended. Its result is useless before.
   * @throws ProgramEnd on a signal, or what the work throws
   */
  async until(ended: Promise<void>, standing: () => ProgressState): Promise<void> {
    let isEnded = false;
    const end = ended.then(() => {
      isEnded = true;
    });
    while (!isEnded) {
      await Promise.race([end, sleep(TURN_MS, undefined, { ref: false })]);
      await this.show(standing());
    }
  }

  end(): void {
    this.#progress?.end();
    this.#watch.ignore();
  }
}

/** Progress on standard error: a bar on a capable terminal, or with --json a line per second. */
export function progressOf({ json }: Output, phase: Phase): Progress {
  const shown = { ...phase, now: () => performance.now() };
  if (json) return startProgress({ ...shown, stream: process.stderr, as: 'json lines' });
  const stream = process.env.TERM === 'dumb' ? { write: () => true } : process.stderr;
  return startProgress({ ...shown, stream, as: 'bar' });
}
