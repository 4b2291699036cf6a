// The nodes of a pool as a projection knows them: how many GPUs each has free, and who took which of them.

import type { PlacementPolicy } from '../capacity/placement/placement.ts';
import { Pool } from '../capacity/pool.ts';
import type { Core } from '../kernel/core.ts';
import type { DemandTable } from '../tables/demand.ts';

/** No GPUs at all: the node is not up. */
const DOWN = -1;

let chosen = new Int32Array(64);

export class Room {
  /** place → free GPUs, or DOWN. */
  readonly free: Int16Array;
  readonly #shelves: Pool;
  readonly #classes: Uint8Array;
  readonly #demands: DemandTable;
  readonly #placement: PlacementPolicy;

  constructor(core: Core, pool: Pool, demands: DemandTable) {
    const { rules } = core;
    this.#demands = demands;
    this.#placement = rules.placement;
    this.#shelves = new Pool(pool.index, pool.cluster, pool.classes, [...pool.gpuCounts]);
    this.free = new Int16Array(pool.size);
    this.#classes = new Uint8Array(pool.size);
    for (let place = 0; place < pool.size; place++) {
      this.#classes[place] = pool.classOf[place];
      this.#shelves.addPlace(pool.nodes[place], pool.classOf[place]);
      this.free[place] = pool.free[place];
      if (this.free[place] !== DOWN)
        this.#shelves.setLevel(place, this.#classes[place], DOWN, this.free[place]);
    }
  }

  fits(demand: number): boolean {
    return this.#shelves.nodesWithRoom(this.#demands, demand) >= this.#demands.nodes[demand];
  }

  /** Appends the places that a demand gets to `places`. It fits. */
  choose(demand: number, places: number[]): void {
    const count = this.#demands.nodes[demand];
    if (chosen.length < count) chosen = new Int32Array(count * 2);
    this.#placement.choose(this.#shelves, this.#demands, demand, chosen);
    for (let i = 0; i < count; i++) places.push(chosen[i]);
  }

  /** Takes a demand's GPUs at `places[at …)`, or gives them back (`sign` −1). */
  take(demand: number, places: readonly number[], at: number, sign: 1 | -1 = 1): void {
    const count = this.#demands.nodes[demand];
    for (let i = at; i < at + count; i++) {
      const place = places[i];
      const nodeClass = this.#classes[place];
      this.#set(place, this.free[place] - sign * this.#shelves.need(this.#demands, demand, nodeClass));
    }
  }

  /** A node is up again, with all its GPUs free. */
  repair(place: number): void {
    this.#set(place, this.#shelves.gpuCounts[this.#classes[place]]);
  }

  /** Makes what is free as it was. */
  load(free: Int16Array): void {
    for (let place = 0; place < free.length; place++) {
      if (this.free[place] !== free[place]) this.#set(place, free[place]);
    }
  }

  #set(place: number, free: number): void {
    this.#shelves.setLevel(place, this.#classes[place], this.free[place], free);
    this.free[place] = free;
  }
}
