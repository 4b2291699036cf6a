// Readings that take the server long: they take at most a share of the time.

import { readInstant } from '../session/read-instant.ts';
import { changes, wakeIfStill, world } from './live.ts';

interface Options {
  /** At most this share of the time is spent on reading. */
  readonly share: number;
  /** Least time between two readings, ms. */
  readonly pauseMs?: number;
}

export class Calm {
  readonly #share: number;
  readonly #pauseMs: number;
  #isReading = false;
  /** What was asked last, of what state, and until when it suffices. */
  #asked: string | undefined;
  #state: string | undefined;
  #restUntil = 0;
  /** A reading is missing, which is made when the page is read again. */
  #isMissed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ share, pauseMs = 0 }: Options) {
    this.#share = share;
    this.#pauseMs = pauseMs;
  }

  /**
   * Reads, unless the answer is known. While the last reading suffices, the page is read again later instead; another question is
   * read at once.
   * @param reading returns false if the answer must be read again
   */
  async read(asked: string, reading: () => Promise<boolean>): Promise<void> {
    const { branch, clock } = world.peek()!;
    const state = JSON.stringify([branch, clock.now, changes(), readInstant.peek()]);
    const isOther = asked !== this.#asked;
    if (!isOther && state === this.#state) return;
    const startedAt = performance.now();
    if (this.#isReading || (!isOther && startedAt < this.#restUntil)) {
      this.#isMissed = true;
      this.#wakeLater();
      return;
    }
    this.#isReading = true;
    let isDone = false;
    try {
      isDone = await reading();
    } finally {
      const now = performance.now();
      this.#isReading = false;
      this.#asked = asked;
      this.#state = isDone ? state : undefined;
      this.#restUntil = now + Math.max(this.#pauseMs, (now - startedAt) * (1 / this.#share - 1));
      if (!isDone) this.#isMissed = true;
      this.#wakeLater();
    }
  }

  #wakeLater(): void {
    if (this.#isReading || !this.#isMissed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#isMissed = false;
      wakeIfStill();
    }, this.#restUntil - performance.now());
  }
}
