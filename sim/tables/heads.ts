// The head queue of a pool: the GPRs that want its nodes next, in lanes. Heads with one and the same demand share a lane,
// by rank, so that a demand that does not fit is tried once for all of them.

import { type HeapPlaces, IndexedHeap } from '../base/heap.ts';
import { copyFields, loadFields, type Saved } from '../base/state.ts';
import { type GprTable, indexOf, NONE, rowAt } from './gpr.ts';

const UNKNOWN = -2;

export class HeadQueue {
  /** Heads in all lanes. */
  size = 0;
  lanes: IndexedHeap[] = [];
  laneDemand: number[] = [];
  /** Demand → lane, −1 = none yet. */
  laneOf: Int32Array = new Int32Array(0);
  /** Rank of each lane's first head, Infinity in an empty lane: side by side, so that the best one is found without a look into the heaps. */
  tops: Float64Array = new Float64Array(0);
  /** 1: the lane is out for the rest of the cycle. */
  #closed = new Uint8Array(0);
  /** Heads that are out for the rest of the cycle. */
  #aside: number[] = [];
  /** The lane whose first head goes first, UNKNOWN until it is looked for again. */
  #best: number = UNKNOWN;

  copy(places: HeapPlaces): HeadQueue {
    const copy = copyFields(new HeadQueue(), this, ['lanes']);
    copy.#closed = new Uint8Array(this.lanes.length);
    copy.lanes = this.lanes.map((lane) => copyFields(new IndexedHeap(places), lane, ['places']));
    return copy;
  }

  /** Overwrites an empty queue with a saved one. */
  load(saved: Saved, lanes: IndexedHeap[]): void {
    loadFields(this, saved);
    this.lanes = lanes;
    this.#closed = new Uint8Array(lanes.length);
  }

  add(row: number, demand: number, rank: number, places: HeapPlaces): void {
    let lane = demand < this.laneOf.length ? this.laneOf[demand] : NONE;
    if (lane === NONE) lane = this.#open(demand, places);
    this.lanes[lane].push(indexOf(row), rank);
    this.size++;
    if (rank >= this.tops[lane]) return;
    this.tops[lane] = rank;
    if (this.#best !== UNKNOWN && (this.#best === NONE || rank < this.tops[this.#best])) this.#best = lane;
  }

  /** Takes out a head of this demand. */
  remove(row: number, demand: number): void {
    const lane = this.laneOf[demand];
    this.lanes[lane].remove(indexOf(row));
    this.size--;
    this.#showTop(lane);
  }

  /** The first head of a lane, NONE of an empty one. */
  firstOf(lane: number): number {
    return rowAt(this.lanes[lane].peek());
  }

  /** The lane whose first head goes first, NONE if no head is left. */
  bestLane(): number {
    if (this.#best === UNKNOWN) this.#best = this.#findBest();
    return this.#best;
  }

  #findBest(): number {
    const { tops } = this;
    const closed = this.#closed;
    let best: number = NONE;
    let bestRank = Infinity;
    for (let lane = 0; lane < tops.length; lane++) {
      if (tops[lane] < bestRank && closed[lane] === 0) {
        bestRank = tops[lane];
        best = lane;
      }
    }
    return best;
  }

  /** The head that goes first, NONE if there is none. */
  first(): number {
    const lane = this.bestLane();
    return lane === NONE ? NONE : this.firstOf(lane);
  }

  /** Leaves a lane out for the rest of the cycle. */
  close(lane: number): void {
    this.#closed[lane] = 1;
    this.#best = UNKNOWN;
  }

  /** Leaves the first head of a lane out for the rest of the cycle. */
  setAside(lane: number): void {
    const row = rowAt(this.lanes[lane].pop());
    this.#aside.push(row);
    this.size--;
    this.#showTop(lane);
  }

  /** The cycle is over: everything that was left out is back. */
  reopen(gprs: GprTable, places: HeapPlaces): void {
    this.#closed.fill(0);
    this.#best = UNKNOWN;
    for (const row of this.#aside) this.add(row, gprs.demand[row], gprs.rank[row], places);
    this.#aside.length = 0;
  }

  /** The first head of a lane is another. */
  #showTop(lane: number): void {
    this.tops[lane] = this.lanes[lane].peekKey();
    if (lane === this.#best) this.#best = UNKNOWN;
  }

  #open(demand: number, places: HeapPlaces): number {
    if (demand >= this.laneOf.length) {
      const laneOf = new Int32Array(Math.max(16, this.laneOf.length * 2, demand + 1)).fill(NONE);
      laneOf.set(this.laneOf);
      this.laneOf = laneOf;
    }
    const lane = this.lanes.push(new IndexedHeap(places)) - 1;
    this.laneOf[demand] = lane;
    this.laneDemand.push(demand);
    const tops = new Float64Array(lane + 1).fill(Infinity);
    tops.set(this.tops);
    this.tops = tops;
    this.#closed = new Uint8Array(lane + 1);
    return lane;
  }
}
