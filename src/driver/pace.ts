// How far the clock stays behind the speed that is asked for. Where the simulation does not keep up, the clock goes on from
// where it has come, and the time that it did not come to is lost.

/** Real time over which it is taken. */
const WINDOW_MS = 1_000;
/** A part that is lost anyway, when the machine has something else to do for a moment. */
const SHARE_BORNE = 0.1;
/** Windows in a row that make it last. */
const LASTING = 5;

export class Pace {
  readonly #wallMs: () => number;
  #sinceMs = 0;
  /** Simulated time lost since then. */
  #lostMs = 0;
  /** Of the last whole window, simulated seconds a second. */
  #lostSpeed: number | undefined;
  #windowsBehind = 0;

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs;
  }

  /** Whoever moves the clock by hand, or asks for another speed, begins anew. */
  begin(): void {
    this.#sinceMs = this.#wallMs();
    this.#lostMs = 0;
    this.#lostSpeed = undefined;
    this.#windowsBehind = 0;
  }

  /** Takes down lost time. */
  lose(simMs: number, speed: number): void {
    this.#lostMs += simMs;
    this.#endWindow(speed);
  }

  /** Simulated seconds a second of late. */
  reached(speed: number): number {
    this.#endWindow(speed);
    const elapsedMs = this.#wallMs() - this.#sinceMs;
    const lost = this.#lostSpeed ?? (elapsedMs > 0 ? this.#lostMs / elapsedMs : 0);
    return lost === 0 ? speed : Math.max(0, Number((speed - lost).toPrecision(4)));
  }

  /** Whether it has been behind for some seconds without a break. */
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
