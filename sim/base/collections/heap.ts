// An indexed binary heap: the smallest key first, equal keys in order of insertion. Any id can be moved in O(log n).

import { grown } from './columns.ts';
import { early } from './early.ts';

/** Where ids are, for heaps that never hold the same id at once. Ids are small non-negative integers. */
export class HeapPlaces {
  /** id → index in its heap, −1 = in no heap. */
  at: Int32Array = new Int32Array(0);
  /** id → sequence number of its insertion, which orders equal keys. */
  stamp: Float64Array = new Float64Array(0);
  stamps = 0;

  /** Grows the columns to hold ids below `capacity`. */
  reserve(capacity: number): void {
    const had = this.at.length;
    if (capacity <= had) return;
    const size = Math.max(capacity, had * 2, 16);
    this.at = grown(this.at, size).fill(-1, had);
    this.stamp = grown(this.stamp, size);
  }
}

export class IndexedHeap {
  size = 0;
  /** In heap order. `keys[0]` is Infinity when empty. Callers may read `keys[0]`, and `ids[0]` while size > 0. */
  keys: Float64Array = new Float64Array(16).fill(Infinity);
  ids: Int32Array = new Int32Array(16);
  readonly places: HeapPlaces;

  constructor(places: HeapPlaces = new HeapPlaces()) {
    this.places = places;
  }

  /** Returns the id with the smallest key, −1 when empty. */
  peek(): number {
    return this.size > 0 ? this.ids[0] : -1;
  }

  peekKey(): number {
    return this.keys[0];
  }

  has(id: number): boolean {
    const at = this.places.at[id];
    return at >= 0 && at < this.size && this.ids[at] === id;
  }

  /** Adds an id that no heap with these `places` holds. */
  push(id: number, key: number): void {
    const places = this.places;
    if (id >= places.at.length) places.reserve(id + 1);
    if (this.size === this.keys.length) this.#grow();
    places.stamp[id] = places.stamps++;
    this.#up(this.size++, id, key);
  }

  /** Removes and returns the id with the smallest key; returns −1 when empty. */
  pop(): number {
    if (this.size === 0) return -1;
    const id = this.ids[0];
    this.places.at[id] = -1;
    const last = --this.size;
    if (last > 0) this.#down(0, this.ids[last], this.keys[last]);
    else this.keys[0] = Infinity;
    return id;
  }

  clear(): void {
    const { at } = this.places;
    for (let i = 0; i < this.size; i++) at[this.ids[i]] = -1;
    this.size = 0;
    this.keys[0] = Infinity;
  }

  /** Removes an id. Returns false if this heap does not hold it. */
  remove(id: number): boolean {
    if (!this.has(id)) return false;
    const at = this.places.at[id];
    this.places.at[id] = -1;
    const last = --this.size;
    if (at < last) this.#move(at, this.ids[last], this.keys[last]);
    else if (last === 0) this.keys[0] = Infinity;
    return true;
  }

  /** Sets the key of an id, as if it were inserted now; adds the id if this heap does not hold it. */
  update(id: number, key: number): void {
    if (!this.has(id)) {
      this.push(id, key);
      return;
    }
    this.places.stamp[id] = this.places.stamps++;
    this.#move(this.places.at[id], id, key);
  }

  #move(at: number, id: number, key: number): void {
    if (at > 0 && this.#before(id, key, (at - 1) >> 1)) this.#up(at, id, key);
    else this.#down(at, id, key);
  }

  #before(id: number, key: number, other: number): boolean {
    const otherKey = this.keys[other];
    return key < otherKey || (key === otherKey && this.places.stamp[id] < this.places.stamp[this.ids[other]]);
  }

  #up(start: number, id: number, key: number): void {
    const { keys, ids } = this;
    const { at: positions, stamp } = this.places;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentKey = keys[parent];
      const parentId = ids[parent];
      if (key > parentKey || (key === parentKey && stamp[id] > stamp[parentId])) break;
      keys[at] = parentKey;
      ids[at] = parentId;
      positions[parentId] = at;
      at = parent;
    }
    keys[at] = key;
    ids[at] = id;
    positions[id] = at;
  }

  #down(start: number, id: number, key: number): void {
    const { keys, ids, size } = this;
    const { at: positions, stamp } = this.places;
    const parents = size >> 1;
    let at = start;
    while (at < parents) {
      // Prefetch the eight descendants three levels down, which share a cache line: the path will reach one of them, and
      // the cache misses of three levels overlap.
      const ahead = 8 * at + 7;
      if (ahead < size) early[0] = keys[ahead] + ids[ahead];
      let child = 2 * at + 1;
      const right = child + 1;
      if (right < size) {
        const leftKey = keys[child];
        const rightKey = keys[right];
        // Add the comparison's result instead of branching on it: the processor cannot predict the smaller child.
        if (leftKey === rightKey) child += +(stamp[ids[right]] < stamp[ids[child]]);
        else child += +(rightKey < leftKey);
      }
      const childKey = keys[child];
      const childId = ids[child];
      if (key < childKey || (key === childKey && stamp[id] < stamp[childId])) break;
      keys[at] = childKey;
      ids[at] = childId;
      positions[childId] = at;
      at = child;
    }
    keys[at] = key;
    ids[at] = id;
    positions[id] = at;
  }

  #grow(): void {
    this.keys = grown(this.keys, this.size * 2);
    this.ids = grown(this.ids, this.size * 2);
  }
}
