// Work that takes long: it shows how far it has come, and ends early when a signal asks for that.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Progress, type ProgressOptions, type Standing, startProgress } from '../../observe/progress.ts';
import { CommandFailure, Exit } from './failure.ts';
import type { Output } from './output.ts';
import { type EndingSignal, untilTold } from './signals.ts';

/** Real time between two turns in which a signal can come in. */
const TURN_MS = 50;

export type Phase = Pick<ProgressOptions, 'what' | 'counts'>;

export class LongWork {
  readonly #output: Output;
  readonly #told = untilTold();
  #signal: EndingSignal | undefined;
  #progress: Progress | undefined;
  #turnAt = performance.now();

  constructor(output: Output) {
    this.#output = output;
    this.#told.signal.then((signal) => {
      this.#signal = signal;
    });
  }

  begin(phase: Phase): void {
    this.#progress?.end();
    this.#progress = progressOf(this.#output, phase);
  }

  /** Shows where the work stands; to be called often. Gives the signal that asks for the end, if there is one. */
  async told(standing: Standing): Promise<EndingSignal | undefined> {
    this.#progress?.show(standing);
    if (performance.now() - this.#turnAt < TURN_MS) return undefined;
    await nextTurn();
    this.#turnAt = performance.now();
    return this.#signal;
  }

  /** As `told`, for work of which a part is worth nothing. @throws CommandFailure */
  async show(standing: Standing): Promise<void> {
    const signal = await this.told(standing);
    if (signal !== undefined) throw new CommandFailure(`ended by ${signal} before it was done`, Exit[signal]);
  }

  end(): void {
    this.#progress?.end();
    this.#told.ignore();
  }
}

/** Progress on standard error: a bar on a terminal that can draw one, or with --json a line a second. */
export function progressOf({ json }: Output, phase: Phase): Progress {
  const shown = { ...phase, now: () => performance.now() };
  if (json) return startProgress({ ...shown, stream: process.stderr, as: 'json lines' });
  const stream = process.env.TERM === 'dumb' ? { write: () => true } : process.stderr;
  return startProgress({ ...shown, stream, as: 'bar' });
}
