// The trial (capacity.ts) for nodes whose GPUs can be shared.

import type { Demands, Trial } from '../capacity.ts';
import { type Machines, ShareNodes, slotOf } from './share-nodes.ts';

export class ShareTrial implements Trial {
  readonly #nodes: ShareNodes;
  readonly #machines: Machines;
  readonly #demands: Demands;
  #demand = 0;
  /** Number of nodes with room for the demand. */
  #room = 0;

  constructor(machines: Machines, demands: Demands) {
    this.#machines = machines;
    this.#demands = demands;
    this.#nodes = new ShareNodes(machines, demands);
  }

  /** Restarts the trial with the present state of a pool. @param room number of its nodes with room for the demand */
  begin(nodes: ShareNodes, demand: number, room: number): void {
    this.#nodes.copyFrom(nodes);
    this.#demand = demand;
    this.#room = room;
  }

  /** Whether the trial is of the pool with these machines, and can be used again. */
  isOf(machines: Machines): boolean {
    return this.#machines === machines;
  }

  get fits(): boolean {
    return this.spare >= 0;
  }

  get spare(): number {
    return this.#room - this.#demands.nodes[this.#demand];
  }

  hasRoom(slot: number): boolean {
    return this.#nodes.hasRoom(slot, this.#demand);
  }

  /** Whether a node with room for the demand would no longer have it if a GPR of another demand took `word` there. */
  losesRoom(other: number, word: number): boolean {
    this.#nodes.change(word, other, -1);
    const loses = !this.hasRoom(slotOf(word));
    this.#nodes.change(word, other, 1);
    return loses;
  }

  give(demand: number, slots: Int32Array, at: number): void {
    this.#change(demand, slots, at, 1);
  }

  take(demand: number, slots: Int32Array, at: number): void {
    this.#change(demand, slots, at, -1);
  }

  open(slot: number): void {
    this.#nodes.clear(slot);
    this.#nodes.isUp[slot] = 1;
    if (this.#nodes.hasRoom(slot, this.#demand)) this.#room++;
  }

  #change(demand: number, slots: Int32Array, at: number, sign: 1 | -1): void {
    const end = at + this.#demands.nodes[demand];
    for (let i = at; i < end; i++) {
      const slot = slotOf(slots[i]);
      const had = this.#nodes.hasRoom(slot, this.#demand);
      this.#nodes.change(slots[i], demand, sign);
      const has = this.#nodes.hasRoom(slot, this.#demand);
      this.#room += Number(has) - Number(had);
    }
  }
}
