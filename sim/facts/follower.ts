// Keeping up with the facts: a follower reads each fact once, at the latest when the log drops it.

import type { FactKind } from './catalogue.ts';
import type { FactLog, Follower } from './log.ts';

export abstract class LogReader implements Follower {
  protected readonly facts: FactLog;
  /** Facts that were read, counted from the first ever; −1 until it starts. */
  #read = -1;
  /** Kind → 1 if it wants to see the facts of this kind. */
  readonly #wanted = new Uint8Array(256);

  constructor(facts: FactLog, kinds: readonly FactKind[]) {
    this.facts = facts;
    for (const kind of kinds) this.#wanted[kind] = 1;
  }

  get isFollowing(): boolean {
    return this.#read >= 0;
  }

  /** From now on, not before. */
  start(): void {
    this.#read = this.facts.dropped + this.facts.pending;
    this.facts.followers.push(this);
  }

  /** Reads the facts that came since the last time. */
  follow(): void {
    const { words, kinds, places, rows, pending, dropped } = this.facts;
    const wanted = this.#wanted;
    const from = this.#read - dropped;
    this.#read = dropped + pending;
    for (let fact = from; fact < pending; fact++) {
      if (wanted[kinds[fact]] === 1) this.see(kinds[fact], words, places[fact], rows[fact]);
    }
  }

  /**
   * @param at place of the fact's first word
   * @param row of its GPR, which keeps what it was if the GPR has left memory since; −1 = of none
   */
  protected abstract see(kind: number, words: Float64Array, at: number, row: number): void;
}
