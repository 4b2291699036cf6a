// GPU time over a run in a fixed number of bins; their width doubles when the run outgrows them.

import { ratio } from '../../base/numbers/statistics.ts';

const BINS = 256;
const FIRST_BIN_MS = 60_000;

export class UsageSeries {
  binMs = FIRST_BIN_MS;
  #used = 0;
  readonly #allocatedGpuMs = new Float64Array(BINS);
  readonly #upGpuMs = new Float64Array(BINS);

  /** Adds an interval, which must not begin before the end of the previous one. */
  add(fromMs: number, toMs: number, allocated: number, up: number): void {
    if (toMs <= this.#used * this.binMs) {
      const bin = this.#used - 1;
      this.#allocatedGpuMs[bin] += allocated * (toMs - fromMs);
      this.#upGpuMs[bin] += up * (toMs - fromMs);
      return;
    }
    while (toMs > this.binMs * BINS) this.#halve();
    for (let at = fromMs; at < toMs; ) {
      const bin = Math.floor(at / this.binMs);
      const next = Math.min(toMs, (bin + 1) * this.binMs);
      this.#allocatedGpuMs[bin] += allocated * (next - at);
      this.#upGpuMs[bin] += up * (next - at);
      if (bin >= this.#used) this.#used = bin + 1;
      at = next;
    }
  }

  utilization(): (number | null)[] {
    const shares: (number | null)[] = [];
    for (let bin = 0; bin < this.#used; bin++)
      shares.push(ratio(this.#allocatedGpuMs[bin], this.#upGpuMs[bin]));
    return shares;
  }

  #halve(): void {
    for (const column of [this.#allocatedGpuMs, this.#upGpuMs]) {
      for (let i = 0; i < BINS / 2; i++) column[i] = column[2 * i] + column[2 * i + 1];
      column.fill(0, BINS / 2);
    }
    this.#used = (this.#used + 1) >> 1;
    this.binMs *= 2;
  }
}
