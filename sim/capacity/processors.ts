// Capacity of one machine with interchangeable processors, of which there may be very many: a number of free processors is all
// that it keeps. A pool of this kind has one node, and one class. Its processors count as GPUs everywhere.

import { copyFields } from '../base/collections/saved-fields.ts';
import type { Capacity, Demands, Mark, Trial } from './capacity.ts';
import type { Totals } from './capacity-totals.ts';

/** What `Processors.mark` returns. */
interface MarkedProcessors {
  readonly free: number;
}

export class Processors implements Capacity {
  readonly kind = 'processors';
  readonly gpuCounts: Int32Array;
  readonly #demands: Demands;
  readonly #totals: Totals;
  nodeCount = 0;
  /** The machine. */
  node = -1;
  /** −1 unless the machine is up. */
  free = -1;

  /** @param gpuCounts class 0 → its processors @param totals over all pools; the new object updates them */
  constructor(gpuCounts: ArrayLike<number>, demands: Demands, totals: Totals) {
    this.gpuCounts = Int32Array.from(gpuCounts);
    this.#demands = demands;
    this.#totals = totals;
  }

  get up(): number {
    return this.free < 0 ? 0 : 1;
  }

  get freeGpus(): number {
    return Math.max(0, this.free);
  }

  fork(demands: Demands, totals: Totals): Processors {
    return copyFields(new Processors(this.gpuCounts, demands, totals), this);
  }

  /** @throws Error if it has a node */
  add(node: number): number {
    if (this.nodeCount > 0) throw new Error('a pool of processors has one node');
    this.node = node;
    return this.nodeCount++;
  }

  setUp(slot: number, isUp: boolean): void {
    const gpus = this.gpuCounts[0];
    this.#totals.addUp(isUp ? gpus : -gpus);
    this.setFree(slot, isUp ? gpus : -1);
  }

  setFree(_slot: number, free: number): void {
    this.free = free;
  }

  nodeAt(): number {
    return this.node;
  }

  slotOf(): number {
    return 0;
  }

  gpusAt(): number {
    return 0;
  }

  freeAt(): number {
    return this.free;
  }

  need(demand: number): number {
    const { dedicated, gpus } = this.#demands;
    return dedicated[demand] === 0 ? gpus[demand] : Math.max(gpus[demand], this.gpuCounts[0]);
  }

  /** As `need`; Infinity if the demand accepts no node of this pool. */
  neededOf(demand: number): number {
    return (this.#demands.classes[demand] & 1) === 0 ? Infinity : this.need(demand);
  }

  couldHold(demand: number): boolean {
    return this.gpuCounts[0] >= this.neededOf(demand);
  }

  room(demand: number): number {
    return this.free >= this.neededOf(demand) ? 1 : 0;
  }

  roomIfUp(demand: number, nodeCounts: Int32Array): number {
    if (this.free >= 0) return this.room(demand);
    return this.gpuCounts[0] >= this.neededOf(demand) ? nodeCounts[0] : 0;
  }

  fits(demand: number): boolean {
    return this.room(demand) >= this.#demands.nodes[demand];
  }

  choose(_demand: number, slots: Int32Array, at: number): void {
    slots[at] = 0;
  }

  get draws(): boolean {
    return false;
  }

  /** Processors are interchangeable: there is nothing to choose. */
  setPlacement(): void {}

  take(demand: number): number {
    const gpus = this.need(demand);
    this.#change(-gpus);
    return gpus;
  }

  give(demand: number): void {
    this.#change(this.need(demand));
  }

  #change(gpus: number): void {
    const all = this.gpuCounts[0];
    const from = this.free;
    const to = from + gpus;
    this.free = to;
    this.#totals.addWhole(-gpus, (to < all ? to : 0) - (from < all ? from : 0));
  }

  trial(demand: number, used?: Trial): ProcessorsTrial {
    const trial = used instanceof ProcessorsTrial ? used : new ProcessorsTrial();
    trial.begin(this, this.#demands.nodes[demand] === 1 ? this.neededOf(demand) : Infinity);
    return trial;
  }

  mark(): MarkedProcessors {
    return { free: this.free };
  }

  reset(mark: Mark): void {
    this.free = (mark as MarkedProcessors).free;
  }
}

class ProcessorsTrial implements Trial {
  #pool!: Processors;
  #free = 0;
  #need = 0;

  /** Restarts the trial with the present state of a pool. @param need of the demand; Infinity if it never fits */
  begin(pool: Processors, need: number): void {
    this.#pool = pool;
    this.#free = pool.free;
    this.#need = need;
  }

  get fits(): boolean {
    return this.#free >= this.#need;
  }

  get spare(): number {
    return this.fits ? 0 : -1;
  }

  give(demand: number): void {
    this.#free += this.#pool.need(demand);
  }

  take(demand: number): void {
    this.#free -= this.#pool.need(demand);
  }

  open(): void {
    this.#free = this.#pool.gpuCounts[0];
  }
}
