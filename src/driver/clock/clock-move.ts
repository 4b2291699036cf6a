// A requested move of the clock: an advance, or one tick of a running clock. It can be stopped between two instants.

import type { Clock, IsWanted, Progress } from '../world.ts';

export class ClockMove {
  /** Reports the progress of the advance; unset before the advance begins, and for ticks. */
  progress: (() => Progress) | undefined;
  stoppedAt: Clock | undefined;
  readonly #isWanted: IsWanted;

  constructor(isWanted: IsWanted) {
    this.#isWanted = isWanted;
  }

  get goesOn(): boolean {
    return this.stoppedAt === undefined && this.#isWanted();
  }

  stop(clock: Clock): void {
    this.stoppedAt ??= clock;
  }
}
