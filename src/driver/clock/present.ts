// Maps the wall clock to simulated time. No other file derives simulated time from the wall clock.

import { TIME_MAX_MS } from '../../../sim/index.ts';
import type { ClockMode } from '../world.ts';
import { newPace, type Pace } from './pace.ts';

export class Present {
  mode: ClockMode;
  speed: number;
  /** The simulated instant at `#wallAnchorMs`; from there, simulated time passes at `speed`. */
  #anchorMs = 0;
  #wallAnchorMs = 0;
  readonly #wallMs: () => number;
  readonly #pace: Pace;
  readonly #onLag: (speed: number, reachedSpeed: number) => void;
  #loggedSpeed: number | undefined;

  /** @param onLag called once for each speed that is too high for some seconds */
  constructor(
    mode: ClockMode,
    speed: number,
    onLag: (speed: number, reachedSpeed: number) => void = () => {},
    wallMs: () => number = () => performance.now(),
  ) {
    this.mode = mode;
    this.speed = speed;
    this.#wallMs = wallMs;
    this.#pace = newPace(wallMs);
    this.#onLag = onLag;
  }

  /** The speed recently reached, in simulated seconds per second; 0 while the clock is paused. */
  get reachedSpeed(): number {
    return this.mode === 'paused' ? 0 : this.#pace.reached(this.speed);
  }

  /** Makes `atMs` the present simulated instant. */
  anchor(atMs: number): void {
    this.#anchorMs = atMs;
    this.#wallAnchorMs = this.#wallMs();
    this.#pace.begin();
  }

  /** Makes `atMs`, which the simulation reached, the present. The simulated time that it missed is lost. */
  slip(atMs: number): void {
    this.#pace.lose(this.now(atMs) - atMs, this.speed);
    this.#anchorMs = atMs;
    this.#wallAnchorMs = this.#wallMs();
    if (!this.#pace.isLastinglyBehind || this.#loggedSpeed === this.speed) return;
    this.#loggedSpeed = this.speed;
    this.#onLag(this.speed, this.reachedSpeed);
  }

  /** Returns the instant that the simulation should have reached by now. While paused, that is `reachedMs`. */
  now(reachedMs: number): number {
    if (this.mode === 'paused') return reachedMs;
    const nowMs = Math.floor(this.#anchorMs + (this.#wallMs() - this.#wallAnchorMs) * this.speed);
    return Math.max(reachedMs, Math.min(nowMs, TIME_MAX_MS));
  }
}
