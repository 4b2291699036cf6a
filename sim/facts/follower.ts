// A base class for followers of the facts. A follower reads each fact once, at the latest when the log drops it.

import type { FactKind } from './fact-catalogue.ts';
import { type FactLog, type Follower, HEADER_WORDS, KINDS_MAX, kindOf, lengthOf } from './log.ts';

export abstract class LogReader implements Follower {
  protected readonly facts: FactLog;
  /** Number of facts read or skipped, from the first of the run on; −1 before `start`. */
  #read = -1;
  /** Length of the log's words then. */
  #at = 0;
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
    this.#at = this.facts.length;
    this.facts.followers.push(this);
  }

  /** Reads the facts since the last call. */
  follow(): void {
    const { words, length, rows, pending, dropped } = this.facts;
    const wanted = this.#wanted;
    let fact = this.#read - dropped;
    let at = fact === 0 ? 0 : this.#at;
    this.#read = dropped + pending;
    this.#at = length;
    for (; at < length; fact++) {
      const header = words[at] | 0;
      const kind = kindOf(header);
      if (wanted[kind] === 1) this.see(kind, words, at + HEADER_WORDS, rows[fact]);
      at += lengthOf(header);
    }
  }

  /** @param at index of the first word @param row of the fact's GPR, −1 = none; still has the fields of a GPR that has left */
  protected abstract see(kind: number, words: Float64Array, at: number, row: number): void;
}
