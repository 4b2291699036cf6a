// Measures how far the clock stays behind the requested speed. If the simulation does not keep up, the clock continues
// from the instant it reached, and the missed simulated time is lost.

/** Length of a measuring window, wall time. */
const WINDOW_MS = 1_000;
/** Share of the speed that may be lost without counting as behind: the machine does other work at times. */
const SHARE_BORNE = 0.1;
/** Consecutive windows behind after which the lag counts as lasting. */
const LASTING = 5;

export type Pace = ReturnType<typeof newPace>;

export function newPace(wallMs: () => number) {
  let sinceMs = 0;
  let lostMs = 0;
  /** Speed lost in the last complete window, in simulated seconds per second. */
  let lostSpeed: number | undefined;
  let windowsBehind = 0;

  function endWindow(speed: number): void {
    const elapsedMs = wallMs() - sinceMs;
    if (elapsedMs < WINDOW_MS) return;
    lostSpeed = lostMs / elapsedMs;
    windowsBehind = lostSpeed > speed * SHARE_BORNE ? windowsBehind + 1 : 0;
    sinceMs += elapsedMs;
    lostMs = 0;
  }

  return {
    /** Restarts the measurement, after a manual move of the clock or a change of the speed. */
    begin(): void {
      sinceMs = wallMs();
      lostMs = 0;
      lostSpeed = undefined;
      windowsBehind = 0;
    },
    lose(simMs: number, speed: number): void {
      lostMs += simMs;
      endWindow(speed);
    },
    /** The speed that the clock recently reached, in simulated seconds per second. */
    reached(speed: number): number {
      endWindow(speed);
      const elapsedMs = wallMs() - sinceMs;
      const lost = lostSpeed ?? (elapsedMs > 0 ? lostMs / elapsedMs : 0);
      return lost === 0 ? speed : Math.max(0, Number((speed - lost).toPrecision(4)));
    },
    /** Whether the clock was behind in each of the last `LASTING` windows. */
    get isLastinglyBehind(): boolean {
      return windowsBehind >= LASTING;
    },
  };
}
