// Facts that belong to no attempt, in columns, in the order of time: GPRs that were created, GPRs that were removed while they
// were queued, and failures of nodes.

import { growColumns } from '../../base/collections/saved-fields.ts';

const FIRST_CAPACITY = 256;

export const Mark = { created: 0, removed: 1, nodeDown: 2 } as const;

export class Marks {
  size = 0;
  #capacity = FIRST_CAPACITY;
  /** `Mark`. */
  kind = new Uint8Array(FIRST_CAPACITY);
  atMs = new Float64Array(FIRST_CAPACITY);
  pool = new Int32Array(FIRST_CAPACITY);
  /** Number of the workspace; of a failure, the number of the node. */
  of = new Int32Array(FIRST_CAPACITY);

  /** @param kind of `Mark` */
  add(kind: number, atMs: number, pool: number, of: number): void {
    if (this.size === this.#capacity) this.#capacity = growColumns(this, this.#capacity);
    const at = this.size++;
    this.kind[at] = kind;
    this.atMs[at] = atMs;
    this.pool[at] = pool;
    this.of[at] = of;
  }
}
