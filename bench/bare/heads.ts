// The heads of a lane by rank: a binary heap of ranks and GPRs. Only the first can be removed; a GPR that is no longer a
// head stays until it is first.

export class Heads {
  size = 0;
  ranks: Float64Array = new Float64Array(16);
  gprs: Int32Array = new Int32Array(16);

  push(gpr: number, rank: number): void {
    if (this.size === this.ranks.length) this.#grow();
    const { ranks, gprs } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (ranks[parent] <= rank) break;
      ranks[at] = ranks[parent];
      gprs[at] = gprs[parent];
      at = parent;
    }
    ranks[at] = rank;
    gprs[at] = gpr;
  }

  /** Removes the first; returns the rank of the next one, Infinity if there is none. */
  pop(): number {
    const last = --this.size;
    if (last === 0) return Infinity;
    const { ranks, gprs } = this;
    const rank = ranks[last];
    let at = 0;
    for (let child = 1; child < last; child = 2 * at + 1) {
      if (child + 1 < last && ranks[child + 1] < ranks[child]) child++;
      if (rank <= ranks[child]) break;
      ranks[at] = ranks[child];
      gprs[at] = gprs[child];
      at = child;
    }
    ranks[at] = rank;
    gprs[at] = gprs[last];
    return ranks[0];
  }

  #grow(): void {
    const ranks = new Float64Array(this.size * 2);
    const gprs = new Int32Array(this.size * 2);
    ranks.set(this.ranks);
    gprs.set(this.gprs);
    this.ranks = ranks;
    this.gprs = gprs;
  }
}
