// Demands: what GPRs require of a pool. GPRs with equal requirements share an entry, and a cycle tries each entry only once.

import { growColumns } from '../base/collections/saved-fields.ts';

/** In `classes`: accepts all classes of the pool. */
export const ANY_CLASS = -1;

/** In `gpuMilli`: whole GPUs. */
const WHOLE_GPU = 1000;

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
  /** Thousandths of each GPU. */
  gpuMilli = new Int32Array(0);
  /** On each node; 0 in pools of whole GPUs. */
  cpuMilli = new Int32Array(0);
  memoryMib = new Int32Array(0);
  /** Hash → the entry found last. Not part of the state: `of` checks the entry before it returns it. */
  readonly #cache = new Int32Array(CACHE_SIZE);

  /** Returns the entry of a demand of whole GPUs; adds it if it is new. */
  of(nodes: number, gpus: number, dedicated: boolean, evicts: boolean, classes: number): number {
    return this.ofShape(nodes, gpus, dedicated, evicts, classes, WHOLE_GPU, 0, 0);
  }

  /** As `of`, of a demand with these thousandths of each GPU, and CPU and memory on each node. */
  ofShape(
    nodes: number,
    gpus: number,
    dedicated: boolean,
    evicts: boolean,
    classes: number,
    gpuMilli: number,
    cpuMilli: number,
    memoryMib: number,
  ): number {
    const shape = Math.imul(gpuMilli - WHOLE_GPU, 41) + Math.imul(cpuMilli, 7) + Math.imul(memoryMib, 13);
    const at = (nodes * 37 + gpus * 4 + (evicts ? 2 : 0) + Math.imul(classes, 11) + shape) & (CACHE_SIZE - 1);
    const cached = this.#cache[at];
    if (this.#is(cached, nodes, gpus, dedicated, evicts, classes, gpuMilli, cpuMilli, memoryMib))
      return cached;
    let demand = 0;
    while (
      demand < this.size &&
      !this.#is(demand, nodes, gpus, dedicated, evicts, classes, gpuMilli, cpuMilli, memoryMib)
    )
      demand++;
    if (demand === this.size) {
      if (this.size === this.capacity) this.capacity = growColumns(this, this.capacity);
      this.size++;
      this.nodes[demand] = nodes;
      this.gpus[demand] = gpus;
      this.dedicated[demand] = dedicated ? 1 : 0;
      this.evicts[demand] = evicts ? 1 : 0;
      this.classes[demand] = classes;
      this.gpuMilli[demand] = gpuMilli;
      this.cpuMilli[demand] = cpuMilli;
      this.memoryMib[demand] = memoryMib;
    }
    this.#cache[at] = demand;
    return demand;
  }

  /** The entry of a demand that is as this one, except that it may evict or may not. */
  withEviction(demand: number, evicts: boolean): number {
    const { nodes, gpus, dedicated, classes, gpuMilli, cpuMilli, memoryMib } = this;
    return this.ofShape(
      nodes[demand],
      gpus[demand],
      dedicated[demand] === 1,
      evicts,
      classes[demand],
      gpuMilli[demand],
      cpuMilli[demand],
      memoryMib[demand],
    );
  }

  /** Whether GPRs of a demand take thousandths of GPUs, or CPU or memory. */
  hasShape(demand: number): boolean {
    const { gpuMilli, cpuMilli, memoryMib } = this;
    return gpuMilli[demand] !== WHOLE_GPU || cpuMilli[demand] !== 0 || memoryMib[demand] !== 0;
  }

  #is(
    demand: number,
    nodes: number,
    gpus: number,
    dedicated: boolean,
    evicts: boolean,
    classes: number,
    gpuMilli: number,
    cpuMilli: number,
    memoryMib: number,
  ): boolean {
    return (
      demand < this.size &&
      this.nodes[demand] === nodes &&
      this.gpus[demand] === gpus &&
      this.classes[demand] === classes &&
      this.evicts[demand] === (evicts ? 1 : 0) &&
      this.dedicated[demand] === (dedicated ? 1 : 0) &&
      this.gpuMilli[demand] === gpuMilli &&
      this.cpuMilli[demand] === cpuMilli &&
      this.memoryMib[demand] === memoryMib
    );
  }
}
