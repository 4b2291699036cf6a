// A plan: the commands of --play, each with the instant at which it enters.

import { NEVER } from '../../../sim/index.ts';

export interface PlayPlanLine {
  readonly atMs: number;
  /** Submits the command of the line. The clock is held at the line's instant until this resolves. */
  readonly enter: () => Promise<void>;
}

export class PlayPlan {
  readonly #lines: readonly PlayPlanLine[];
  #next = 0;

  /** Lines of one instant keep their order. */
  constructor(lines: readonly PlayPlanLine[]) {
    this.#lines = [...lines].sort((a, b) => a.atMs - b.atMs);
  }

  /** Instant of the next line, NEVER after the last one. */
  get nextMs(): number {
    return this.#next < this.#lines.length ? this.#lines[this.#next].atMs : NEVER;
  }

  /** Continues with the first line after an instant, also if the clock went back. */
  continueAfter(atMs: number): void {
    const next = this.#lines.findIndex((line) => line.atMs > atMs);
    this.#next = next < 0 ? this.#lines.length : next;
  }

  async enter(atMs: number): Promise<void> {
    while (this.nextMs === atMs) {
      const line = this.#lines[this.#next++];
      await line.enter();
    }
  }
}
