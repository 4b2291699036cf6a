// Commands given beforehand, each with its instant: what --play brings in.

import { NEVER } from '../../sim/index.ts';

export interface PlanLine {
  readonly atMs: number;
  /** Brings the line in; the clock stands at its instant until this resolves. */
  readonly enter: () => Promise<void>;
}

export class Plan {
  readonly #lines: readonly PlanLine[];
  #next = 0;

  /** Lines of one instant keep their order. */
  constructor(lines: readonly PlanLine[]) {
    this.#lines = [...lines].sort((a, b) => a.atMs - b.atMs);
  }

  /** Instant of the next line, NEVER when all have entered. */
  get nextMs(): number {
    return this.#next < this.#lines.length ? this.#lines[this.#next].atMs : NEVER;
  }

  /** Leaves out the lines up to an instant. */
  skipUntil(atMs: number): void {
    while (this.nextMs <= atMs) this.#next++;
  }

  /** Brings in every line of an instant, one after the other. */
  async enter(atMs: number): Promise<void> {
    while (this.nextMs === atMs) {
      const line = this.#lines[this.#next++];
      await line.enter();
    }
  }
}
