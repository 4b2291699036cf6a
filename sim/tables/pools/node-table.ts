// The table of nodes, one column per field. Their free GPUs are in `capacity/`.

import { growColumns } from '../../base/collections/saved-fields.ts';

export const NodeState = { down: 0, up: 1, removed: 2 } as const;

export class NodeTable {
  size = 0;
  capacity = 0;
  cluster = new Int32Array(0);
  pool = new Int32Array(0);
  /** Slot in its pool, and class (instance type) within the pool. */
  slot = new Int32Array(0);
  nodeClass = new Int32Array(0);
  gpuCount = new Int32Array(0);
  cpuMilli = new Float64Array(0);
  memoryMib = new Float64Array(0);
  state = new Uint8Array(0);
  /** Instant of repair of a node that is down, −1 = unknown. */
  repairAt = new Float64Array(0);
  /** Hash of its cluster and name. */
  drawKey = new Float64Array(0);
  /** Number of random failures drawn so far. */
  failures = new Int32Array(0);

  add(): number {
    if (this.size === this.capacity) this.capacity = growColumns(this, this.capacity);
    const node = this.size++;
    this.repairAt[node] = -1;
    return node;
  }
}
