// Capacity in whole GPUs. Each class of node and each number of free GPUs (a *level*) has a bucket: the set of its nodes, one
// bit per slot. Counting nodes with room then means adding sizes of buckets, without a scan of the nodes.

import { copyFields } from '../base/collections/saved-fields.ts';
import type { Capacity, Demands, Trial } from './capacity.ts';
import type { Totals } from './capacity-totals.ts';
import type { Nodes, PlacementPolicy } from './placement/placement-policy.ts';
import { LevelTrial } from './trial.ts';

/** The most classes of a pool: a mask of classes has 31 bits. */
export const CLASSES_MAX = 31;

export class GpuLevels implements Capacity, Nodes {
  readonly kind = 'gpus';
  readonly gpuCounts: Int32Array;
  readonly classes: number;
  readonly gpusMax: number;
  /** Levels per class. The index of a bucket is class × levels + level. */
  readonly levels: number;
  nodeCount = 0;
  /** A bucket has 2^shift words of `bits`. */
  shift = 0;
  /** Slot → free GPUs of its node (−1 unless it is up), class of its node, and its node. */
  free: Int16Array = new Int16Array(32);
  classOf: Uint8Array = new Uint8Array(32);
  nodes: Int32Array = new Int32Array(32);
  /** Bucket → number of its nodes. */
  counts: Int32Array;
  /** Bit s of a bucket: the node at slot s is in it. */
  bits: Int32Array;
  /** Bit w of a bucket: word w of its `bits` is not 0. A search for a node skips empty words. */
  summary: Int32Array;
  summaryWords = 1;
  up = 0;
  freeGpus = 0;
  readonly #demands: Demands;
  readonly #totals: Totals;
  #placement: PlacementPolicy;

  /** @param gpuCounts class → GPUs of a node @param totals over all pools; the new object updates them */
  constructor(gpuCounts: ArrayLike<number>, demands: Demands, totals: Totals, placement: PlacementPolicy) {
    this.gpuCounts = Int32Array.from(gpuCounts);
    this.classes = gpuCounts.length;
    this.gpusMax = Math.max(...this.gpuCounts);
    this.levels = this.gpusMax + 1;
    this.counts = new Int32Array(this.classes * this.levels);
    this.bits = new Int32Array(this.counts.length);
    this.summary = new Int32Array(this.counts.length);
    this.#demands = demands;
    this.#totals = totals;
    this.#placement = placement;
  }

  fork(demands: Demands, totals: Totals): GpuLevels {
    return copyFields(new GpuLevels(this.gpuCounts, demands, totals, this.#placement), this);
  }

  add(node: number, nodeClass: number): number {
    if (this.nodeCount === 32 << this.shift) this.#widen();
    const slot = this.nodeCount++;
    this.free[slot] = -1;
    this.classOf[slot] = nodeClass;
    this.nodes[slot] = node;
    return slot;
  }

  setUp(slot: number, isUp: boolean): void {
    const gpus = this.gpuCounts[this.classOf[slot]];
    this.#totals.addUp(isUp ? gpus : -gpus);
    this.setFree(slot, isUp ? gpus : -1);
  }

  setFree(slot: number, free: number): void {
    const was = this.free[slot];
    const bucket = Math.imul(this.classOf[slot], this.levels);
    this.free[slot] = free;
    if (was < 0) this.up++;
    else this.#leave(bucket + was, slot);
    if (free < 0) this.up--;
    else this.#join(bucket + free, slot);
    this.freeGpus += Math.max(0, free) - Math.max(0, was);
  }

  nodeAt(slot: number): number {
    return this.nodes[slot];
  }

  slotOf(word: number): number {
    return word;
  }

  gpusAt(): number {
    return 0;
  }

  freeAt(slot: number): number {
    return this.free[slot];
  }

  need(demand: number, nodeClass: number): number {
    const { dedicated, gpus } = this.#demands;
    // The maximum excludes nodes with fewer GPUs than the demand requires per node.
    return dedicated[demand] === 0 ? gpus[demand] : Math.max(gpus[demand], this.gpuCounts[nodeClass]);
  }

  couldHold(demand: number, nodeClass: number): boolean {
    const isAccepted = (this.#demands.classes[demand] & (1 << nodeClass)) !== 0;
    return isAccepted && this.need(demand, nodeClass) <= this.gpuCounts[nodeClass];
  }

  room(demand: number): number {
    const { gpuCounts, counts } = this;
    const accepted = this.#demands.classes[demand];
    let nodes = 0;
    for (let c = 0; c < this.classes; c++) {
      if ((accepted & (1 << c)) === 0) continue;
      const bucket = Math.imul(c, this.levels);
      const top = bucket + gpuCounts[c];
      for (let i = bucket + this.need(demand, c); i <= top; i++) nodes += counts[i];
    }
    return nodes;
  }

  roomIfUp(demand: number, nodeCounts: Int32Array): number {
    const { gpuCounts, counts } = this;
    const accepted = this.#demands.classes[demand];
    let nodes = this.room(demand);
    for (let c = 0; c < this.classes; c++) {
      if ((accepted & (1 << c)) === 0 || this.need(demand, c) > gpuCounts[c]) continue;
      const bucket = Math.imul(c, this.levels);
      nodes += nodeCounts[c];
      for (let i = bucket; i <= bucket + gpuCounts[c]; i++) nodes -= counts[i];
    }
    return nodes;
  }

  fits(demand: number): boolean {
    return this.room(demand) >= this.#demands.nodes[demand];
  }

  choose(demand: number, slots: Int32Array, at: number): void {
    this.#placement.choose!(this, demand, slots, at);
  }

  get draws(): boolean {
    return false;
  }

  setPlacement(placement: PlacementPolicy): void {
    this.#placement = placement;
  }

  trial(demand: number, used?: Trial): LevelTrial {
    const trial = used instanceof LevelTrial ? used : new LevelTrial();
    trial.begin(this, this.#demands, demand);
    return trial;
  }

  wanted(demand: number): number {
    return this.#demands.nodes[demand];
  }

  gpusOf(demand: number): number {
    return this.#demands.gpus[demand];
  }

  next(demand: number, low: number, high: number, after: number): number {
    const { gpuCounts, counts } = this;
    const accepted = this.#demands.classes[demand];
    let lowest = -1;
    for (let c = 0; c < this.classes; c++) {
      if ((accepted & (1 << c)) === 0) continue;
      const bucket = Math.imul(c, this.levels);
      const top = bucket + Math.min(high, gpuCounts[c]);
      for (let i = bucket + Math.max(low, this.need(demand, c)); i <= top; i++) {
        if (counts[i] === 0) continue;
        const slot = this.#nextIn(i, after + 1);
        if (slot >= 0 && (lowest < 0 || slot < lowest)) lowest = slot;
      }
    }
    return lowest;
  }

  writeLevel(demand: number, level: number, slots: Int32Array, at: number, end: number): number {
    let to = at;
    for (let slot = -1; to < end; to++) {
      slot = this.next(demand, level, level, slot);
      if (slot < 0) break;
      slots[to] = slot;
    }
    return to;
  }

  take(demand: number, slots: Int32Array, at: number): number {
    return -this.#change(demand, slots, at, -1);
  }

  give(demand: number, slots: Int32Array, at: number): void {
    this.#change(demand, slots, at, 1);
  }

  /** Takes (`sign` −1) or releases (1) the GPUs of a demand. Returns the change in free GPUs. */
  #change(demand: number, slots: Int32Array, at: number, sign: 1 | -1): number {
    const end = at + this.#demands.nodes[demand];
    let freed = 0;
    let partial = 0;
    for (let i = at; i < end; i++) {
      const slot = slots[i];
      const nodeClass = this.classOf[slot];
      const gpus = Math.imul(sign, this.need(demand, nodeClass));
      const all = this.gpuCounts[nodeClass];
      const from = this.free[slot];
      const to = from + gpus;
      this.#shift(slot, nodeClass, from, to);
      if (to < all) partial += to;
      if (from < all) partial -= from;
      freed += gpus;
    }
    this.freeGpus += freed;
    this.#totals.addWhole(-freed, partial);
    return freed;
  }

  mark(): Int16Array {
    return this.free.slice(0, this.nodeCount);
  }

  reset(mark: Int16Array): void {
    for (let slot = 0; slot < mark.length; slot++) {
      if (this.free[slot] !== mark[slot]) this.setFree(slot, mark[slot]);
    }
  }

  /** Moves a node that is up to another bucket. */
  #shift(slot: number, nodeClass: number, from: number, to: number): void {
    const bucket = Math.imul(nodeClass, this.levels);
    this.free[slot] = to;
    this.#leave(bucket + from, slot);
    this.#join(bucket + to, slot);
  }

  #leave(bucket: number, slot: number): void {
    const { bits, counts } = this;
    const word = slot >> 5;
    const at = (bucket << this.shift) + word;
    const left = bits[at] & ~(1 << (slot & 31));
    bits[at] = left;
    counts[bucket]--;
    if (left === 0) this.summary[this.#summaryAt(bucket, word)] &= ~(1 << (word & 31));
  }

  #join(bucket: number, slot: number): void {
    const { bits, counts } = this;
    const word = slot >> 5;
    const at = (bucket << this.shift) + word;
    const had = bits[at];
    bits[at] = had | (1 << (slot & 31));
    counts[bucket]++;
    if (had === 0) this.summary[this.#summaryAt(bucket, word)] |= 1 << (word & 31);
  }

  #summaryAt(bucket: number, word: number): number {
    return Math.imul(bucket, this.summaryWords) + (word >> 5);
  }

  /** Returns the first slot of a bucket from `from` on, −1 if there is none. */
  #nextIn(bucket: number, from: number): number {
    const { bits, summary, summaryWords } = this;
    const row = bucket << this.shift;
    const word = from >> 5;
    if (word >= 1 << this.shift) return -1;
    const here = bits[row + word] & (-1 << (from & 31));
    if (here !== 0) return (word << 5) + lowestBit(here);
    const rest = word + 1;
    let mask = -1 << (rest & 31);
    for (let group = rest >> 5; group < summaryWords; group++, mask = -1) {
      const filled = summary[Math.imul(bucket, summaryWords) + group] & mask;
      if (filled === 0) continue;
      const next = (group << 5) + lowestBit(filled);
      return (next << 5) + lowestBit(bits[row + next]);
    }
    return -1;
  }

  /** Doubles the number of slots. */
  #widen(): void {
    const buckets = this.counts.length;
    const words = 1 << this.shift++;
    const summaryWords = (words * 2 + 31) >> 5;
    this.bits = widened(this.bits, buckets, words, words * 2);
    this.summary = widened(this.summary, buckets, this.summaryWords, summaryWords);
    this.summaryWords = summaryWords;
    this.free = longer(this.free);
    this.classOf = longer(this.classOf);
    this.nodes = longer(this.nodes);
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function longer<Table extends Int16Array | Int32Array | Uint8Array>(table: Table): Table {
  const longer = new (table.constructor as new (length: number) => Table)(table.length * 2);
  longer.set(table);
  return longer;
}

/** Copies rows of `from` words to rows of `to` words. */
function widened(table: Int32Array, rows: number, from: number, to: number): Int32Array {
  const wide = new Int32Array(rows * to);
  for (let row = 0; row < rows; row++) wide.set(table.subarray(row * from, (row + 1) * from), row * to);
  return wide;
}
