// Nodes. What is free of them is the business of their pool (capacity/).

import { growColumns } from '../base/state.ts';

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
  slot = new Int32Array(0);
  nodeClass = new Int32Array(0);
  gpuCount = new Int32Array(0);
  cpuMilli = new Float64Array(0);
  memoryMib = new Float64Array(0);
  state = new Uint8Array(0);
  /** Known instant of repair of a node that is down, −1 = unknown. */
  repairAt = new Float64Array(0);
  /** Failures drawn for it so far. */
  failures = new Int32Array(0);

  add(): number {
    if (this.size === this.capacity) {
      const capacity = Math.max(16, this.capacity * 2);
      growColumns(this, this.capacity, capacity);
      this.capacity = capacity;
    }
    const node = this.size++;
    this.repairAt[node] = -1;
    return node;
  }
}
