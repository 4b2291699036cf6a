// Demands: what GPRs ask of a pool. GPRs that ask for the same share one entry, so that a pool can queue them together
// and try each distinct demand once.

import { growColumns } from '../base/state.ts';

/** Every class of the pool. */
export const ANY_CLASS = -1;

/** More distinct masks than any pool can have in use; only the arithmetic of keys needs it. */
const MASKS_MAX = 65_536;

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
  /** Distinct masks of classes, and the entry of each key made of the other members and a mask's number. */
  readonly masks: number[] = [];
  readonly index: Map<number, number> = new Map();

  /** The entry for a demand, made when it is new. */
  of(nodes: number, gpus: number, dedicated: boolean, evicts: boolean, classes: number): number {
    let mask = this.masks.indexOf(classes);
    if (mask < 0) mask = this.masks.push(classes) - 1;
    const key = (((nodes * 128 + gpus) * 2 + (dedicated ? 1 : 0)) * 2 + (evicts ? 1 : 0)) * MASKS_MAX + mask;
    const known = this.index.get(key);
    if (known !== undefined) return known;
    if (this.size === this.capacity) this.#grow();
    const demand = this.size++;
    this.nodes[demand] = nodes;
    this.gpus[demand] = gpus;
    this.dedicated[demand] = dedicated ? 1 : 0;
    this.evicts[demand] = evicts ? 1 : 0;
    this.classes[demand] = classes;
    this.index.set(key, demand);
    return demand;
  }

  #grow(): void {
    const capacity = Math.max(16, this.capacity * 2);
    growColumns(this, this.capacity, capacity);
    this.capacity = capacity;
  }
}
