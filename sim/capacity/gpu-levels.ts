// Capacity in whole GPUs: a pool's nodes stand on shelves by what they have free (pool-levels.ts).

import { copyFields, loadFields, type Saved, saveFields } from '../base/state.ts';
import type { Capacity, Demands } from './capacity.ts';
import type { PlacementPolicy } from './placement/placement.ts';
import { PoolLevels } from './pool-levels.ts';
import { Totals } from './totals.ts';
import { LevelTrial } from './trial.ts';

/** Bits of a class mask. */
export const CLASSES_MAX = 31;

export class GpuLevels implements Capacity {
  readonly totals: Totals = new Totals();
  readonly #pools: PoolLevels[] = [];
  readonly #demands: Demands;
  readonly #placement: PlacementPolicy;

  constructor(demands: Demands, placement: PlacementPolicy) {
    this.#demands = demands;
    this.#placement = placement;
  }

  addPool(gpuCounts: readonly number[]): void {
    this.#pools.push(new PoolLevels(gpuCounts, this.#demands, this.totals));
  }

  addNode(pool: number, node: number, nodeClass: number): number {
    return this.#pools[pool].add(node, nodeClass);
  }

  setUp(pool: number, place: number, isUp: boolean): void {
    this.#pools[pool].setUp(place, isUp);
  }

  room(pool: number, demand: number): number {
    return this.#pools[pool].room(demand);
  }

  fits(pool: number, demand: number): boolean {
    return this.#pools[pool].room(demand) >= this.#demands.nodes[demand];
  }

  choose(pool: number, demand: number, lots: Int32Array, at: number): void {
    this.#placement.choose(this.#pools[pool], demand, lots, at);
  }

  take(pool: number, demand: number, lots: Int32Array, at: number): number {
    return this.#pools[pool].take(demand, lots, at);
  }

  give(pool: number, demand: number, lots: Int32Array, at: number): void {
    this.#pools[pool].give(demand, lots, at);
  }

  trial(pool: number, demand: number, used: LevelTrial = new LevelTrial()): LevelTrial {
    used.begin(this.#pools[pool], this.#demands, demand);
    return used;
  }

  fork(demands: Demands, pools: readonly number[]): GpuLevels {
    const fork = new GpuLevels(demands, this.#placement);
    for (const pool of pools) fork.#pools[pool] = this.#copyOf(pool, fork);
    return fork;
  }

  copyTo(copy: GpuLevels): void {
    copyFields(copy.totals, this.totals);
    this.#pools.forEach((levels, pool) => {
      if (pool < copy.#pools.length) copyFields(copy.#pools[pool], levels);
      else copy.#pools.push(this.#copyOf(pool, copy));
    });
  }

  save(): Saved {
    return { totals: saveFields(this.totals), pools: this.#pools.map((levels) => saveFields(levels)) };
  }

  /** Overwrites a capacity. */
  load({ totals, pools }: Saved): void {
    loadFields(this.totals, totals as Saved);
    this.#pools.length = 0;
    for (const saved of pools as Saved[]) {
      this.addPool([...(saved.gpuCounts as Int32Array)]);
      loadFields(this.#pools[this.#pools.length - 1], saved);
    }
  }

  mark(pool: number): Int16Array {
    return this.#pools[pool].mark();
  }

  reset(pool: number, mark: Int16Array): void {
    this.#pools[pool].reset(mark);
  }

  places(pool: number): number {
    return this.#pools[pool].places;
  }

  up(pool: number): number {
    return this.#pools[pool].up;
  }

  freeGpus(pool: number): number {
    return this.#pools[pool].freeGpus;
  }

  node(pool: number, place: number): number {
    return this.#pools[pool].nodes[place];
  }

  freeAt(pool: number, place: number): number {
    return this.#pools[pool].free[place];
  }

  need(pool: number, demand: number, nodeClass: number): number {
    return this.#pools[pool].need(demand, nodeClass);
  }

  /** A pool of this capacity, as one of another. */
  #copyOf(pool: number, other: GpuLevels): PoolLevels {
    const levels = this.#pools[pool];
    return copyFields(new PoolLevels([...levels.gpuCounts], other.#demands, other.totals), levels);
  }
}
