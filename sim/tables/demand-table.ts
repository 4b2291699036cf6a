// Demands: what GPRs require of a pool. GPRs with equal requirements share an entry, and a cycle tries each entry only once.

import { growColumns } from '../base/collections/saved-fields.ts';

/** In `classes`: accepts all classes of the pool. */
export const ANY_CLASS = -1;

/** Size of the cache of lookups, a power of two. */
const CACHE_SIZE = 256;

export class DemandTable {
  size = 0;
  capacity = 0;
  /** Distinct nodes, and GPUs on each of them. */
  nodes = new Int32Array(0);
  gpus = new Int32Array(0);
  /** 1 = takes all GPUs of its nodes. */
  dedicated = new Uint8Array(0);
  /** 1 = may evict. Part of the demand because it decides whether a blocked head blocks the heads behind it. */
  evicts = new Uint8Array(0);
  /** Bit c: accepts class c of the pool. */
  classes = new Int32Array(0);
  /** Hash → the entry found last. Not part of the state: `of` checks the entry before it returns it. */
  readonly #cache = new Int32Array(CACHE_SIZE);

  /** Returns the entry of a demand; adds it if it is new. */
  of(nodes: number, gpus: number, dedicated: boolean, evicts: boolean, classes: number): number {
    const at = (nodes * 37 + gpus * 4 + (evicts ? 2 : 0) + Math.imul(classes, 11)) & (CACHE_SIZE - 1);
    const cached = this.#cache[at];
    if (this.#is(cached, nodes, gpus, dedicated, evicts, classes)) return cached;
    let demand = 0;
    while (demand < this.size && !this.#is(demand, nodes, gpus, dedicated, evicts, classes)) demand++;
    if (demand === this.size) this.#add(nodes, gpus, dedicated, evicts, classes);
    this.#cache[at] = demand;
    return demand;
  }

  #is(
    demand: number,
    nodes: number,
    gpus: number,
    dedicated: boolean,
    evicts: boolean,
    classes: number,
  ): boolean {
    return (
      demand < this.size &&
      this.nodes[demand] === nodes &&
      this.gpus[demand] === gpus &&
      this.classes[demand] === classes &&
      this.evicts[demand] === (evicts ? 1 : 0) &&
      this.dedicated[demand] === (dedicated ? 1 : 0)
    );
  }

  #add(nodes: number, gpus: number, dedicated: boolean, evicts: boolean, classes: number): void {
    if (this.size === this.capacity) this.capacity = growColumns(this, this.capacity);
    const demand = this.size++;
    this.nodes[demand] = nodes;
    this.gpus[demand] = gpus;
    this.dedicated[demand] = dedicated ? 1 : 0;
    this.evicts[demand] = evicts ? 1 : 0;
    this.classes[demand] = classes;
  }
}
