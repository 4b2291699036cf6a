// The nodes of a pool as a projection knows them: a fork of its capacity, and lots in a list.

import type { List } from '../base/list.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { DemandTable } from '../tables/demand.ts';

export class Room {
  readonly #capacity: Capacity;
  readonly #demands: DemandTable;

  constructor(capacity: Capacity, demands: DemandTable) {
    this.#capacity = capacity;
    this.#demands = demands;
  }

  get places(): number {
    return this.#capacity.places;
  }

  fits(demand: number): boolean {
    return this.#capacity.fits(demand);
  }

  /** Appends the places that a demand gets to `lots`, and takes them. It fits. */
  choose(demand: number, lots: List): void {
    const at = lots.reserve(this.#demands.nodes[demand]);
    this.#capacity.choose(demand, lots.list, at);
    this.#capacity.take(demand, lots.list, at);
  }

  /** Takes a demand's GPUs at `lots[at …)`, or gives them back. */
  take(demand: number, { list }: List, at: number): void {
    this.#capacity.take(demand, list, at);
  }

  give(demand: number, { list }: List, at: number): void {
    this.#capacity.give(demand, list, at);
  }

  /** A node is up again, with all its GPUs free. */
  repair(place: number): void {
    this.#capacity.setUp(place, true);
  }

  mark(): Int16Array {
    return this.#capacity.mark();
  }

  reset(mark: Int16Array): void {
    this.#capacity.reset(mark);
  }
}
