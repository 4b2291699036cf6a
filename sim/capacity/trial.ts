// The trial (capacity.ts) for capacity in whole GPUs.

import type { Demands, Trial } from './capacity.ts';

interface TriedPool {
  /** Slot → free GPUs of its node (−1 unless it is up), and class of its node. */
  readonly free: Int16Array;
  readonly classOf: Uint8Array;
  /** Class → GPUs of a node. */
  readonly gpuCounts: Int32Array;
  need(demand: number, nodeClass: number): number;
  room(demand: number): number;
}

export class LevelTrial implements Trial {
  /** As `Lane.kept`. */
  static readonly kept: LevelTrial = new LevelTrial();

  #pool!: TriedPool;
  #demands!: Demands;
  #demand = 0;
  /** Slot → free GPUs in the trial, −1 for a node that is down. */
  #free = new Int16Array(0);
  /** Number of nodes with room for the demand. */
  #room = 0;

  /** Restarts the trial with the present state of a pool. */
  begin(pool: TriedPool, demands: Demands, demand: number): void {
    if (this.#free.length < pool.free.length) this.#free = new Int16Array(pool.free.length);
    this.#free.set(pool.free);
    this.#pool = pool;
    this.#demands = demands;
    this.#demand = demand;
    this.#room = pool.room(demand);
  }

  get fits(): boolean {
    return this.spare >= 0;
  }

  get spare(): number {
    return this.#room - this.#demands.nodes[this.#demand];
  }

  give(demand: number, slots: Int32Array, at: number): void {
    this.#change(demand, slots, at, 1);
  }

  take(demand: number, slots: Int32Array, at: number): void {
    this.#change(demand, slots, at, -1);
  }

  open(slot: number): void {
    const nodeClass = this.#pool.classOf[slot];
    this.#add(slot, nodeClass, this.#pool.gpuCounts[nodeClass] + 1);
  }

  #change(demand: number, slots: Int32Array, at: number, sign: 1 | -1): void {
    const { classOf } = this.#pool;
    const end = at + this.#demands.nodes[demand];
    for (let i = at; i < end; i++) {
      const nodeClass = classOf[slots[i]];
      this.#add(slots[i], nodeClass, sign * this.#pool.need(demand, nodeClass));
    }
  }

  #add(slot: number, nodeClass: number, gpus: number): void {
    const before = this.#free[slot];
    const after = before + gpus;
    this.#free[slot] = after;
    if ((this.#demands.classes[this.#demand] & (1 << nodeClass)) === 0) return;
    const need = this.#pool.need(this.#demand, nodeClass);
    if (before < need) {
      if (after >= need) this.#room++;
    } else if (after < need) {
      this.#room--;
    }
  }
}
