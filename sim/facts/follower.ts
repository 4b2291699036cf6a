// A base class for followers of the facts. A follower reads each fact once, at the latest when the log drops it.

import type { FactKind } from './fact-catalogue.ts';
import { type FactLog, type Follower, KINDS_MAX } from './log.ts';

export abstract class LogReader implements Follower {
  protected readonly facts: FactLog;
  /** Number of facts read or skipped, from the first of the run on; −1 before `start`. */
  #read = -1;
  /** Kind → 1 if `see` is called for facts of this kind. */
  readonly #wanted = new Uint8Array(KINDS_MAX);

  constructor(facts: FactLog, kinds: readonly FactKind[]) {
    this.facts = facts;
    for (const kind of kinds) this.#wanted[kind] = 1;
  }

  get isFollowing(): boolean {
    return this.#read >= 0;
  }

  /** Follows the facts from now on. */
  start(): void {
    this.#read = this.facts.dropped + this.facts.pending;
    this.facts.followers.push(this);
  }

  /** Reads the facts since the last call. */
  follow(): void {
    const { words, kinds, places, rows, pending, dropped } = this.facts;
    const wanted = this.#wanted;
    const from = this.#read - dropped;
    this.#read = dropped + pending;
    for (let fact = from; fact < pending; fact++) {
      if (wanted[kinds[fact]] === 1) this.see(kinds[fact], words, places[fact], rows[fact]);
    }
  }

  /** @param at index of the first word @param row of the fact's GPR, −1 = none; still has the fields of a GPR that has left */
  protected abstract see(kind: number, words: Float64Array, at: number, row: number): void;
}
