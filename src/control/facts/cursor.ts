// One reader's place in the facts, and what it has to be told next, as server-sent events.

import type { Caller } from '../../http/auth/roles.ts';
import type { Service } from '../../http/service.ts';
import { eventOf, type Place } from './event.ts';
import { factFor } from './fact.ts';
import type { RecentFacts } from './recent.ts';

/** A reader that is further behind is told of a gap instead: 1 MB. */
const backlogBytesMax = 1_000_000;
/** Facts looked at in one go, so that a reader who sees few of them does not hold up the others. */
const scannedMax = 10_000;

export class FactCursor {
  readonly #service: Service;
  readonly #recent: RecentFacts;
  readonly #caller: Caller;
  #branch: number;
  #seq: number;

  /** @param recent shared by all readers */
  constructor(service: Service, recent: RecentFacts, caller: Caller, place: Place) {
    this.#service = service;
    this.#recent = recent;
    this.#caller = caller;
    this.#branch = place.branch;
    this.#seq = place.seq;
  }

  get place(): Place {
    return { branch: this.#branch, seq: this.#seq };
  }

  /** Events that are due now; `more`: there may be further ones at once. */
  next(): { readonly text: string; readonly more: boolean } {
    const { world } = this.#service;
    const { branch, seq: head } = world.clock();
    const reset = this.#followTo(branch, head);
    const from = this.#seq;
    let text = '';
    while (this.#seq < head && this.#seq - from < scannedMax) {
      const facts = this.#recent.after(branch, this.#seq);
      if (facts.length === 0) break;
      for (const fact of facts) {
        this.#seq = fact.seq;
        const shown = factFor(fact, this.#caller, world);
        if (shown !== undefined) text += this.#recent.event(shown);
      }
      if (text.length > backlogBytesMax) {
        this.#seq = head;
        text = eventOf(this.place, { from: from + 1, to: head }, 'gap');
      }
    }
    return { text: reset + text, more: this.#seq < head };
  }

  /** A branch that was left is not gone on with: the reader is told, and starts anew on the present one. */
  #followTo(branch: number, head: number): string {
    if (branch === this.#branch && this.#seq <= head) return '';
    this.#branch = branch;
    this.#seq = 0;
    return eventOf(this.place, this.place, 'reset');
  }
}
