// When GPRs that run are due: a wheel of two levels. The near one has a slot for each millisecond of the present window,
// the far one a slot for each window to come; it is a ring, long enough that no GPR is due beyond it. A slot is a list
// linked through the records, so that adding and removing cost the same however much is due. Its order is of no account.

import { BitSet, GROUP } from './bit-set.ts';
import { DUE, NEXT_DUE, NONE, PREVIOUS_DUE } from './record.ts';

export class Wheel {
  readonly #ints: Int32Array;
  readonly #windowMs: number;
  readonly #windows: number;
  /** Slot → its first GPR: the windows of the ring, and behind them the milliseconds of the present window. */
  readonly #first: Int32Array;
  readonly #filled: BitSet;
  /** The present window, its first instant, and the millisecond in it from which to search. */
  #window = 0;
  #windowAt = 0;
  #from: number;
  /** Nothing is due before this instant. */
  quietUntil = Infinity;

  /** @param longestMs nothing is due later than this after it is added; below 2^31 */
  constructor(ints: Int32Array, longestMs: number) {
    this.#ints = ints;
    this.#windowMs = 1 << ((34 - Math.clz32(longestMs)) >> 1);
    // What was there when the present window was settled is due within `longestMs` from then, and what is added before it
    // is due, within as much again. The milliseconds begin at a group of the set.
    this.#windows = Math.max(GROUP, 2 ** Math.ceil(Math.log2((2 * longestMs) / this.#windowMs + 2)));
    this.#from = this.#windows;
    this.#first = new Int32Array(this.#windows + this.#windowMs);
    this.#filled = new BitSet(this.#windows + this.#windowMs);
  }

  add(gpr: number, nowMs: number, inMs: number): void {
    const atMs = nowMs + inMs;
    // Nothing at all is due.
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

  /** The next instant at which something is due, if that is `limitMs` or before; else a later one. */
  next(limitMs: number): number {
    const windows = this.#windows;
    for (;;) {
      const slot = this.#filled.next(this.#from);
      if (slot >= 0) {
        const at = this.#windowAt + slot - windows;
        this.quietUntil = at;
        // Something may yet be added before an instant that lies ahead.
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

  /** Takes out a GPR that is due at the instant that `next` has found, NONE if none is left. */
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

  /** The next window in which something is due, −1 if there is none. */
  #nextWindow(): number {
    const windows = this.#windows;
    const from = (this.#window + 1) & (windows - 1);
    let slot = this.#filled.next(from);
    if (slot < 0 || slot >= windows) slot = this.#filled.next(0);
    if (slot < 0 || slot >= windows) return -1;
    return this.#window + 1 + ((slot - from) & (windows - 1));
  }

  /** Nothing is due before this window, or left in the one before. */
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
    // The first of a slot has the slot for a predecessor, as a negative number.
    ints[gpr + PREVIOUS_DUE] = ~slot;
    if (next !== NONE) ints[next + PREVIOUS_DUE] = gpr;
    else this.#filled.add(slot);
    this.#first[slot] = gpr;
  }
}
