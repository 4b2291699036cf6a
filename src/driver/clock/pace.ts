// Measures how far the clock stays behind the requested speed. If the simulation does not keep up, the clock continues
// from the instant it reached, and the missed simulated time is lost.

/** Length of a measuring window, wall time. */
const WINDOW_MS = 1_000;
/** Share of the speed that may be lost without counting as behind: the machine does other work at times. */
const SHARE_BORNE = 0.1;
/** Consecutive windows behind after which the lag counts as lasting. */
const LASTING = 5;

export class Pace {
  readonly #wallMs: () => number;
  #sinceMs = 0;
  #lostMs = 0;
  /** Speed lost in the last complete window, in simulated seconds per second. */
  #lostSpeed: number | undefined;
  #windowsBehind = 0;

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs;
  }

  /** Restarts the measurement, after a manual move of the clock or a change of the speed. */
  begin(): void {
    this.#sinceMs = this.#wallMs();
    this.#lostMs = 0;
    this.#lostSpeed = undefined;
    this.#windowsBehind = 0;
  }

  lose(simMs: number, speed: number): void {
    this.#lostMs += simMs;
    this.#endWindow(speed);
  }

  /** The speed that the clock recently reached, in simulated seconds per second. */
  reached(speed: number): number {
    this.#endWindow(speed);
    const elapsedMs = this.#wallMs() - this.#sinceMs;
    const lost = this.#lostSpeed ?? (elapsedMs > 0 ? this.#lostMs / elapsedMs : 0);
    return lost === 0 ? speed : Math.max(0, Number((speed - lost).toPrecision(4)));
  }

  /** Whether the clock was behind in each of the last `LASTING` windows. */
  get isLastinglyBehind(): boolean {
    return this.#windowsBehind >= LASTING;
  }

  #endWindow(speed: number): void {
    const elapsedMs = this.#wallMs() - this.#sinceMs;
    if (elapsedMs < WINDOW_MS) return;
    this.#lostSpeed = this.#lostMs / elapsedMs;
    this.#windowsBehind = this.#lostSpeed > speed * SHARE_BORNE ? this.#windowsBehind + 1 : 0;
    this.#sinceMs += elapsedMs;
    this.#lostMs = 0;
  }
}
