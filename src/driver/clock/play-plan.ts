// A plan: the commands of --play, each with the instant at which it enters.

import { NEVER } from '../../../sim/index.ts';

export interface PlayPlanLine {
  readonly atMs: number;
  /** Submits the command of the line. The clock is held at the line's instant until this resolves. */
  readonly enter: () => Promise<void>;
}

export class PlayPlan {
  readonly #lines: readonly PlayPlanLine[];
  /** How many commands each line that has entered gave, at the last time. */
  readonly #given: Map<PlayPlanLine, number> = new Map();
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

  /**
   * Continues within the first round of an instant, in which some commands have entered: those of the lines of this instant come
   * first. If it is not known how many commands these lines give, they count as entered.
   */
  continueWithin(atMs: number, commands: number): void {
    this.continueAfter(atMs - 1);
    for (let left = commands; left > 0 && this.nextMs === atMs; this.#next++)
      left -= this.#given.get(this.#lines[this.#next]) ?? 0;
  }

  /** Enters the lines of an instant. @param commands returns the number of commands that have entered */
  async enter(atMs: number, commands: () => number): Promise<void> {
    while (this.nextMs === atMs) {
      const line = this.#lines[this.#next++];
      const before = commands();
      await line.enter();
      this.#given.set(line, commands() - before);
    }
  }
}
