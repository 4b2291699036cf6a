// What a forecast cannot have foreseen, by where it can be felt: a forecast holds until something of its own is touched.
// No part of the state: only forecasts look here, and a copy or a restored world begins with none.

export class Surprises {
  /** Since somebody began to watch. */
  count = 0;
  #isWatched = false;
  #everywhere = 0;
  /** Of each pool, and of each workspace that GPRs came to: the number of the last surprise. */
  #pools = new Float64Array(64);
  #workspaces = new Float64Array(64);

  /** From now on somebody wants to know. Until then nothing is noted, so that runs without forecasts pay nothing. */
  watch(): void {
    this.#isWatched = true;
  }

  /** Something happened that may be felt anywhere, or nobody knows where. */
  everywhere(): void {
    this.#everywhere = ++this.count;
  }

  /** Something happened to a pool, or to a GPR that is in it. */
  inPool(pool: number): void {
    if (!this.#isWatched) return;
    if (pool >= this.#pools.length) this.#pools = longer(this.#pools, pool);
    this.#pools[pool] = ++this.count;
  }

  /** A GPR came: what its workspace has in other pools may have to wait for it. */
  ofComer(workspace: number, pool: number): void {
    if (!this.#isWatched) return;
    this.inPool(pool);
    if (workspace >= this.#workspaces.length) this.#workspaces = longer(this.#workspaces, workspace);
    this.#workspaces[workspace] = this.count;
  }

  /** Whether any of these pools and workspaces has been touched since there were `count` surprises. */
  touched(count: number, pools: readonly number[], workspaces: Int32Array): boolean {
    if (this.count === count) return false;
    if (this.#everywhere > count) return true;
    for (const pool of pools) if (this.#pools[pool] > count) return true;
    for (const workspace of workspaces) if (this.#workspaces[workspace] > count) return true;
    return false;
  }
}

function longer(numbers: Float64Array<ArrayBuffer>, index: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(Math.max(numbers.length * 2, index + 1));
  longer.set(numbers);
  return longer;
}
