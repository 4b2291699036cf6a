// The queued GPRs of each workspace: a pairing heap by rank, linked through the records. A workspace is one word: its
// first queued GPR and the flag BUSY, which is set while a GPR of the workspace has GPUs.

import type { Gprs } from './gprs.ts';
import { CHILD, NONE, RANK, SIBLING } from './record.ts';

const BUSY = 1;

export class Workspaces {
  readonly #words: Int32Array;
  readonly #ints: Int32Array;
  readonly #doubles: Float64Array;

  constructor(count: number, { ints, doubles }: Gprs) {
    this.#words = new Int32Array(count);
    this.#ints = ints;
    this.#doubles = doubles;
  }

  /** Returns the first queued GPR of a workspace; NONE if there is none or the workspace is busy. */
  head(workspace: number): number {
    const word = this.#words[workspace];
    return (word & BUSY) === 0 ? word : NONE;
  }

  add(workspace: number, gpr: number): void {
    this.#ints[gpr + SIBLING] = NONE;
    this.#ints[gpr + CHILD] = NONE;
    const word = this.#words[workspace];
    const first = word & ~BUSY;
    this.#words[workspace] = (first === NONE ? gpr : this.#meld(first, gpr)) | (word & BUSY);
  }

  /** Removes the head from the queue and makes the workspace busy. */
  occupy(workspace: number): void {
    const children = this.#ints[this.#words[workspace] + CHILD];
    this.#words[workspace] = (children === NONE ? NONE : this.#merge(children)) | BUSY;
  }

  vacate(workspace: number): void {
    this.#words[workspace] &= ~BUSY;
  }

  #meld(a: number, b: number): number {
    const ints = this.#ints;
    const top = this.#doubles[(a >> 1) + RANK] < this.#doubles[(b >> 1) + RANK] ? a : b;
    const under = top === a ? b : a;
    ints[under + SIBLING] = ints[top + CHILD];
    ints[top + CHILD] = under;
    return top;
  }

  /** Merges a list of siblings to one heap: pairs from first to last, then the pairs from last to first. */
  #merge(first: number): number {
    const ints = this.#ints;
    let pairs = NONE;
    for (let a = first; a !== NONE; ) {
      const b = ints[a + SIBLING];
      const rest = b === NONE ? NONE : ints[b + SIBLING];
      const pair = b === NONE ? a : this.#meld(a, b);
      ints[pair + SIBLING] = pairs;
      pairs = pair;
      a = rest;
    }
    let top = pairs;
    for (let pair = ints[top + SIBLING]; pair !== NONE; ) {
      const next = ints[pair + SIBLING];
      top = this.#meld(top, pair);
      pair = next;
    }
    ints[top + SIBLING] = NONE;
    return top;
  }
}
