// Nodes, and the cells that say which GPR holds how many GPUs of which node.

import { attachColumns, type Interleaved } from '../base/interleaved.ts';
import { growColumns } from '../base/state.ts';
import { NONE } from './gpr.ts';

export const NodeState = { down: 0, up: 1, removed: 2 } as const;

/**
 * Whole GPUs are what GPRs take today. A share of one GPU (a node's GPUs count 1000 thousandths each) will be a column
 * of its own beside `free`, which counts GPUs that nobody has a part of.
 */
export class NodeTable {
  size = 0;
  capacity = 0;
  cluster = new Int32Array(0);
  pool = new Int32Array(0);
  /** Place in its pool, and class (kind of instance) within it. */
  place = new Int32Array(0);
  nodeClass = new Int32Array(0);
  gpuCount = new Int32Array(0);
  cpuMilli = new Float64Array(0);
  memoryMib = new Float64Array(0);
  free = new Int32Array(0);
  state = new Uint8Array(0);
  /** Known instant of repair of a node that is down, −1 = unknown. */
  repairAt = new Float64Array(0);
  /** Failures drawn for it so far. */
  failures = new Int32Array(0);
  /** Newest cell on it. */
  firstCell = new Int32Array(0);

  add(): number {
    if (this.size === this.capacity) {
      const capacity = Math.max(16, this.capacity * 2);
      growColumns(this, this.capacity, capacity);
      this.capacity = capacity;
    }
    const node = this.size++;
    this.firstCell[node] = NONE;
    this.repairAt[node] = -1;
    return node;
  }
}

const CELL_COLUMNS = ['row', 'node', 'gpus', 'next', 'nodeNext', 'nodePrevious'] as const;
/** Words of a cell, half a cache line: the step from one cell to the next. */
const CELL = 8;

/** One cell a node that a GPR holds. Cells of ended GPRs stay for reading, off their nodes, until the GPR is forgotten. */
export class CellTable implements Interleaved {
  records: Int32Array = new Int32Array(0);
  /** Where the first cell begins that has never been used. */
  used = 0;
  firstFree = NONE;
  row: Int32Array = this.records;
  node: Int32Array = this.records;
  gpus: Int32Array = this.records;
  /** Next cell of the same GPR; in the free list, the next free one. */
  next: Int32Array = this.records;
  nodeNext: Int32Array = this.records;
  nodePrevious: Int32Array = this.records;

  add(row: number, node: number, gpus: number, next: number, nodes: NodeTable): number {
    let cell = this.firstFree;
    if (cell !== NONE) this.firstFree = this.next[cell];
    else {
      if (this.used === this.records.length) this.#grow();
      cell = this.used;
      this.used += CELL;
    }
    this.row[cell] = row;
    this.node[cell] = node;
    this.gpus[cell] = gpus;
    this.next[cell] = next;
    const first = nodes.firstCell[node];
    this.nodeNext[cell] = first;
    this.nodePrevious[cell] = NONE;
    if (first !== NONE) this.nodePrevious[first] = cell;
    nodes.firstCell[node] = cell;
    return cell;
  }

  attach(records: Int32Array): void {
    this.records = records;
    attachColumns(this, records, CELL_COLUMNS);
  }

  #grow(): void {
    const records = new Int32Array(Math.max(64 * CELL, this.records.length * 2));
    records.set(this.records);
    this.attach(records);
  }

  /** Takes a cell off its node. */
  detach(cell: number, nodes: NodeTable): void {
    const next = this.nodeNext[cell];
    const previous = this.nodePrevious[cell];
    if (previous === NONE) nodes.firstCell[this.node[cell]] = next;
    else this.nodeNext[previous] = next;
    if (next !== NONE) this.nodePrevious[next] = previous;
  }

  /** Frees the chain of cells that starts at `cell`. */
  freeChain(cell: number): void {
    for (let at = cell; at !== NONE; ) {
      const next = this.next[at];
      this.next[at] = this.firstFree;
      this.firstFree = at;
      at = next;
    }
  }
}

/** Totals over all nodes that are up, kept as nodes change. */
export class Totals {
  upGpus = 0;
  allocatedGpus = 0;
  /** Free GPUs on nodes that somebody holds a part of. */
  partialFreeGpus = 0;
}
