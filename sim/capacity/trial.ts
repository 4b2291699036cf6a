// Room for one demand as if some GPRs held nothing, or some nodes were back: what eviction and reservations try out. It is
// frozen when it begins: what starts or ends later in the pool does not enter it.

import type { DemandTable } from '../tables/demand.ts';
import type { Pool } from './pool.ts';

export class Trial {
  #pool!: Pool;
  #demands!: DemandTable;
  #demand = 0;
  /** Slot of a node → GPUs free in the trial, −1 for a node that is down. */
  #free = new Int32Array(0);
  /** Nodes with room for the demand. */
  #room = 0;

  /** Begins anew with the pool as it is. */
  begin(pool: Pool, demands: DemandTable, demand: number): void {
    if (this.#free.length < pool.free.length) this.#free = new Int32Array(pool.free.length);
    this.#free.set(pool.free);
    this.#pool = pool;
    this.#demands = demands;
    this.#demand = demand;
    this.#room = pool.nodesWithRoom(demands, demand);
  }

  get fits(): boolean {
    return this.#room >= this.#demands.nodes[this.#demand];
  }

  /** A GPR of this demand gives back what it holds at `lots[at …)`. */
  give(demand: number, lots: Int32Array, at: number): void {
    this.#change(demand, lots, at, 1);
  }

  /** A GPR of this demand takes the nodes at `lots[at …)`. */
  take(demand: number, lots: Int32Array, at: number): void {
    this.#change(demand, lots, at, -1);
  }

  /** A node that is down is back, with all its GPUs free. */
  open(slot: number): void {
    this.#add(slot, this.#pool.classOf[slot], this.#pool.gpuCounts[this.#pool.classOf[slot]] + 1);
  }

  #change(demand: number, lots: Int32Array, at: number, sign: 1 | -1): void {
    const pool = this.#pool;
    const end = at + this.#demands.nodes[demand];
    for (let i = at; i < end; i++) {
      const nodeClass = pool.classOf[lots[i]];
      this.#add(lots[i], nodeClass, sign * pool.need(this.#demands, demand, nodeClass));
    }
  }

  #add(slot: number, nodeClass: number, gpus: number): void {
    const before = this.#free[slot];
    const after = before + gpus;
    this.#free[slot] = after;
    if ((this.#demands.classes[this.#demand] & (1 << nodeClass)) === 0) return;
    const need = this.#pool.need(this.#demands, this.#demand, nodeClass);
    if (before < need) {
      if (after >= need) this.#room++;
    } else if (after < need) {
      this.#room--;
    }
  }
}
