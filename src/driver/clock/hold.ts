// Holds the world while answers are made that are to be of one instant. All who ask for that at a time share a hold, and between two
// holds the world has at least as long as it was held.

import { setTimeout as delay } from 'node:timers/promises';
import type { Motion } from './motion.ts';

const HOLD_MAX_MS = 200;

/** @param over ends when the world may be held no longer */
type Begin<T> = (over: Promise<void>) => Promise<T>;

export class Hold {
  readonly #motion: Motion;
  #waiting: Begin<void>[] = [];
  #isPlanned = false;
  #isHeld = false;
  #endedAt = -Infinity;
  #lastedMs = 0;

  constructor(motion: Motion) {
    this.#motion = motion;
  }

  /** Calls `begin` during a hold, which ends with the promise. A world that stays as it is anyway is not held. */
  during<T>(begin: Begin<T>): Promise<T> {
    if (this.#motion.isStopped || (this.#motion.isAlone && !this.#isHeld)) return limited(begin);
    return new Promise((resolve, reject) => {
      this.#waiting.push((over) => begin(over).then(resolve, reject));
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
      await this.#motion.alone(() => this.#hold()).catch(() => limited((over) => this.#begin(over)));
    }
    this.#isPlanned = false;
  }

  async #hold(): Promise<void> {
    const beganAt = performance.now();
    this.#isHeld = true;
    await limited((over) => Promise.race([this.#begin(over), over]));
    this.#isHeld = false;
    this.#endedAt = performance.now();
    this.#lastedMs = this.#endedAt - beganAt;
  }

  async #begin(over: Promise<void>): Promise<void> {
    const begun = this.#waiting.map((begin) => begin(over));
    this.#waiting = [];
    await Promise.all(begun);
  }
}

async function limited<T>(begin: Begin<T>): Promise<T> {
  const end = new AbortController();
  try {
    return await begin(delay(HOLD_MAX_MS, undefined, { signal: end.signal }).catch(() => {}));
  } finally {
    end.abort();
  }
}
