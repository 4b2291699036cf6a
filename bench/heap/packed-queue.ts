// A heap of ids with a number each made into a queue of the scripts: the number is the key and, below it, a running
// number that breaks ties. An element that is moved or taken out leaves a dead entry behind, as in `EntryQueue`.

import type { Queue, Script } from './script.ts';

/** What is asked of a package's heap. */
export interface PackedHeap {
  push(id: number, packed: number): void;
  /** Nothing when empty. */
  pop(): number | undefined;
  /** What `pop` would take out; anything when empty. */
  peekPacked(): number | undefined;
}

/** Room for the running number; the keys above it stay exact up to 2^27. */
const STAMPS = 2 ** 26;

export class PackedQueue implements Queue {
  readonly #heap: PackedHeap;
  /** Only where something is ever moved does it look whether what it pops is alive. */
  readonly #looks: boolean;
  /** id → its living entry, −1 = none. */
  readonly #living: Float64Array;
  #stamps = 0;

  constructor(heap: PackedHeap, script: Script) {
    const { moves, room, fillKeys, keys } = script;
    for (const column of [fillKeys, keys]) {
      for (const key of column)
        if (key >= 2 ** 27) throw new RangeError(`the key ${key} is too large to pack`);
    }
    if (room > STAMPS) throw new RangeError(`${room} entries are too many to pack`);
    this.#heap = heap;
    this.#looks = moves;
    this.#living = new Float64Array(moves ? room : 0).fill(-1);
  }

  push(id: number, key: number): void {
    const packed = key * STAMPS + this.#stamps++;
    if (this.#looks) this.#living[id] = packed;
    this.#heap.push(id, packed);
  }

  pop(): number {
    if (!this.#looks) return this.#heap.pop() ?? -1;
    for (;;) {
      const packed = this.#heap.peekPacked();
      const id = this.#heap.pop();
      if (id === undefined) return -1;
      if (this.#living[id] !== packed) continue;
      this.#living[id] = -1;
      return id;
    }
  }

  update(id: number, key: number): void {
    this.push(id, key);
  }

  remove(id: number): boolean {
    const was = this.#living[id] >= 0;
    this.#living[id] = -1;
    return was;
  }
}
