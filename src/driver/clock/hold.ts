// Holds the world while answers are made that are to be of one instant. All who ask for that at a time share a hold, and between two
// holds the world has at least as long as it was held.

import { setTimeout as delay } from 'node:timers/promises';
import type { Motion } from './motion.ts';

/** Answers that take longer may be of a later instant. */
const HOLD_MAX_MS = 200;

export class Hold {
  readonly #motion: Motion;
  #waiting: (() => Promise<void>)[] = [];
  #isPlanned = false;
  #isHeld = false;
  #endedAt = -Infinity;
  #lastedMs = 0;

  constructor(motion: Motion) {
    this.#motion = motion;
  }

  /** Calls `begin` during a hold, which ends with the promise. A world that stays as it is anyway is not held. */
  during<T>(begin: () => Promise<T>): Promise<T> {
    if (this.#motion.isStopped || (this.#motion.isAlone && !this.#isHeld)) return begin();
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => begin().then(resolve, reject));
      if (this.#isPlanned) return;
      this.#isPlanned = true;
      void this.#holdAgainAndAgain();
    });
  }

  async #holdAgainAndAgain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const pauseMs = this.#endedAt + this.#lastedMs - performance.now();
      if (pauseMs > 0) await delay(pauseMs);
      // The world may have ended during the pause.
      await this.#motion.alone(() => this.#hold()).catch(() => this.#begin());
    }
    this.#isPlanned = false;
  }

  async #hold(): Promise<void> {
    const beganAt = performance.now();
    const over = new AbortController();
    this.#isHeld = true;
    const most = delay(HOLD_MAX_MS, undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([this.#begin(), most]);
    over.abort();
    this.#isHeld = false;
    this.#endedAt = performance.now();
    this.#lastedMs = this.#endedAt - beganAt;
  }

  async #begin(): Promise<void> {
    const begun = this.#waiting.map((begin) => begin());
    this.#waiting = [];
    await Promise.all(begun);
  }
}
