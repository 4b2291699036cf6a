// What goes wrong again and again, such as writing to a disk that is full: told of once, and tried again after waits that
// grow.

/** After so long without a setback, the next one is news. */
const CALM_MS = 60_000;
const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 30_000;

export class FailureBackoff {
  readonly #tell: (error: unknown, what: string) => void;
  readonly #wallMs: () => number;
  readonly #told = new Set<string>();
  #waitMs = FIRST_WAIT_MS;
  #lastAtMs = -Infinity;

  constructor(tell: (error: unknown, what: string) => void, wallMs: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#wallMs = wallMs;
  }

  /** How long to wait before what met the last setback is tried again. */
  get waitMs(): number {
    return this.#waitMs;
  }

  /** Something has gone wrong. */
  meet(error: unknown, what: string): void {
    const nowMs = this.#wallMs();
    const isCalm = nowMs - this.#lastAtMs > CALM_MS;
    this.#waitMs = isCalm ? FIRST_WAIT_MS : Math.min(WAIT_MAX_MS, this.#waitMs * 2);
    this.#lastAtMs = nowMs;
    if (isCalm) this.#told.clear();
    const said = `${what}: ${error instanceof Error ? error.message : error}`;
    if (this.#told.has(said)) return;
    this.#told.add(said);
    this.#tell(error, what);
  }
}
