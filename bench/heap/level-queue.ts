// A queue for keys of a few hundred levels: a FIFO list for each level, and a bit for each list that is not empty. Every
// operation takes constant time.

import { BitSet } from '../bare/bit-set.ts';
import type { Queue, Script } from './script.ts';

const NONE = -1;

export class LevelQueue implements Queue {
  readonly #filled: BitSet;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  /** By id: neighbors in its list, and the list; −1 if none. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #level: Int32Array;

  constructor({ levels, room }: Script) {
    this.#filled = new BitSet(levels);
    this.#first = new Int32Array(levels).fill(NONE);
    this.#last = new Int32Array(levels).fill(NONE);
    this.#next = new Int32Array(room);
    this.#previous = new Int32Array(room);
    this.#level = new Int32Array(room).fill(NONE);
  }

  push(id: number, level: number): void {
    const last = this.#last[level];
    this.#level[id] = level;
    this.#next[id] = NONE;
    this.#previous[id] = last;
    this.#last[level] = id;
    if (last === NONE) {
      this.#first[level] = id;
      this.#filled.add(level);
    } else {
      this.#next[last] = id;
    }
  }

  pop(): number {
    const level = this.#filled.next(0);
    if (level === NONE) return -1;
    const id = this.#first[level];
    this.#takeOut(id, level);
    return id;
  }

  update(id: number, level: number): void {
    this.remove(id);
    this.push(id, level);
  }

  remove(id: number): boolean {
    const level = this.#level[id];
    if (level === NONE) return false;
    this.#takeOut(id, level);
    return true;
  }

  #takeOut(id: number, level: number): void {
    const next = this.#next[id];
    const previous = this.#previous[id];
    this.#level[id] = NONE;
    if (previous === NONE) this.#first[level] = next;
    else this.#next[previous] = next;
    if (next === NONE) this.#last[level] = previous;
    else this.#previous[next] = previous;
    if (this.#first[level] === NONE) this.#filled.delete(level);
  }
}
