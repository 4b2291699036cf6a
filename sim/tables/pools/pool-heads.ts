// The head queue of a pool: the GPRs that may get its nodes next. Heads with the same demand share a lane, ordered by rank,
// so that the cycle tries a demand that does not fit only once.

import { grown } from '../../base/collections/columns.ts';
import { copyFields, loadFields, type Saved, saveFields } from '../../base/collections/saved-fields.ts';
import { Field, type GprTable, NONE, Real } from '../gprs/gpr-table.ts';
import { Lane } from './lane.ts';

const UNKNOWN = -2;

export class HeadQueue {
  /** Heads in all lanes. */
  size = 0;
  lanes: Lane[] = [];
  laneDemand: number[] = [];
  /** Demand → lane, −1 = none. */
  laneOf: Int32Array = new Int32Array(0);
  /** Lane → rank of its first head, Infinity if empty: one array, so that finding the best lane reads no heap. */
  tops: Float64Array = new Float64Array(0);
  /** Lane → 1 if the rest of the cycle ignores it. */
  #closed = new Uint8Array(0);
  /** Rows of heads that the rest of the cycle ignores. */
  #aside: number[] = [];
  /** The lane whose first head has the lowest rank; NONE = no head; UNKNOWN = `bestLane` must find it. */
  #best: number = NONE;

  copy(): HeadQueue {
    const copy = copyFields(new HeadQueue(), this, ['lanes']);
    copy.lanes = this.lanes.map((lane) => copyFields(new Lane(), lane));
    copy.#resetCycle();
    return copy;
  }

  save(): Saved {
    return { ...saveFields(this, ['lanes']), lanes: this.lanes.map((lane) => saveFields(lane)) };
  }

  /** Overwrites an empty queue with a saved one. */
  load({ lanes, ...saved }: Saved): void {
    loadFields(this, saved);
    this.lanes = (lanes as Saved[]).map((savedLane) => {
      const lane = new Lane();
      loadFields(lane, savedLane);
      return lane;
    });
    this.#resetCycle();
  }

  add(row: number, gprs: GprTable): void {
    const demand = gprs.ints[row + Field.demand];
    const rank = gprs.reals[row + Real.rank];
    let lane = demand < this.laneOf.length ? this.laneOf[demand] : NONE;
    if (lane === NONE) lane = this.#open(demand);
    this.lanes[lane].add(row, rank, gprs.ints);
    this.size++;
    if (rank >= this.tops[lane]) return;
    this.tops[lane] = rank;
    if (this.#best !== UNKNOWN && (this.#best === NONE || rank < this.tops[this.#best])) this.#best = lane;
  }

  remove(row: number, gprs: GprTable): void {
    this.#removeFrom(this.laneOf[gprs.ints[row + Field.demand]], row, gprs);
  }

  /** Returns the first head of a lane, NONE if the lane is empty. */
  firstOf(lane: number): number {
    const { size, rows } = this.lanes[lane];
    return size === 0 ? NONE : rows[0];
  }

  /** Returns the lane whose first head goes first, NONE if no open lane has a head. */
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

  /** Returns the head that goes first, NONE if there is none. */
  first(): number {
    const lane = this.bestLane();
    return lane === NONE ? NONE : this.firstOf(lane);
  }

  /** Ignores a lane for the rest of the cycle. */
  close(lane: number): void {
    this.#closed[lane] = 1;
    this.#best = UNKNOWN;
  }

  /** Ignores the first head of a lane for the rest of the cycle. */
  setAside(lane: number, gprs: GprTable): void {
    const row = this.firstOf(lane);
    this.#aside.push(row);
    this.#removeFrom(lane, row, gprs);
  }

  /** Ends the cycle: brings back the ignored lanes and heads. */
  reopen(gprs: GprTable): void {
    this.#closed.fill(0);
    this.#best = UNKNOWN;
    for (const row of this.#aside) this.add(row, gprs);
    this.#aside.length = 0;
  }

  #removeFrom(lane: number, row: number, gprs: GprTable): void {
    const heads = this.lanes[lane];
    heads.remove(row, gprs.ints);
    this.tops[lane] = heads.size === 0 ? Infinity : heads.ranks[0];
    if (--this.size === 0) this.#best = NONE;
    else if (lane === this.#best) this.#best = UNKNOWN;
  }

  #resetCycle(): void {
    this.#closed = new Uint8Array(this.lanes.length);
    this.#best = UNKNOWN;
  }

  #open(demand: number): number {
    if (demand >= this.laneOf.length) {
      const { length } = this.laneOf;
      this.laneOf = grown(this.laneOf, Math.max(16, length * 2, demand + 1)).fill(NONE, length);
    }
    const lane = this.lanes.push(new Lane()) - 1;
    this.laneOf[demand] = lane;
    this.laneDemand.push(demand);
    this.tops = grown(this.tops, lane + 1).fill(Infinity, lane);
    this.#closed = new Uint8Array(lane + 1);
    return lane;
  }
}
