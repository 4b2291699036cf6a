// Demands: what GPRs ask of a pool. GPRs that ask for the same share one entry, so that a pool can queue them together
// and try each distinct demand once.

import { growColumns } from '../base/state.ts';

/** Every class of the pool. */
export const ANY_CLASS = -1;

/** A power of two. */
const LATELY = 256;

export class DemandTable {
  size = 0;
  capacity = 0;
  /** Distinct nodes, and GPUs on each of them. */
  nodes = new Int32Array(0);
  gpus = new Int32Array(0);
  /** 1: takes every GPU of its nodes. */
  dedicated = new Uint8Array(0);
  /** 1: may evict. Part of the demand because it decides whether a blocked GPR blocks those behind it. */
  evicts = new Uint8Array(0);
  /** Bit c: class c of the pool will do. */
  classes = new Int32Array(0);
  /** Where entries were found lately. No state: each is looked at before it is believed. */
  readonly #lately = new Int32Array(LATELY);

  /** The entry for a demand, made when it is new. */
  of(nodes: number, gpus: number, dedicated: boolean, evicts: boolean, classes: number): number {
    const place = (nodes * 37 + gpus * 4 + (evicts ? 2 : 0) + Math.imul(classes, 11)) & (LATELY - 1);
    const lately = this.#lately[place];
    if (this.#is(lately, nodes, gpus, dedicated, evicts, classes)) return lately;
    let demand = 0;
    while (demand < this.size && !this.#is(demand, nodes, gpus, dedicated, evicts, classes)) demand++;
    if (demand === this.size) this.#add(nodes, gpus, dedicated, evicts, classes);
    this.#lately[place] = demand;
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
    if (this.size === this.capacity) this.#grow();
    const demand = this.size++;
    this.nodes[demand] = nodes;
    this.gpus[demand] = gpus;
    this.dedicated[demand] = dedicated ? 1 : 0;
    this.evicts[demand] = evicts ? 1 : 0;
    this.classes[demand] = classes;
  }

  #grow(): void {
    const capacity = Math.max(16, this.capacity * 2);
    growColumns(this, this.capacity, capacity);
    this.capacity = capacity;
  }
}
