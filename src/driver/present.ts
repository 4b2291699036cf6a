// Where simulated time stands by the wall clock. The only file that asks the wall clock for it.

import { TIME_MAX_MS } from '../../sim/index.ts';
import type { ClockMode } from './world.ts';

export const SPEED_MAX = 1_000_000;

export class Present {
  mode: ClockMode;
  speed: number;
  /** Simulated instant that belongs to a wall instant; both move on together at `speed`. */
  #anchorMs = 0;
  #wallAnchorMs = 0;
  readonly #wallMs: () => number;

  constructor(mode: ClockMode, speed: number, wallMs: () => number = () => performance.now()) {
    this.mode = mode;
    this.speed = speed;
    this.#wallMs = wallMs;
  }

  /** From now on, the simulated instant `atMs` is the wall's present. */
  anchor(atMs: number): void {
    this.#anchorMs = atMs;
    this.#wallAnchorMs = this.#wallMs();
  }

  /** Where the simulation should be by now; `standMs` while paused. */
  now(standMs: number): number {
    if (this.mode === 'paused') return standMs;
    const nowMs = Math.floor(this.#anchorMs + (this.#wallMs() - this.#wallAnchorMs) * this.speed);
    return Math.max(standMs, Math.min(nowMs, TIME_MAX_MS));
  }
}
