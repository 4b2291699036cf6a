// The position of one reader in the facts. Produces the next server-sent events for the reader.

import type { FactView } from '../../../../sim/index.ts';
import type { Caller } from '../../frame/access/roles.ts';
import type { Service } from '../../frame/operation/service.ts';
import { factFor } from '../shared/seen-facts.ts';
import type { RecentFacts } from './recent-facts.ts';
import { eventOf, type Place } from './server-sent-event.ts';

/** Beyond this size of a backlog, a reader gets a gap event instead of the facts. */
const backlogBytesMax = 1_000_000;
/** Maximum number of facts scanned per call, so that a reader who may see few facts does not delay the others. */
const scannedMax = 10_000;

export class FactCursor {
  readonly #service: Service;
  readonly #recent: RecentFacts;
  readonly #caller: Caller;
  readonly #isWanted: (fact: FactView) => boolean;
  #branch: number;
  #seq: number;

  constructor(
    service: Service,
    recent: RecentFacts,
    caller: Caller,
    place: Place,
    isWanted: (fact: FactView) => boolean,
  ) {
    this.#service = service;
    this.#recent = recent;
    this.#caller = caller;
    this.#isWanted = isWanted;
    this.#branch = place.branch;
    this.#seq = place.seq;
  }

  get place(): Place {
    return { branch: this.#branch, seq: this.#seq };
  }

  /** Returns the events that are due. `more` is true if the caller should call again at once. */
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
        const shown = this.#isWanted(fact) ? factFor(fact, this.#caller, world) : undefined;
        if (shown !== undefined) text += this.#recent.event(shown);
      }
      if (text.length > backlogBytesMax) {
        this.#seq = head;
        text = eventOf(this.place, { from: from + 1, to: head }, 'gap');
      }
    }
    return { text: reset + text, more: this.#seq < head };
  }

  /** If another branch is the current one, returns a reset event and moves the reader to the last fact that both share. */
  #followTo(branch: number, head: number): string {
    if (branch === this.#branch && this.#seq <= head) return '';
    const shared = branch === this.#branch ? 0 : this.#service.world.factsSharedWith(this.#branch);
    this.#branch = branch;
    this.#seq = Math.min(this.#seq, shared);
    return eventOf(this.place, this.place, 'reset');
  }
}
