// A plan: the commands of --play, each with the instant at which it enters.

import { NEVER } from '../../../sim/index.ts';

export interface PlanLine {
  readonly atMs: number;
  /** Submits the command of the line. The clock is held at the line's instant until this resolves. */
  readonly enter: () => Promise<void>;
}

export class Plan {
  readonly #lines: readonly PlanLine[];
  #next = 0;

  /** Lines of one instant keep their order. */
  constructor(lines: readonly PlanLine[]) {
    this.#lines = [...lines].sort((a, b) => a.atMs - b.atMs);
  }

  /** Instant of the next line, NEVER after the last one. */
  get nextMs(): number {
    return this.#next < this.#lines.length ? this.#lines[this.#next].atMs : NEVER;
  }

  /** Skips the lines up to an instant, including it. */
  skipUntil(atMs: number): void {
    while (this.nextMs <= atMs) this.#next++;
  }

  async enter(atMs: number): Promise<void> {
    while (this.nextMs === atMs) {
      const line = this.#lines[this.#next++];
      await line.enter();
    }
  }
}
