// Finds the first fact that differs between two sequences of facts, which arrive in runs.

import { type FactRun, HEADER_WORDS, KINDS_MAX } from '../../../sim/index.ts';

export class FirstDifference {
  /** The runs of each side that are not compared yet; the first of them from its word `at` on, which is its fact `count`. */
  readonly #sides = [side(), side()] as const;
  #isFound = false;
  /** Number of facts that are equal on both sides. */
  same = 0;

  /** Whether the difference has been found: further facts have no effect. */
  get isFound(): boolean {
    return this.#isFound;
  }

  /** Reads the next facts of a side. */
  add(to: 0 | 1, run: FactRun): void {
    if (this.#isFound || run.count === 0) return;
    this.#sides[to].runs.push(run);
    const [one, other] = this.#sides;
    while (!this.#isFound && one.runs.length > 0 && other.runs.length > 0) this.#compare();
  }

  /** Whether all facts of a side have been compared. */
  isUsed(of: 0 | 1): boolean {
    return this.#sides[of].runs.length === 0;
  }

  /** The fact of each side that differs, after the last facts; undefined if the side has no further ones. */
  found(): [FactRun | undefined, FactRun | undefined] {
    const [one, other] = this.#sides.map(({ runs, at, count }): FactRun | undefined => {
      if (runs.length === 0) return undefined;
      const [{ firstSeq, words }] = runs;
      return { firstSeq: firstSeq + count, count: 1, words: words.subarray(at, at + sizeOf(words, at)) };
    });
    return [one, other];
  }

  #compare(): void {
    const [one, other] = this.#sides;
    const a = one.runs[0].words;
    const b = other.runs[0].words;
    while (one.at < a.length && other.at < b.length) {
      const size = sizeOf(a, one.at);
      for (let i = 0; i < size; i++) {
        if (a[one.at + i] === b[other.at + i]) continue;
        this.#isFound = true;
        return;
      }
      this.same++;
      for (const compared of [one, other]) {
        compared.at += size;
        compared.count++;
      }
    }
    for (const used of [one, other]) {
      if (used.at < used.runs[0].words.length) continue;
      used.runs.shift();
      used.at = 0;
      used.count = 0;
    }
  }
}

/** Compares two sequences, and yields after each run that is read. */
export function* differing(
  runs: readonly [Iterator<FactRun>, Iterator<FactRun>],
): Generator<FirstDifference, FirstDifference> {
  const first = new FirstDifference();
  const hasEnded = [false, false];
  for (;;) {
    const next = ([0, 1] as const).find((of) => first.isUsed(of) && !hasEnded[of]);
    if (next === undefined || first.isFound) return first;
    const { done, value } = runs[next].next();
    if (done) hasEnded[next] = true;
    else first.add(next, value);
    yield first;
  }
}

function side() {
  return { runs: [] as FactRun[], at: 0, count: 0 };
}

/** Length of the fact that begins at word `at`. */
function sizeOf(words: Float64Array, at: number): number {
  return HEADER_WORDS + Math.floor(words[at] / KINDS_MAX);
}
