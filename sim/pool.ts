// A pool: nodes that serve the same requests. It knows, for each class of node and each number of free GPUs (a level),
// which nodes stand there, so that fitting a request never scans nodes; it holds the queue of heads that want its nodes,
// and the GPRs that run on them by priority.

import type { DemandTable } from './demand.ts';
import { type GprTable, NONE, PRIORITY_MAX } from './gpr.ts';
import { type HeapPlaces, IndexedHeap } from './heap.ts';
import { copyFields } from './state.ts';

/** Bits of a class mask. */
export const CLASSES_MAX = 31;

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
  /** Bit p of [(class × levels + level) × words …]: the node at place p is up, of this class, with this many GPUs free. */
  bits: Int32Array;
  /** Nodes at [class × levels + level]. */
  counts: Int32Array;
  freeGpus = 0;

  /** Lanes of the head queue: heads with one and the same demand, by rank. */
  lanes: IndexedHeap[] = [];
  laneDemand: number[] = [];
  heads = 0;
  /** Heads or room have changed since the last cycle. */
  dirty = false;

  /** Provisioned GPRs of a priority, by start, then creation. */
  firstRunning: Int32Array = new Int32Array(PRIORITY_MAX + 1).fill(NONE);
  lastRunning: Int32Array = new Int32Array(PRIORITY_MAX + 1).fill(NONE);
  running = 0;

  /** The last recorded blocked head (step 7), −1 = none. */
  blockedUid = -1;
  blockedStep = 0;
  blockedRoom = 0;
  blockedVictims = 0;

  constructor(index: number, cluster: number, classes: readonly number[], gpuCounts: readonly number[]) {
    this.index = index;
    this.cluster = cluster;
    this.classes = [...classes];
    this.gpuCounts = Int32Array.from(gpuCounts);
    this.levels = Math.max(...gpuCounts) + 1;
    this.bits = new Int32Array(classes.length * this.levels);
    this.counts = new Int32Array(classes.length * this.levels);
  }

  copy(places: HeapPlaces): Pool {
    const copy = new Pool(this.index, this.cluster, this.classes, [...this.gpuCounts]);
    copyFields(copy, this, ['lanes']);
    copy.lanes = this.lanes.map((lane) => copyFields(new IndexedHeap(places), lane, ['places']));
    return copy;
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
      for (let at = c * this.levels + this.need(demands, demand, c); at <= top; at++) nodes += this.counts[at];
    }
    return nodes;
  }

  /** Adds a place for a node; the node is not yet up. */
  addPlace(node: number): number {
    if (this.size === this.nodes.length) {
      const nodes = new Int32Array(this.size * 2);
      nodes.set(this.nodes);
      this.nodes = nodes;
    }
    if (this.size === this.words * 32) this.#widen();
    this.nodes[this.size] = node;
    return this.size++;
  }

  /** A node that is up moves between levels; −1 stands for "not up". */
  setLevel(place: number, nodeClass: number, from: number, to: number): void {
    const bit = 1 << (place & 31);
    if (from >= 0) {
      const at = nodeClass * this.levels + from;
      this.bits[at * this.words + (place >> 5)] &= ~bit;
      this.counts[at]--;
      this.freeGpus -= from;
    }
    if (to >= 0) {
      const at = nodeClass * this.levels + to;
      this.bits[at * this.words + (place >> 5)] |= bit;
      this.counts[at]++;
      this.freeGpus += to;
    }
  }

  addHead(row: number, gprs: GprTable, places: HeapPlaces): void {
    const demand = gprs.demand[row];
    let lane = this.laneDemand.indexOf(demand);
    if (lane < 0) {
      lane = this.lanes.length;
      this.laneDemand.push(demand);
      this.lanes.push(new IndexedHeap(places));
    }
    this.lanes[lane].push(row, gprs.rank[row]);
    this.heads++;
    this.dirty = true;
  }

  removeHead(row: number, gprs: GprTable): void {
    const lane = this.laneDemand.indexOf(gprs.demand[row]);
    if (this.lanes[lane].remove(row)) this.heads--;
    this.dirty = true;
  }

  /** Adds a GPR that has just started; keeps the list of its priority in order of start, then creation. */
  addRunning(row: number, gprs: GprTable): void {
    const { listNext, listPrevious, startedAt, order } = gprs;
    const priority = gprs.priority[row];
    let after = this.lastRunning[priority];
    while (
      after !== NONE &&
      (startedAt[after] > startedAt[row] || (startedAt[after] === startedAt[row] && order[after] > order[row]))
    ) {
      after = listPrevious[after];
    }
    const next = after === NONE ? this.firstRunning[priority] : listNext[after];
    listPrevious[row] = after;
    listNext[row] = next;
    if (after === NONE) this.firstRunning[priority] = row;
    else listNext[after] = row;
    if (next === NONE) this.lastRunning[priority] = row;
    else listPrevious[next] = row;
    this.running++;
  }

  removeRunning(row: number, gprs: GprTable): void {
    const { listNext, listPrevious } = gprs;
    const priority = gprs.priority[row];
    const next = listNext[row];
    const previous = listPrevious[row];
    if (previous === NONE) this.firstRunning[priority] = next;
    else listNext[previous] = next;
    if (next === NONE) this.lastRunning[priority] = previous;
    else listPrevious[next] = previous;
    this.running--;
  }

  #widen(): void {
    const words = this.words * 2;
    const bits = new Int32Array(this.counts.length * words);
    for (let row = 0; row < this.counts.length; row++) {
      bits.set(this.bits.subarray(row * this.words, (row + 1) * this.words), row * words);
    }
    this.bits = bits;
    this.words = words;
  }
}
