// A pool: nodes that serve the same requests. It knows, for each class of node and each number of free GPUs (a level),
// which nodes stand there, so that fitting a request never scans nodes; it holds the queue of heads that want its nodes,
// and the GPRs that run on them by priority.

import { copyFields } from '../base/state.ts';
import type { DemandTable } from '../tables/demand.ts';
import { Field, type GprTable, NONE, PRIORITY_MAX, Real } from '../tables/gpr.ts';
import { HeadQueue } from '../tables/heads.ts';
import type { Totals } from '../tables/nodes.ts';
import { PlannedEnds } from '../tables/planned-ends.ts';

/** Bits of a class mask. */
export const CLASSES_MAX = 31;

/** A set of pools, one bit each. */
export class ChangedPools {
  bits: Int32Array = new Int32Array(1);
  /** Counts changes: who has looked knows whether there is anything new. */
  touches = 0;

  add(pool: number): void {
    this.touches++;
    if (pool >= this.bits.length * 32) {
      const bits = new Int32Array(Math.max(this.bits.length * 2, (pool >> 5) + 1));
      bits.set(this.bits);
      this.bits = bits;
    }
    this.bits[pool >> 5] |= 1 << (pool & 31);
  }

  remove(pool: number): void {
    this.bits[pool >> 5] &= ~(1 << (pool & 31));
  }

  /** Takes out the lowest pool that is above `after`, −1 if there is none. */
  takeAbove(after: number): number {
    const from = after + 1;
    let mask = -1 << (from & 31);
    for (let word = from >> 5; word < this.bits.length; word++, mask = -1) {
      const pools = this.bits[word] & mask;
      if (pools === 0) continue;
      const lowest = pools & -pools;
      this.bits[word] &= ~lowest;
      return word * 32 + 31 - Math.clz32(lowest);
    }
    return -1;
  }
}

export class Pool {
  readonly index: number;
  readonly cluster: number;
  /** Instance types (indexes into the scenario's list), one a class, and their GPUs a node. */
  readonly classes: number[];
  readonly gpuCounts: Int32Array;
  readonly levels: number;
  size = 0;
  words = 1;
  /** Pool-wide place of a node → node. Places are in order of node index. */
  nodes: Int32Array = new Int32Array(32);
  /** A shelf (class × levels + level) holds the nodes of a class that are up and have this many GPUs free. */
  counts: Int32Array;
  /** Bit p of [shelf × words …]: the node at place p stands on the shelf. */
  bits: Int32Array;
  /** Bit w of [shelf × summaryWords …]: word w of the shelf is not empty, so that finding a node skips empty words. */
  summary: Int32Array;
  summaryWords = 1;
  freeGpus = 0;
  /** Place → free GPUs of its node, −1 unless it is up. */
  free: Int32Array = new Int32Array(32);
  /** Place → class of its node. */
  classOf: Uint8Array = new Uint8Array(32);
  /** Nodes that are up. */
  up = 0;

  heads: HeadQueue = new HeadQueue();
  /** Rank of the head behind which nobody is looked at until something else changes here; Infinity = there is none. */
  barRank = Infinity;

  /** Provisioned GPRs of a priority, by start, then creation. */
  firstRunning: Int32Array = new Int32Array(PRIORITY_MAX + 1).fill(NONE);
  lastRunning: Int32Array = new Int32Array(PRIORITY_MAX + 1).fill(NONE);
  /** One bit a priority of which GPRs are provisioned. */
  runningBits: Int32Array = new Int32Array((PRIORITY_MAX >> 5) + 1);
  /** Filled only under a policy that reserves. */
  readonly ends: PlannedEnds = new PlannedEnds();

  /** The last recorded blocked head (step 7), −1 = none. */
  blockedUid = -1;
  blockedStep = 0;
  blockedRoom = 0;
  blockedVictims = 0;

  /** Pools whose heads or room have changed since the last cycle, one bit a pool; all pools share it. */
  readonly #changed: ChangedPools;

  constructor(
    index: number,
    cluster: number,
    classes: readonly number[],
    gpuCounts: readonly number[],
    changed: ChangedPools = new ChangedPools(),
  ) {
    this.#changed = changed;
    this.index = index;
    this.cluster = cluster;
    this.classes = [...classes];
    this.gpuCounts = Int32Array.from(gpuCounts);
    this.levels = Math.max(...gpuCounts) + 1;
    this.bits = new Int32Array(classes.length * this.levels);
    this.counts = new Int32Array(classes.length * this.levels);
    this.summary = new Int32Array(classes.length * this.levels);
  }

  copy(changed: ChangedPools): Pool {
    const copy = new Pool(this.index, this.cluster, this.classes, [...this.gpuCounts], changed);
    copyFields(copy, this, ['heads']);
    copy.heads = this.heads.copy();
    return copy;
  }

  /** The next cycle has to look at this pool. */
  touch(): void {
    this.#changed.add(this.index);
  }

  /** GPUs a demand takes of a node of a class. */
  need(demands: DemandTable, demand: number, nodeClass: number): number {
    return demands.dedicated[demand] === 1 ? this.gpuCounts[nodeClass] : demands.gpus[demand];
  }

  /** How many nodes have room for one node's part of a demand. */
  nodesWithRoom(demands: DemandTable, demand: number): number {
    const accepted = demands.classes[demand];
    let nodes = 0;
    for (let c = 0; c < this.gpuCounts.length; c++) {
      if ((accepted & (1 << c)) === 0) continue;
      const top = c * this.levels + this.gpuCounts[c];
      for (let at = c * this.levels + this.need(demands, demand, c); at <= top; at++)
        nodes += this.counts[at];
    }
    return nodes;
  }

  /** Adds a place for a node of a class; the node is not yet up. */
  addPlace(node: number, nodeClass: number): number {
    if (this.size === this.nodes.length) {
      const nodes = new Int32Array(this.size * 2);
      nodes.set(this.nodes);
      this.nodes = nodes;
      const free = new Int32Array(nodes.length);
      free.set(this.free);
      this.free = free;
      const classOf = new Uint8Array(nodes.length);
      classOf.set(this.classOf);
      this.classOf = classOf;
    }
    if (this.size === this.words * 32) this.#widen();
    this.nodes[this.size] = node;
    this.free[this.size] = -1;
    this.classOf[this.size] = nodeClass;
    return this.size++;
  }

  /** A node that is up moves between levels; −1 stands for "not up". */
  setLevel(place: number, nodeClass: number, from: number, to: number): void {
    const word = place >> 5;
    const bit = 1 << (place & 31);
    this.free[place] = to;
    if (from < 0) this.up++;
    else if (to < 0) this.up--;
    if (from >= 0) {
      const shelf = nodeClass * this.levels + from;
      const at = shelf * this.words + word;
      this.bits[at] &= ~bit;
      if (this.bits[at] === 0) this.summary[shelf * this.summaryWords + (word >> 5)] &= ~(1 << (word & 31));
      this.counts[shelf]--;
      this.freeGpus -= from;
    }
    if (to >= 0) {
      const shelf = nodeClass * this.levels + to;
      this.bits[shelf * this.words + word] |= bit;
      this.summary[shelf * this.summaryWords + (word >> 5)] |= 1 << (word & 31);
      this.counts[shelf]++;
      this.freeGpus += to;
    }
  }

  /** The lowest place above `after` on a shelf, −1 if there is none. */
  nextOnShelf(shelf: number, after: number): number {
    if (this.counts[shelf] === 0) return -1;
    const from = after + 1;
    let word = from >> 5;
    if (word >= this.words) return -1;
    const here = this.bits[shelf * this.words + word] & (-1 << (from & 31));
    if (here !== 0) return word * 32 + lowestBit(here);
    word++;
    for (let group = word >> 5; group < this.summaryWords; group++) {
      const mask = group === word >> 5 ? -1 << (word & 31) : -1;
      const filled = this.summary[shelf * this.summaryWords + group] & mask;
      if (filled !== 0) {
        const next = group * 32 + lowestBit(filled);
        return next * 32 + lowestBit(this.bits[shelf * this.words + next]);
      }
    }
    return -1;
  }

  /** Takes a demand's GPUs of the nodes at `lots[at … at + count)`; returns how many. */
  take(
    demands: DemandTable,
    demand: number,
    lots: Int32Array,
    at: number,
    count: number,
    totals: Totals,
  ): number {
    let held = 0;
    for (let i = at; i < at + count; i++) {
      const place = lots[i];
      const nodeClass = this.classOf[place];
      const gpus = this.need(demands, demand, nodeClass);
      const free = this.free[place];
      this.setLevel(place, nodeClass, free, free - gpus);
      totals.partialFreeGpus += free - gpus - (free === this.gpuCounts[nodeClass] ? 0 : free);
      held += gpus;
    }
    totals.allocatedGpus += held;
    return held;
  }

  /** Gives back what `take` took. */
  give(
    demands: DemandTable,
    demand: number,
    lots: Int32Array,
    at: number,
    count: number,
    totals: Totals,
  ): void {
    for (let i = at; i < at + count; i++) {
      const place = lots[i];
      const nodeClass = this.classOf[place];
      const gpus = this.need(demands, demand, nodeClass);
      const free = this.free[place];
      const freed = free + gpus;
      this.setLevel(place, nodeClass, free, freed);
      totals.allocatedGpus -= gpus;
      totals.partialFreeGpus += (freed === this.gpuCounts[nodeClass] ? 0 : freed) - free;
    }
  }

  addHead(row: number, gprs: GprTable): void {
    this.heads.add(row, gprs);
    if (gprs.reals[row + Real.rank] < this.barRank) this.touch();
    else this.#changed.touches++;
  }

  removeHead(row: number, gprs: GprTable): void {
    this.heads.remove(row, gprs);
    this.touch();
  }

  /** Adds a GPR that has just started; keeps the list of its priority in order of start, then creation. */
  addRunning(row: number, gprs: GprTable): void {
    const { ints, reals } = gprs;
    const priority = ints[row + Field.priority];
    const startedAt = reals[row + Real.startedAt];
    const rank = reals[row + Real.rank];
    let after = this.lastRunning[priority];
    while (
      after !== NONE &&
      (reals[after + Real.startedAt] > startedAt ||
        (reals[after + Real.startedAt] === startedAt && reals[after + Real.rank] > rank))
    ) {
      after = ints[after + Field.listPrevious];
    }
    const next = after === NONE ? this.firstRunning[priority] : ints[after + Field.listNext];
    ints[row + Field.listPrevious] = after;
    ints[row + Field.listNext] = next;
    if (after === NONE) {
      this.firstRunning[priority] = row;
      this.runningBits[priority >> 5] |= 1 << (priority & 31);
    } else ints[after + Field.listNext] = row;
    if (next === NONE) this.lastRunning[priority] = row;
    else ints[next + Field.listPrevious] = row;
  }

  removeRunning(row: number, gprs: GprTable): void {
    const { ints } = gprs;
    const priority = ints[row + Field.priority];
    const next = ints[row + Field.listNext];
    const previous = ints[row + Field.listPrevious];
    if (previous === NONE) {
      this.firstRunning[priority] = next;
      if (next === NONE) this.runningBits[priority >> 5] &= ~(1 << (priority & 31));
    } else ints[previous + Field.listNext] = next;
    if (next === NONE) this.lastRunning[priority] = previous;
    else ints[next + Field.listPrevious] = previous;
  }

  /** The lowest priority from `from` on of which GPRs are provisioned, `end` if there is none before it. */
  nextRunning(from: number, end: number): number {
    let word = from >> 5;
    let bits = this.runningBits[word] & (-1 << (from & 31));
    while (bits === 0 && ++word * 32 < end) bits = this.runningBits[word];
    return bits === 0 ? end : Math.min(end, word * 32 + lowestBit(bits));
  }

  /** Provisioned GPRs, of lower priority first. */
  eachRunning(gprs: GprTable, visit: (row: number) => void): void {
    for (const first of this.firstRunning) {
      for (let row: number = first; row !== NONE; row = gprs.listNext[row]) visit(row);
    }
  }

  #widen(): void {
    const words = this.words * 2;
    const summaryWords = (words + 31) >> 5;
    this.bits = widened(this.bits, this.counts.length, this.words, words);
    this.summary = widened(this.summary, this.counts.length, this.summaryWords, summaryWords);
    this.words = words;
    this.summaryWords = summaryWords;
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Rows of `from` words as rows of `to` words. */
function widened(table: Int32Array, rows: number, from: number, to: number): Int32Array {
  const wide = new Int32Array(rows * to);
  for (let row = 0; row < rows; row++) wide.set(table.subarray(row * from, (row + 1) * from), row * to);
  return wide;
}
