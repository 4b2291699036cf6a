// The indexed binary heap: the smallest key first, equal keys in the order they came, and any id can be moved or
// taken out in O(log n) because its place is known.

import { early } from './early.ts';

/**
 * Where each id stands, shared by heaps that never hold the same id at once.
 * Ids are small non-negative integers; the columns grow with them.
 */
export class HeapPlaces {
  /** id → index in its heap, −1 = in none. */
  at: Int32Array = new Int32Array(0);
  /** id → when it came, as a running number: the tie-break. */
  stamp: Float64Array = new Float64Array(0);
  stamps = 0;

  /** Makes room for ids below `capacity`. */
  reserve(capacity: number): void {
    const had = this.at.length;
    if (capacity <= had) return;
    const size = Math.max(capacity, had * 2, 16);
    const at = new Int32Array(size).fill(-1, had);
    const stamp = new Float64Array(size);
    at.set(this.at);
    stamp.set(this.stamp);
    this.at = at;
    this.stamp = stamp;
  }
}

export class IndexedHeap {
  size = 0;
  /** Binary heap by key; the first is Infinity when empty. A caller may read `keys[0]`, and `ids[0]` while size > 0. */
  keys: Float64Array = new Float64Array(16).fill(Infinity);
  ids: Int32Array = new Int32Array(16);
  readonly places: HeapPlaces;

  constructor(places: HeapPlaces = new HeapPlaces()) {
    this.places = places;
  }

  /** The id with the smallest key, −1 when empty. */
  peek(): number {
    return this.size > 0 ? this.ids[0] : -1;
  }

  /** The smallest key, Infinity when empty. */
  peekKey(): number {
    return this.keys[0];
  }

  has(id: number): boolean {
    const at = this.places.at[id];
    return at >= 0 && at < this.size && this.ids[at] === id;
  }

  /** Adds an id that is in none of the heaps of these places. */
  push(id: number, key: number): void {
    const places = this.places;
    if (id >= places.at.length) places.reserve(id + 1);
    if (this.size === this.keys.length) this.#grow();
    places.stamp[id] = places.stamps++;
    this.#up(this.size++, id, key);
  }

  /** Takes out the id with the smallest key; −1 when empty. */
  pop(): number {
    if (this.size === 0) return -1;
    const id = this.ids[0];
    this.places.at[id] = -1;
    const last = --this.size;
    if (last > 0) this.#down(0, this.ids[last], this.keys[last]);
    else this.keys[0] = Infinity;
    return id;
  }

  /** Takes out all of them. */
  clear(): void {
    const { at } = this.places;
    for (let i = 0; i < this.size; i++) at[this.ids[i]] = -1;
    this.size = 0;
    this.keys[0] = Infinity;
  }

  /** Takes out an id; false when it is not here. */
  remove(id: number): boolean {
    if (!this.has(id)) return false;
    const at = this.places.at[id];
    this.places.at[id] = -1;
    const last = --this.size;
    if (at < last) this.#move(at, this.ids[last], this.keys[last]);
    else if (last === 0) this.keys[0] = Infinity;
    return true;
  }

  /** Gives an id a new key, as if it had come now; adds it when it is not here. */
  update(id: number, key: number): void {
    if (!this.has(id)) {
      this.push(id, key);
      return;
    }
    this.places.stamp[id] = this.places.stamps++;
    this.#move(this.places.at[id], id, key);
  }

  /** Places an id that may belong above or below `at`. */
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
    const { at: place, stamp } = this.places;
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentKey = keys[parent];
      const parentId = ids[parent];
      if (key > parentKey || (key === parentKey && stamp[id] > stamp[parentId])) break;
      keys[at] = parentKey;
      ids[at] = parentId;
      place[parentId] = at;
      at = parent;
    }
    keys[at] = key;
    ids[at] = id;
    place[id] = at;
  }

  #down(start: number, id: number, key: number): void {
    const { keys, ids, size } = this;
    const { at: place, stamp } = this.places;
    const parents = size >> 1;
    let at = start;
    while (at < parents) {
      // Three levels down eight keys lie side by side, and the way will lead to one of them: a large heap is not in the
      // cache, and waits for three levels at once instead of for one after the other.
      const ahead = 8 * at + 7;
      if (ahead < size) early[0] = keys[ahead] + ids[ahead];
      let child = 2 * at + 1;
      const right = child + 1;
      if (right < size) {
        const leftKey = keys[child];
        const rightKey = keys[right];
        // Which child is the smaller is anybody's guess: adding the answer is cheaper than going by it.
        if (leftKey === rightKey) child += +(stamp[ids[right]] < stamp[ids[child]]);
        else child += +(rightKey < leftKey);
      }
      const childKey = keys[child];
      const childId = ids[child];
      if (key < childKey || (key === childKey && stamp[id] < stamp[childId])) break;
      keys[at] = childKey;
      ids[at] = childId;
      place[childId] = at;
      at = child;
    }
    keys[at] = key;
    ids[at] = id;
    place[id] = at;
  }

  #grow(): void {
    const keys = new Float64Array(this.keys.length * 2);
    const ids = new Int32Array(this.keys.length * 2);
    keys.set(this.keys);
    ids.set(this.ids);
    this.keys = keys;
    this.ids = ids;
  }
}
