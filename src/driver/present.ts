// Where simulated time stands by the wall clock. The only file that asks the wall clock for it.

import { TIME_MAX_MS } from '../../sim/index.ts';
import { Pace } from './pace.ts';
import type { ClockMode } from './world.ts';

export const SPEED_MAX = 1_000_000;

export class Present {
  mode: ClockMode;
  speed: number;
  /** Simulated instant that belongs to a wall instant; both move on together at `speed`. */
  #anchorMs = 0;
  #wallAnchorMs = 0;
  readonly #wallMs: () => number;
  readonly #pace: Pace;
  readonly #onLag: (speed: number, reachedSpeed: number) => void;
  /** The speed that was last said to be too high. */
  #loggedSpeed: number | undefined;

  /** @param onLag told when a speed turns out to be too high for more than a moment; once of each */
  constructor(
    mode: ClockMode,
    speed: number,
    onLag: (speed: number, reachedSpeed: number) => void = () => {},
    wallMs: () => number = () => performance.now(),
  ) {
    this.mode = mode;
    this.speed = speed;
    this.#wallMs = wallMs;
    this.#pace = new Pace(wallMs);
    this.#onLag = onLag;
  }

  /** Simulated seconds a second of late; 0 while the clock stands. */
  get reachedSpeed(): number {
    return this.mode === 'paused' ? 0 : this.#pace.reached(this.speed);
  }

  /** From now on, the simulated instant `atMs` is the wall's present. */
  anchor(atMs: number): void {
    this.#anchorMs = atMs;
    this.#wallAnchorMs = this.#wallMs();
    this.#pace.begin();
  }

  /** The simulation has only come to `atMs`: that is the present, and the rest is lost. */
  slip(atMs: number): void {
    this.#pace.lose(this.now(atMs) - atMs, this.speed);
    this.#anchorMs = atMs;
    this.#wallAnchorMs = this.#wallMs();
    if (!this.#pace.isLastinglyBehind || this.#loggedSpeed === this.speed) return;
    this.#loggedSpeed = this.speed;
    this.#onLag(this.speed, this.reachedSpeed);
  }

  /** Where the simulation should be by now; `standMs` while paused. */
  now(standMs: number): number {
    if (this.mode === 'paused') return standMs;
    const nowMs = Math.floor(this.#anchorMs + (this.#wallMs() - this.#wallAnchorMs) * this.speed);
    return Math.max(standMs, Math.min(nowMs, TIME_MAX_MS));
  }
}
