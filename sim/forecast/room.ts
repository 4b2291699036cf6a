// One pool of a fork of the world's capacity: the nodes of a pool as a projection knows them.

import type { List } from '../base/list.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { DemandTable } from '../tables/demand.ts';

export class Room {
  readonly #capacity: Capacity;
  readonly #pool: number;
  readonly #demands: DemandTable;

  /** @param pool its index in the world */
  constructor(capacity: Capacity, pool: number, demands: DemandTable) {
    this.#capacity = capacity;
    this.#pool = pool;
    this.#demands = demands;
  }

  get places(): number {
    return this.#capacity.places(this.#pool);
  }

  fits(demand: number): boolean {
    return this.#capacity.fits(this.#pool, demand);
  }

  /** Appends the places that a demand gets to `lots`, and takes them. It fits. */
  choose(demand: number, lots: List): void {
    const at = lots.reserve(this.#demands.nodes[demand]);
    this.#capacity.choose(this.#pool, demand, lots.list, at);
    this.#capacity.take(this.#pool, demand, lots.list, at);
  }

  /** Takes a demand's GPUs at `lots[at …)`, or gives them back. */
  take(demand: number, { list }: List, at: number): void {
    this.#capacity.take(this.#pool, demand, list, at);
  }

  give(demand: number, { list }: List, at: number): void {
    this.#capacity.give(this.#pool, demand, list, at);
  }

  /** A node is up again, with all its GPUs free. */
  repair(place: number): void {
    this.#capacity.setUp(this.#pool, place, true);
  }

  mark(): Int16Array {
    return this.#capacity.mark(this.#pool);
  }

  reset(mark: Int16Array): void {
    this.#capacity.reset(this.#pool, mark);
  }
}
