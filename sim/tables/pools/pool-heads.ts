// The head queue of a pool: the GPRs that may get its nodes next, by their scores (`kernel/order/`), then by rank. Heads with the
// same demand share a lane, so that the cycle tries a demand that does not fit only once.

import { grown } from '../../base/collections/columns.ts';
import { radixOrder } from '../../base/collections/radix-sort.ts';
import { copyFields, loadFields, type Saved, saveFields } from '../../base/collections/saved-fields.ts';
import { Field, type GprTable, NONE, Real } from '../gprs/gpr-table.ts';
import { Lane } from './lane.ts';
import { Entries, SortedHeads } from './sorted-heads.ts';

const UNKNOWN = -2;

/** Fewer heads of a lane than this are not worth an index. */
const SORTED_MIN = 64;

export class HeadQueue {
  /** Heads in all lanes. */
  size = 0;
  lanes: Lane[] = [];
  laneDemand: number[] = [];
  /** Demand → lane, −1 = none. */
  laneOf: Int32Array = new Int32Array(0);
  /** Lane → score of its first head, Infinity if empty: one array, so that finding the best lane reads no heap. */
  tops: Float64Array = new Float64Array(0);
  /** The lanes that have heads, in no order: most demands have none. */
  #occupied: number[] = [];
  /** Lane → its index there, while it has heads. */
  #indexOf = new Int32Array(0);
  /** Lane → 1 if the rest of the cycle ignores it. */
  #closed = new Uint8Array(0);
  /** Rows of heads that the rest of the cycle ignores. */
  #aside: number[] = [];
  /** Lanes whose heads have other scores for the rest of the cycle. */
  #rescored: number[] = [];
  /** The lane whose first head goes first; NONE = no head; UNKNOWN = `bestLane` must find it. */
  #best: number = NONE;
  /** Lane → its heads by a constant key, if they are kept (`sorted`). They are in no copy, and are not saved. */
  #sorted: (SortedHeads | undefined)[] = [];
  #entries: Entries | undefined;
  #sortedBy: (row: number) => number = () => 0;

  copy(): HeadQueue {
    const copy = copyFields(new HeadQueue(), this, ['lanes']);
    copy.lanes = this.lanes.map((lane) => copyFields(new Lane(), lane));
    copy.#rebuild();
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
    this.#rebuild();
  }

  add(row: number, score: number, gprs: GprTable): void {
    const demand = gprs.ints[row + Field.demand];
    let lane = demand < this.laneOf.length ? this.laneOf[demand] : NONE;
    if (lane === NONE) lane = this.#open(demand);
    this.lanes[lane].add(row, score, gprs);
    this.#sorted[lane]?.add(row, this.#sortedBy(row), gprs);
    if (this.lanes[lane].size === 1) this.#occupy(lane);
    this.size++;
    if (score > this.tops[lane] || this.firstOf(lane) !== row) return;
    this.tops[lane] = score;
    const best = this.#best;
    if (best === UNKNOWN || best === lane) return;
    if (best === NONE || score < this.tops[best]) this.#best = lane;
    else if (score === this.tops[best]) this.#best = UNKNOWN;
  }

  remove(row: number, gprs: GprTable): void {
    this.#removeFrom(this.laneOf[gprs.ints[row + Field.demand]], row, gprs);
  }

  /** Returns the first head of a lane, NONE if the lane is empty. */
  firstOf(lane: number): number {
    const { size, rows } = this.lanes[lane];
    return size === 0 ? NONE : rows[0];
  }

  /** The lanes that have heads, in no order; valid until a head comes or goes. */
  get occupied(): readonly number[] {
    return this.#occupied;
  }

  /** The score of a head, as it was last computed. */
  scoreOf(row: number, { ints }: GprTable): number {
    return this.lanes[this.laneOf[ints[row + Field.demand]]].scores[ints[row + Field.headAt]];
  }

  /** Returns the lane whose first head goes first, NONE if no open lane has a head. */
  bestLane(gprs: GprTable): number {
    if (this.#best === UNKNOWN) this.#best = this.#findBest(gprs);
    return this.#best;
  }

  #findBest({ reals }: GprTable): number {
    const { tops } = this;
    const closed = this.#closed;
    let best: number = NONE;
    let bestScore = Infinity;
    for (const lane of this.#occupied) {
      if (tops[lane] > bestScore || closed[lane] !== 0) continue;
      if (tops[lane] < bestScore) {
        bestScore = tops[lane];
        best = lane;
      } else if (reals[this.firstOf(lane) + Real.rank] < reals[this.firstOf(best) + Real.rank]) best = lane;
    }
    return best;
  }

  /** Returns the head that goes first, NONE if there is none. */
  first(gprs: GprTable): number {
    const lane = this.bestLane(gprs);
    return lane === NONE ? NONE : this.firstOf(lane);
  }

  /** Gives all heads new scores. */
  score(scoreOf: (row: number) => number, gprs: GprTable): void {
    for (const lane of this.#occupied) this.#scoreLane(lane, scoreOf, gprs);
  }

  /** Gives the heads of the open lanes other scores for the rest of the cycle. `reopen` must end it. */
  rescore(scoreOf: (row: number) => number, gprs: GprTable): void {
    for (const lane of this.#occupied) {
      if (this.#closed[lane] !== 0) continue;
      this.#rescored.push(lane);
      this.#scoreLane(lane, scoreOf, gprs);
    }
  }

  /**
   * Returns the heads of a lane, which stay sorted from now on, null if they are few.
   * @param keyOf the same for a head at all times, and the same function until `unsort`
   */
  sorted(lane: number, keyOf: (row: number) => number, gprs: GprTable): SortedHeads | null {
    let sorted = this.#sorted[lane];
    if (sorted !== undefined) return sorted;
    const { rows, size } = this.lanes[lane];
    if (size < SORTED_MIN) return null;
    this.#sortedBy = keyOf;
    this.#entries ??= new Entries(this.size);
    for (let next = this.#sorted.length; next < lane; next++) this.#sorted.push(undefined);
    // First as they are in memory, and most were created: reads in no order would take several times as long.
    const byRow = rows.slice(0, size).sort();
    const ranks = new Float64Array(size);
    for (let i = 0; i < size; i++) ranks[i] = gprs.reals[byRow[i] + Real.rank];
    const byRank = radixOrder(ranks);
    for (let i = 0; i < size; i++) byRank[i] = byRow[byRank[i]];
    sorted = new SortedHeads(this.#entries, byRank, keyOf, gprs);
    this.#sorted[lane] = sorted;
    return sorted;
  }

  /** Forgets what `sorted` made: other scores are in force. */
  unsort(): void {
    this.#sorted.length = 0;
    this.#entries = undefined;
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

  /** Ends the cycle: brings back the ignored lanes and heads, and the scores. */
  reopen(scoreOf: (row: number) => number, gprs: GprTable): void {
    for (const lane of this.#rescored) this.#scoreLane(lane, scoreOf, gprs);
    this.#rescored.length = 0;
    this.#closed.fill(0);
    this.#best = UNKNOWN;
    for (const row of this.#aside) this.add(row, scoreOf(row), gprs);
    this.#aside.length = 0;
  }

  #scoreLane(lane: number, scoreOf: (row: number) => number, gprs: GprTable): void {
    const heads = this.lanes[lane];
    heads.score(scoreOf, gprs);
    this.tops[lane] = heads.size === 0 ? Infinity : heads.scores[0];
    this.#best = UNKNOWN;
  }

  #removeFrom(lane: number, row: number, gprs: GprTable): void {
    const heads = this.lanes[lane];
    this.#sorted[lane]?.remove(row, this.#sortedBy(row), gprs);
    heads.remove(row, gprs);
    this.tops[lane] = heads.size === 0 ? Infinity : heads.scores[0];
    if (heads.size === 0) this.#vacate(lane);
    if (--this.size === 0) this.#best = NONE;
    else if (lane === this.#best) this.#best = UNKNOWN;
  }

  #rebuild(): void {
    const { length } = this.lanes;
    this.#closed = new Uint8Array(length);
    this.#best = UNKNOWN;
    this.#indexOf = new Int32Array(length);
    this.#occupied.length = 0;
    for (let lane = 0; lane < length; lane++) if (this.lanes[lane].size > 0) this.#occupy(lane);
  }

  #occupy(lane: number): void {
    this.#indexOf[lane] = this.#occupied.push(lane) - 1;
  }

  #vacate(lane: number): void {
    const last = this.#occupied.pop()!;
    if (last === lane) return;
    const index = this.#indexOf[lane];
    this.#occupied[index] = last;
    this.#indexOf[last] = index;
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
    this.#indexOf = grown(this.#indexOf, lane + 1);
    return lane;
  }
}
