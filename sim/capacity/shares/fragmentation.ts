// How much of what a node has left the typical requests cannot use, in thousandths of GPUs: the measure F of the FGD study (Weng et
// al., USENIX ATC 2023). Sums are of doubles in the order of the study. Another order changes last bits, and with them placements.

import { WHOLE_GPU } from './share-nodes.ts';
import type { Typical } from './typical.ts';

export class Fragmentation {
  readonly #count: number;
  /** By typical request. `amount` is the index of its `gpuMilli` in `amounts`. */
  readonly #frequency: Float64Array;
  readonly #cpuMilli: Float64Array;
  readonly #gpus: Int32Array;
  readonly #classes: Int32Array;
  readonly #amount: Int32Array;
  /** The distinct thousandths of a GPU that typical requests ask for, ascending. */
  readonly #amounts: Int32Array;
  /** By amount: GPUs of the node with at least as much left, and the sum of what the others have left. */
  readonly #reaching: Int32Array;
  readonly #below: Int32Array;

  constructor(typical: readonly Typical[]) {
    const amounts = [...new Set(typical.map(({ requested }) => requested.gpuMilli))].sort((a, b) => a - b);
    this.#count = typical.length;
    this.#frequency = Float64Array.from(typical, ({ frequency }) => frequency);
    this.#cpuMilli = Float64Array.from(typical, ({ requested }) => requested.cpuMilli);
    this.#gpus = Int32Array.from(typical, ({ requested }) => requested.gpus);
    this.#classes = Int32Array.from(typical, ({ requested }) => requested.classes);
    this.#amount = Int32Array.from(typical, ({ requested }) => amounts.indexOf(requested.gpuMilli));
    this.#amounts = Int32Array.from(amounts);
    this.#reaching = new Int32Array(amounts.length);
    this.#below = new Int32Array(amounts.length);
  }

  /**
   * Returns F of a node. @param nodeClass its class in the pool @param cpuLeft thousandths
   * @param left thousandths left of each GPU, in `left[from … from + gpus)`
   */
  of(nodeClass: number, cpuLeft: number, left: Int16Array, from: number, gpus: number): number {
    const all = this.#sum(left, from, gpus);
    if (all === 0) return 0;
    const reaching = this.#reaching;
    const below = this.#below;
    let q1 = 0;
    let q2 = 0;
    let q4 = 0;
    let enoughWithout = 0;
    let shortWithout = 0;
    let notAccepted = 0;
    for (let i = 0; i < this.#count; i++) {
      const frequency = this.#frequency[i];
      const wanted = this.#gpus[i];
      const hasCpu = cpuLeft >= this.#cpuMilli[i];
      if (wanted === 0) {
        if (hasCpu) enoughWithout += frequency * all;
        else shortWithout += frequency * all;
      } else if ((this.#classes[i] & (1 << nodeClass)) === 0) {
        notAccepted += frequency * all;
      } else if (reaching[this.#amount[i]] >= wanted) {
        if (hasCpu) q2 += frequency * below[this.#amount[i]];
        else q4 += frequency * all;
      } else if (hasCpu) q2 += frequency * all;
      else q1 += frequency * all;
    }
    return q1 + q2 + q4 + enoughWithout + shortWithout + notAccepted;
  }

  /** Fills `#reaching` and `#below`. Returns what all GPUs have left together. */
  #sum(left: Int16Array, from: number, gpus: number): number {
    const amounts = this.#amounts;
    const reaching = this.#reaching;
    const below = this.#below;
    let all = 0;
    let whole = 0;
    reaching.fill(0);
    below.fill(0);
    for (let i = from; i < from + gpus; i++) {
      const has = left[i];
      all += has;
      if (has === WHOLE_GPU) {
        whole++;
        continue;
      }
      if (has === 0) continue;
      let a = 0;
      for (; a < amounts.length && amounts[a] <= has; a++) reaching[a]++;
      for (; a < amounts.length; a++) below[a] += has;
    }
    for (let a = 0; a < amounts.length; a++) reaching[a] += whole;
    return all;
  }
}
