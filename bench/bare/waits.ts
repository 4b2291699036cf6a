// GPRs that all wait for the same duration: a FIFO in a ring buffer that grows. Only the first can be removed, so the
// caller of `take` must check that the GPR still waits.

export class Waits {
  readonly #waitMs: number;
  #gprs: Int32Array = new Int32Array(1024);
  #ends: Float64Array = new Float64Array(1024);
  #first = 0;
  #count = 0;
  /** Instant when the first wait ends; Infinity if the queue is empty. */
  firstEnd = Infinity;

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  add(gpr: number, nowMs: number): void {
    if (this.#count === this.#gprs.length) this.#grow();
    const at = (this.#first + this.#count++) & (this.#gprs.length - 1);
    this.#gprs[at] = gpr;
    this.#ends[at] = nowMs + this.#waitMs;
    if (this.#count === 1) this.firstEnd = nowMs + this.#waitMs;
  }

  take(): number {
    const gpr = this.#gprs[this.#first];
    this.#first = (this.#first + 1) & (this.#gprs.length - 1);
    this.firstEnd = --this.#count === 0 ? Infinity : this.#ends[this.#first];
    return gpr;
  }

  #grow(): void {
    const { length } = this.#gprs;
    const gprs = new Int32Array(length * 2);
    const ends = new Float64Array(length * 2);
    for (let i = 0; i < length; i++) {
      gprs[i] = this.#gprs[(this.#first + i) & (length - 1)];
      ends[i] = this.#ends[(this.#first + i) & (length - 1)];
    }
    this.#gprs = gprs;
    this.#ends = ends;
    this.#first = 0;
  }
}
