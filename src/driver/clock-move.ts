// A move of the clock that was requested: an advance, or one tick of a running clock. It can be stopped between two instants.

import type { Clock, Progress } from './world.ts';

export class ClockMove {
  /** Reports how far it has come; unset until it has begun, and for ticks. */
  progress: (() => Progress) | undefined;
  #stoppedAt: Clock | undefined;
  readonly #isWanted: () => boolean;

  /** @param isWanted whether the client still waits for it */
  constructor(isWanted: () => boolean) {
    this.#isWanted = isWanted;
  }

  get goesOn(): boolean {
    return this.#stoppedAt === undefined && this.#isWanted();
  }

  /** The clock when it was stopped, undefined while it was not. */
  get stoppedAt(): Clock | undefined {
    return this.#stoppedAt;
  }

  stop(clock: Clock): void {
    this.#stoppedAt ??= clock;
  }
}
