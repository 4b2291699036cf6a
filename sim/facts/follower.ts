// Keeping up with the facts: a follower reads each fact once, at the latest when the log drops it.

import type { FactKind } from './catalogue.ts';
import { type FactLog, type Follower, HEADER_WORDS } from './log.ts';

export abstract class LogReader implements Follower {
  protected readonly facts: FactLog;
  /** Words and facts of the log that were read, counted from the first ever; −1 until it starts. */
  #read = -1;
  #readFacts = 0;
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
    this.#read = this.facts.dropped + this.facts.length;
    this.#readFacts = this.facts.droppedFacts + this.facts.pending;
    this.facts.followers.push(this);
  }

  /** Reads the facts that came since the last time. */
  follow(): void {
    const { facts } = this;
    const end = facts.dropped + facts.length;
    if (this.#read === end) return;
    const from = this.#read - facts.dropped;
    this.#read = end;
    const { words, rows, length } = facts;
    const wanted = this.#wanted;
    let fact = this.#readFacts - facts.droppedFacts;
    this.#readFacts = facts.droppedFacts + facts.pending;
    for (let header = from; header < length; fact++) {
      const first = words[header] | 0;
      if (wanted[first & 255] === 1) this.see(first & 255, words, header + HEADER_WORDS, rows[fact]);
      header += HEADER_WORDS + (first >> 8);
    }
  }

  /**
   * @param at place of the fact's first word
   * @param row of its GPR, which keeps what it was if the GPR has left memory since; −1 = of none
   */
  protected abstract see(kind: number, words: Float64Array, at: number, row: number): void;
}
