// The next event of each provisioned GPR, by the place of its row. Every provisioning takes as long as the next, so that
// they are over in the order in which they began: their timers stand in a line, at hardly any cost, and all others in a
// heap. At one instant timers come in the order in which they were set, wherever they are.

import { IndexedHeap } from '../base/heap.ts';

/** In the heap's places: stands in the line, at slot −2 − place. −1 is in neither. */
const LINE = -2;
/** A slot of the line whose timer has gone elsewhere. */
const GONE = -1;

export class GprTimers {
  size = 0;
  readonly heap: IndexedHeap = new IndexedHeap();
  /** A ring whose length is a power of two, from slot `first` to before `end`, which only grow. */
  lineIds: Int32Array = new Int32Array(64);
  lineKeys: Float64Array = new Float64Array(64);
  first = 0;
  end = 0;

  /** Place of the GPR whose timer comes next; −1 = there is none. */
  peek(): number {
    const { heap } = this;
    if (this.first === this.end) return heap.peek();
    const slot = this.first & (this.lineIds.length - 1);
    const id = this.lineIds[slot];
    const heapKey = heap.peekKey();
    if (heapKey > this.lineKeys[slot]) return id;
    const { stamp } = heap.places;
    return heapKey === this.lineKeys[slot] && stamp[id] < stamp[heap.ids[0]] ? id : heap.peek();
  }

  /** When it comes, Infinity if there is none. */
  peekKey(): number {
    const heapKey = this.heap.peekKey();
    if (this.first === this.end) return heapKey;
    return Math.min(heapKey, this.lineKeys[this.first & (this.lineIds.length - 1)]);
  }

  /** Those of the heap, in the order in which they were set. */
  inOrderSet(): number[] {
    const { ids, size, places } = this.heap;
    return [...ids.subarray(0, size)].sort((a, b) => places.stamp[a] - places.stamp[b]);
  }

  /** Sets (or moves) a timer. */
  set(id: number, atMs: number): void {
    if (!this.heap.has(id) && !this.#leaveLine(id)) this.size++;
    this.heap.update(id, atMs);
  }

  /** Sets the timer of a GPR that has none, not before any other that was set in this way. */
  setLast(id: number, atMs: number): void {
    const { places } = this.heap;
    places.reserve(id + 1);
    if (this.end - this.first === this.lineIds.length) this.#grow();
    const slot = this.end & (this.lineIds.length - 1);
    places.at[id] = LINE - slot;
    places.stamp[id] = places.stamps++;
    this.lineIds[slot] = id;
    this.lineKeys[slot] = atMs;
    this.end++;
    this.size++;
  }

  remove(id: number): void {
    if (this.heap.remove(id) || this.#leaveLine(id)) this.size--;
  }

  /** Whether it stood there. */
  #leaveLine(id: number): boolean {
    const { at } = this.heap.places;
    if (id >= at.length || at[id] > LINE) return false;
    const mask = this.lineIds.length - 1;
    this.lineIds[LINE - at[id]] = GONE;
    at[id] = -1;
    while (this.first < this.end && this.lineIds[this.first & mask] === GONE) this.first++;
    return true;
  }

  #grow(): void {
    const { lineIds, lineKeys } = this;
    const length = lineIds.length;
    this.lineIds = new Int32Array(length * 2);
    this.lineKeys = new Float64Array(length * 2);
    for (let from = this.first; from < this.end; from++) {
      const id = lineIds[from & (length - 1)];
      const slot = from & (length * 2 - 1);
      this.lineIds[slot] = id;
      this.lineKeys[slot] = lineKeys[from & (length - 1)];
      if (id !== GONE) this.heap.places.at[id] = LINE - slot;
    }
  }
}
