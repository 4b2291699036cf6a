// Timers of running GPRs: a timing wheel of two levels. The near level has a slot for each millisecond of the current
// window; the far level is a ring with a slot for each later window, long enough for all timers. A slot is an unordered
// list, linked through the records, so that adding and removing take constant time.

import { BitSet, GROUP } from './bit-set.ts';
import { DUE, NEXT_DUE, NONE, PREVIOUS_DUE } from './record.ts';

export class Wheel {
  readonly #ints: Int32Array;
  readonly #windowMs: number;
  readonly #windows: number;
  /** First GPR by slot: first the windows of the ring, then the milliseconds of the current window. */
  readonly #first: Int32Array;
  readonly #filled: BitSet;
  /** The current window, its first instant, and the slot of its first millisecond that may have timers. */
  #window = 0;
  #windowAt = 0;
  #from: number;
  /** Nothing is due before this instant. */
  quietUntil = Infinity;

  /** @param longestMs maximum of `inMs`; below 2^31 */
  constructor(ints: Int32Array, longestMs: number) {
    this.#ints = ints;
    this.#windowMs = 1 << ((34 - Math.clz32(longestMs)) >> 1);
    // Timers that exist when a window becomes current are due within `longestMs`. The window stays current no longer than
    // that, so timers added later are due within twice `longestMs`. The milliseconds must start at a multiple of GROUP.
    this.#windows = Math.max(GROUP, 2 ** Math.ceil(Math.log2((2 * longestMs) / this.#windowMs + 2)));
    this.#from = this.#windows;
    this.#first = new Int32Array(this.#windows + this.#windowMs);
    this.#filled = new BitSet(this.#windows + this.#windowMs);
  }

  add(gpr: number, nowMs: number, inMs: number): void {
    const atMs = nowMs + inMs;
    // The wheel is empty.
    if (this.quietUntil === Infinity) this.#settle(Math.floor(nowMs / this.#windowMs));
    if (atMs < this.quietUntil) this.quietUntil = atMs;
    const window = Math.floor(atMs / this.#windowMs);
    const offset = atMs - window * this.#windowMs;
    this.#ints[gpr + DUE] = offset;
    this.#link(gpr, window === this.#window ? this.#windows + offset : window & (this.#windows - 1));
  }

  remove(gpr: number): void {
    const ints = this.#ints;
    const next = ints[gpr + NEXT_DUE];
    const previous = ints[gpr + PREVIOUS_DUE];
    if (next !== NONE) ints[next + PREVIOUS_DUE] = previous;
    if (previous > 0) {
      ints[previous + NEXT_DUE] = next;
    } else {
      this.#first[~previous] = next;
      if (next === NONE) this.#filled.delete(~previous);
    }
  }

  /** Returns the next instant with a due GPR if it is at most `limitMs`; otherwise any later instant. */
  next(limitMs: number): number {
    const windows = this.#windows;
    for (;;) {
      const slot = this.#filled.next(this.#from);
      if (slot >= 0) {
        const at = this.#windowAt + slot - windows;
        this.quietUntil = at;
        // If the instant is after `limitMs`, earlier timers may still be added.
        if (at <= limitMs) this.#from = slot;
        return at;
      }
      const window = this.#nextWindow();
      if (window < 0) {
        this.quietUntil = Infinity;
        return Infinity;
      }
      if (window * this.#windowMs > limitMs) {
        this.#settle(Math.floor(limitMs / this.#windowMs));
        this.quietUntil = window * this.#windowMs;
        return Infinity;
      }
      this.#open(window);
    }
  }

  /** Removes and returns a GPR that is due at the instant that `next` found; NONE if there are no more. */
  take(): number {
    const slot = this.#from;
    const gpr = this.#first[slot];
    if (gpr === NONE) return NONE;
    const next = this.#ints[gpr + NEXT_DUE];
    this.#first[slot] = next;
    if (next === NONE) this.#filled.delete(slot);
    else this.#ints[next + PREVIOUS_DUE] = ~slot;
    return gpr;
  }

  /** Returns the next window with a due GPR; −1 if there is none. */
  #nextWindow(): number {
    const windows = this.#windows;
    const from = (this.#window + 1) & (windows - 1);
    let slot = this.#filled.next(from);
    if (slot < 0 || slot >= windows) slot = this.#filled.next(0);
    if (slot < 0 || slot >= windows) return -1;
    return this.#window + 1 + ((slot - from) & (windows - 1));
  }

  /** Makes a window the current one. No GPR may be due before it. */
  #settle(window: number): void {
    this.#window = window;
    this.#windowAt = window * this.#windowMs;
    this.#from = this.#windows;
  }

  #open(window: number): void {
    const ints = this.#ints;
    const slot = window & (this.#windows - 1);
    this.#settle(window);
    let gpr = this.#first[slot];
    this.#first[slot] = NONE;
    this.#filled.delete(slot);
    while (gpr !== NONE) {
      const next = ints[gpr + NEXT_DUE];
      this.#link(gpr, this.#windows + ints[gpr + DUE]);
      gpr = next;
    }
  }

  #link(gpr: number, slot: number): void {
    const ints = this.#ints;
    const next = this.#first[slot];
    ints[gpr + NEXT_DUE] = next;
    // The predecessor of the first GPR is its slot, as a negative number.
    ints[gpr + PREVIOUS_DUE] = ~slot;
    if (next !== NONE) ints[next + PREVIOUS_DUE] = gpr;
    else this.#filled.add(slot);
    this.#first[slot] = gpr;
  }
}
