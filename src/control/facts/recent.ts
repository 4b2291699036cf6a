// The newest facts and their events, read and written once for all who follow them.

import type { FactView } from '../../../sim/index.ts';
import type { Service } from '../../http/service.ts';
import { eventOf } from './event.ts';
import { written } from './fact.ts';

/** Facts that are kept, and the most that are read at a time. */
const keptMax = 500;

export class RecentFacts {
  readonly #service: Service;
  #branch = 0;
  /** Number of the fact before the first that is kept; those that are have no gap in their numbers. */
  #before = 0;
  #facts: readonly FactView[] = [];
  readonly #events: WeakMap<FactView, string> = new WeakMap();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Some of the facts after number `seq` in the present branch, in order; none when there are no such facts. */
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
    // Who is behind reads on alone.
    if (at >= kept.length) {
      this.#facts = (at === kept.length ? [...kept, ...read] : read).slice(-keptMax);
      this.#before = seq + read.length - this.#facts.length;
    }
    return read;
  }

  /** The event that tells of a fact of the present branch. */
  event(fact: FactView): string {
    const known = this.#events.get(fact);
    if (known !== undefined) return known;
    const place = { branch: this.#branch, seq: fact.seq };
    const event = eventOf(place, written(fact, this.#service.timeline));
    this.#events.set(fact, event);
    return event;
  }
}
