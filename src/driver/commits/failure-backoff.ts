// A failure that repeats, such as writing to a full disk, is reported once and retried with growing delays.

/** After this time without a failure, the next failure is reported again and the delay starts from the minimum. */
const CALM_MS = 60_000;
const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 30_000;

export class FailureBackoff {
  readonly #report: (error: unknown, what: string) => void;
  readonly #wallMs: () => number;
  readonly #reported = new Set<string>();
  #waitMs = FIRST_WAIT_MS;
  #lastAtMs = -Infinity;

  constructor(
    report: (error: unknown, what: string) => void,
    wallMs: () => number = () => performance.now(),
  ) {
    this.#report = report;
    this.#wallMs = wallMs;
  }

  get waitMs(): number {
    return this.#waitMs;
  }

  /** Records a failure. Reports it unless the same failure was reported since the last calm period. */
  meet(error: unknown, what: string): void {
    const nowMs = this.#wallMs();
    const isCalm = nowMs - this.#lastAtMs > CALM_MS;
    this.#waitMs = isCalm ? FIRST_WAIT_MS : Math.min(WAIT_MAX_MS, this.#waitMs * 2);
    this.#lastAtMs = nowMs;
    if (isCalm) this.#reported.clear();
    const report = `${what}: ${error instanceof Error ? error.message : error}`;
    if (this.#reported.has(report)) return;
    this.#reported.add(report);
    this.#report(error, what);
  }
}
