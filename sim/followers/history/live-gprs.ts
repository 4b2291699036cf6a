// The GPRs that are queued or provisioned, by uid, with what later facts about them do not repeat.

import { copyFields, growColumns } from '../../base/collections/saved-fields.ts';

const FIRST_CAPACITY = 64;

export class LiveGprs {
  /** Uid → index in the columns. The index of a GPR that ended is used again. */
  readonly #indexes: Map<number, number> = new Map();
  readonly #free: number[] = [];
  #size = 0;
  #capacity = FIRST_CAPACITY;
  workspace = new Int32Array(FIRST_CAPACITY);
  pool = new Int32Array(FIRST_CAPACITY);
  priority = new Int32Array(FIRST_CAPACITY);
  gpusPerNode = new Int32Array(FIRST_CAPACITY);
  /** 1 = it gets all GPUs of its nodes. */
  dedicated = new Uint8Array(FIRST_CAPACITY);
  /** 1 = it has a shape: it gets the GPUs that facts name, and may share them. */
  shares = new Uint8Array(FIRST_CAPACITY);
  /** With a shape: thousandths that it gets of each of its GPUs. */
  gpuMilli = new Int32Array(FIRST_CAPACITY);
  /** Its current attempt; −1 = it is queued. */
  attempt = new Int32Array(FIRST_CAPACITY);
  /** When its latest wait began. */
  waitedSinceMs = new Float64Array(FIRST_CAPACITY);
  /** Number of GPRs that were evicted for its next start. */
  evicted = new Int32Array(FIRST_CAPACITY);
  // The rest is for waits/waits.ts.
  /** Order of creation. */
  order = new Float64Array(FIRST_CAPACITY);
  /** Its demand and, while it is queued, its row in the tables of the waits. */
  demand = new Int32Array(FIRST_CAPACITY);
  row = new Int32Array(FIRST_CAPACITY);
  /** The latest span of its latest wait, −1 = none. */
  span = new Int32Array(FIRST_CAPACITY);

  /** Adds a queued GPR. Returns its index, at which the caller sets the other columns. */
  add(uid: number): number {
    const index = this.#free.pop() ?? this.#size++;
    if (index === this.#capacity) this.#capacity = growColumns(this, this.#capacity);
    this.#indexes.set(uid, index);
    this.attempt[index] = -1;
    this.shares[index] = 0;
    this.evicted[index] = 0;
    this.row[index] = -1;
    this.span[index] = -1;
    return index;
  }

  /** Returns −1 if the GPR is neither queued nor provisioned. */
  of(uid: number): number {
    return this.#indexes.get(uid) ?? -1;
  }

  remove(uid: number): void {
    this.#free.push(this.#indexes.get(uid)!);
    this.#indexes.delete(uid);
  }

  /** The indexes of all GPRs, in the order of creation. */
  all(): Iterable<number> {
    return this.#indexes.values();
  }

  copy(): LiveGprs {
    const copy = copyFields(new LiveGprs(), this);
    for (const [uid, index] of this.#indexes) copy.#indexes.set(uid, index);
    copy.#free.push(...this.#free);
    copy.#size = this.#size;
    copy.#capacity = this.#capacity;
    return copy;
  }
}
