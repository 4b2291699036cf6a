// Finds the first fact that differs between two sequences of facts, which arrive in runs.

import { type FactRun, type FactView, HEADER_WORDS, KINDS_MAX, type Simulation } from '../../../sim/index.ts';
import type { Both } from '../differing.ts';
import type { Side } from './gpr-pairs.ts';

export class FirstDifference {
  /** The runs of each side that are not compared yet; the first of them from its word `at` on, which is fact `seq`. */
  readonly #sides = [side(), side()] as const;
  #isFound = false;

  /** Whether the difference has been found: further facts have no effect. */
  get isFound(): boolean {
    return this.#isFound;
  }

  /** Reads the next facts of a side. */
  add(to: Side, run: FactRun): void {
    if (this.#isFound || run.count === 0) return;
    this.#sides[to].runs.push(run);
    const [one, other] = this.#sides;
    while (!this.#isFound && one.runs.length > 0 && other.runs.length > 0) this.#compare();
  }

  /** The difference, after the last facts; null without one. Facts after `untilMs` do not count. */
  found(simulations: readonly [Simulation, Simulation], untilMs: number): Both<FactView | null> | null {
    const [without, changed] = this.#sides.map(({ runs, at, count }, i) => {
      if (runs.length === 0) return null;
      const [{ firstSeq, words }] = runs;
      const rest = {
        firstSeq: firstSeq + count,
        count: 1,
        words: words.subarray(at, at + sizeOf(words, at)),
      };
      const [view] = simulations[i].viewFacts(rest);
      return view.atMs > untilMs ? null : view;
    });
    return without === null && changed === null ? null : { without, with: changed };
  }

  /** Compares facts until the first run of a side is used up, or a fact differs. */
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

/** `at`: index of the next word of the first run. `count`: number of its facts before. */
function side() {
  return { runs: [] as FactRun[], at: 0, count: 0 };
}

/** Number of words of the fact that begins at a word. */
function sizeOf(words: Float64Array, at: number): number {
  return HEADER_WORDS + Math.floor(words[at] / KINDS_MAX);
}
