/**
 * A sum with compensated rounding errors, for means of ratios and sums of many numbers. After the correction, the error is about
 * that of one rounding, however many numbers are added. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
 * Summen", ZAMM 54 (1974). Infinity and NaN have no sum.
 */
export class CompensatedSum {
  #sum = 0;
  /** The sum of the rounding errors of `#sum` so far, with the opposite sign. */
  #correction = 0;

  add(value: number): void {
    const before = this.#sum;
    const sum = before + value;
    this.#correction += Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before;
    this.#sum = sum;
  }

  get value(): number {
    return this.#sum + this.#correction;
  }
}

/** 0 without values. */
export function sumOf(values: Iterable<number>): number {
  const sum = new CompensatedSum();
  for (const value of values) sum.add(value);
  return sum.value;
}
