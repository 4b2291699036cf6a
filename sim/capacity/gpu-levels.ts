// Capacity in whole GPUs. For each class of node and each number of free GPUs (a level) there is a bucket: the nodes that
// stand there, one bit each, so that fitting a request never scans nodes.

import { copyFields } from '../base/state.ts';
import type { Capacity, Demands } from './capacity.ts';
import type { Nodes, PlacementPolicy } from './placement/placement.ts';
import type { Totals } from './totals.ts';
import { LevelTrial } from './trial.ts';

/** Bits of a class mask. */
export const CLASSES_MAX = 31;

export class GpuLevels implements Capacity, Nodes {
  /** GPUs of a node, by class. */
  readonly gpuCounts: Int32Array;
  readonly classes: number;
  readonly gpusMax: number;
  /** A bucket is class × levels + level. */
  readonly levels: number;
  /** Places in use. */
  places = 0;
  /** Each bucket has 2^shift words of bits. */
  shift = 0;
  /** Place → free GPUs of its node, −1 unless it is up; class of its node; its node. */
  free: Int16Array = new Int16Array(32);
  classOf: Uint8Array = new Uint8Array(32);
  nodes: Int32Array = new Int32Array(32);
  /** Bucket → nodes on it. */
  counts: Int32Array;
  /** Bit p of a bucket: the node at place p stands on it. */
  bits: Int32Array;
  /** Bit w of a bucket: word w of its bits is not empty, so that finding a node skips empty words. */
  summary: Int32Array;
  summaryWords = 1;
  /** Nodes that are up, and their free GPUs. */
  up = 0;
  freeGpus = 0;
  readonly #demands: Demands;
  readonly #totals: Totals;
  readonly #placement: PlacementPolicy;

  /** @param gpuCounts GPUs of a node, of each class @param totals over all pools, which it keeps */
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
    if (this.places === 32 << this.shift) this.#widen();
    const place = this.places++;
    this.free[place] = -1;
    this.classOf[place] = nodeClass;
    this.nodes[place] = node;
    return place;
  }

  setUp(place: number, isUp: boolean): void {
    const gpus = this.gpuCounts[this.classOf[place]];
    this.#totals.upGpus += isUp ? gpus : -gpus;
    this.setFree(place, isUp ? gpus : -1);
  }

  /** What a node has free is another, or it is not up (−1). */
  setFree(place: number, free: number): void {
    const was = this.free[place];
    const bucket = Math.imul(this.classOf[place], this.levels);
    this.free[place] = free;
    if (was < 0) this.up++;
    else this.#leave(bucket + was, place);
    if (free < 0) this.up--;
    else this.#join(bucket + free, place);
    this.freeGpus += Math.max(0, free) - Math.max(0, was);
  }

  nodeAt(place: number): number {
    return this.nodes[place];
  }

  freeAt(place: number): number {
    return this.free[place];
  }

  need(demand: number, nodeClass: number): number {
    const { dedicated, gpus } = this.#demands;
    // A node with fewer GPUs than are asked for will not do, even if all of them are taken.
    return dedicated[demand] === 0 ? gpus[demand] : Math.max(gpus[demand], this.gpuCounts[nodeClass]);
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

  fits(demand: number): boolean {
    return this.room(demand) >= this.#demands.nodes[demand];
  }

  choose(demand: number, lots: Int32Array, at: number): void {
    this.#placement.choose(this, demand, lots, at);
  }

  trial(demand: number, used: LevelTrial = new LevelTrial()): LevelTrial {
    used.begin(this, this.#demands, demand);
    return used;
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
        const place = this.#nextOn(i, after + 1);
        if (place >= 0 && (lowest < 0 || place < lowest)) lowest = place;
      }
    }
    return lowest;
  }

  writeLevel(demand: number, level: number, lots: Int32Array, at: number, end: number): number {
    let to = at;
    for (let place = -1; to < end; to++) {
      place = this.next(demand, level, level, place);
      if (place < 0) break;
      lots[to] = place;
    }
    return to;
  }

  take(demand: number, lots: Int32Array, at: number): number {
    return -this.#change(demand, lots, at, -1);
  }

  give(demand: number, lots: Int32Array, at: number): void {
    this.#change(demand, lots, at, 1);
  }

  /** Takes a demand's GPUs (`sign` −1) or gives them back (1); returns by how many GPUs more are free. */
  #change(demand: number, lots: Int32Array, at: number, sign: 1 | -1): number {
    const totals = this.#totals;
    const end = at + this.#demands.nodes[demand];
    let freed = 0;
    let partial = 0;
    for (let i = at; i < end; i++) {
      const place = lots[i];
      const nodeClass = this.classOf[place];
      const gpus = Math.imul(sign, this.need(demand, nodeClass));
      const all = this.gpuCounts[nodeClass];
      const from = this.free[place];
      const to = from + gpus;
      this.#shift(place, nodeClass, from, to);
      if (to < all) partial += to;
      if (from < all) partial -= from;
      freed += gpus;
    }
    this.freeGpus += freed;
    totals.partialFreeGpus += partial;
    totals.allocatedGpus -= freed;
    return freed;
  }

  mark(): Int16Array {
    return this.free.slice(0, this.places);
  }

  reset(mark: Int16Array): void {
    for (let place = 0; place < mark.length; place++) {
      if (this.free[place] !== mark[place]) this.setFree(place, mark[place]);
    }
  }

  /** A node that is up goes from bucket to bucket. */
  #shift(place: number, nodeClass: number, from: number, to: number): void {
    const bucket = Math.imul(nodeClass, this.levels);
    this.free[place] = to;
    this.#leave(bucket + from, place);
    this.#join(bucket + to, place);
  }

  #leave(bucket: number, place: number): void {
    const { bits, counts } = this;
    const word = place >> 5;
    const at = (bucket << this.shift) + word;
    const left = bits[at] & ~(1 << (place & 31));
    bits[at] = left;
    counts[bucket]--;
    if (left === 0) this.summary[this.#summaryAt(bucket, word)] &= ~(1 << (word & 31));
  }

  #join(bucket: number, place: number): void {
    const { bits, counts } = this;
    const word = place >> 5;
    const at = (bucket << this.shift) + word;
    const had = bits[at];
    bits[at] = had | (1 << (place & 31));
    counts[bucket]++;
    if (had === 0) this.summary[this.#summaryAt(bucket, word)] |= 1 << (word & 31);
  }

  #summaryAt(bucket: number, word: number): number {
    return Math.imul(bucket, this.summaryWords) + (word >> 5);
  }

  /** The first place from `from` on that stands on a bucket, −1 if there is none. */
  #nextOn(bucket: number, from: number): number {
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

  /** Makes room for twice as many places. */
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

/** Rows of `from` words as rows of `to` words. */
function widened(table: Int32Array, rows: number, from: number, to: number): Int32Array {
  const wide = new Int32Array(rows * to);
  for (let row = 0; row < rows; row++) wide.set(table.subarray(row * from, (row + 1) * from), row * to);
  return wide;
}
