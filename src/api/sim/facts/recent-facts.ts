// Caches the newest facts and their events, which all streams share.

import type { FactView } from '../../../../sim/index.ts';
import type { Service } from '../../frame/operation/service.ts';
import { written } from '../shared/fact.ts';
import { eventOf } from './server-sent-event.ts';

const keptMax = 500;

export class RecentFacts {
  readonly #service: Service;
  #branch = 0;
  /** Number of the fact before the first cached one. The cached facts have consecutive numbers. */
  #before = 0;
  #facts: readonly FactView[] = [];
  readonly #events: WeakMap<FactView, string> = new WeakMap();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Returns some of the facts after number `seq` of the current branch, in order; empty if no fact follows. */
  after(branch: number, seq: number): readonly FactView[] {
    if (branch !== this.#branch) {
      this.#branch = branch;
      this.#before = 0;
      this.#facts = [];
    }
    const kept = this.#facts;
    const at = seq - this.#before;
    if (at >= 0 && at < kept.length) return kept.slice(at);
    const read = this.#service.world.read.factsAfter(seq, keptMax);
    // A reader that lags behind the cache does not change the cache.
    if (at >= kept.length) {
      this.#facts = (at === kept.length ? [...kept, ...read] : read).slice(-keptMax);
      this.#before = seq + read.length - this.#facts.length;
    }
    return read;
  }

  event(fact: FactView): string {
    const known = this.#events.get(fact);
    if (known !== undefined) return known;
    const place = { branch: this.#branch, seq: fact.seq };
    const event = eventOf(place, written(fact, this.#service.timeline));
    this.#events.set(fact, event);
    return event;
  }
}
