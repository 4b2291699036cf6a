// Two streams of events, one of facts and one of recorded estimates, in one order, forward or backward. Facts of an instant come
// before its recorded estimates.

import type { WorldEvent } from '../../event.ts';

export type Direction = 1 | -1;

/** An event and its number among the facts or the changes of estimates. */
export interface Numbered {
  readonly number: number;
  readonly event: WorldEvent;
}

/** Events in one direction, found in steps. */
export interface EventStream {
  /** Found and not yet taken, in the direction of the stream. */
  readonly found: Numbered[];
  /** Whether nothing is left to be examined. */
  readonly isDone: boolean;
  /** All that lies before this instant in the direction of the stream was examined; not what is of the instant. */
  readonly examinedToMs: number;
  /** The number before which, in the direction of the stream, all was examined, exclusive forward, inclusive backward. */
  readonly examinedTo: number;
  /** Examines some more. Returns its costs, in facts. */
  step(): number;
}

/** Takes events of both streams in order. */
export class MergedEvents {
  readonly taken: WorldEvent[] = [];
  readonly #facts: EventStream;
  readonly #estimates: EventStream;
  readonly #direction: Direction;
  readonly #limit: number;
  /** The number of the last taken event of each stream. */
  readonly #lastTaken: Map<EventStream, number> = new Map();
  #left: number;

  /** @param costMax the search ends after as many facts, even with fewer events */
  constructor(
    facts: EventStream,
    estimates: EventStream,
    direction: Direction,
    limit: number,
    costMax: number,
  ) {
    this.#facts = facts;
    this.#estimates = estimates;
    this.#direction = direction;
    this.#limit = limit;
    this.#left = costMax;
  }

  /** Examines some facts or estimates. Returns whether the search has ended. */
  step(): boolean {
    for (;;) {
      if (this.taken.length === this.#limit || this.isDone) return true;
      const [stream, other] = this.#nextStreams();
      const next = stream.found[0];
      if (next !== undefined && this.#precedes(next, other)) {
        stream.found.shift();
        this.taken.push(next.event);
        this.#lastTaken.set(stream, next.number);
        continue;
      }
      if (this.#left <= 0) return true;
      this.#left -= (next === undefined ? stream : other).step();
      return false;
    }
  }

  /**
   * The number up to which a stream was taken, in the direction of the search. A full page depends only on its events, not on the
   * parts in which they are stored.
   * @param from where the stream began @param end the number if all was examined and taken
   */
  reached(stream: EventStream, from: number, end: number): number {
    const isForward = this.#direction === 1;
    const { found, isDone, examinedTo } = stream;
    if (this.taken.length === this.#limit) {
      const last = this.#lastTaken.get(stream);
      if (last === undefined) return from;
      return isForward ? last : last - 1;
    }
    const [next] = found;
    if (next !== undefined) return isForward ? next.number - 1 : next.number;
    if (isDone) return end;
    return isForward ? examinedTo : examinedTo - 1;
  }

  /** Whether there are no more events in this direction. */
  get isDone(): boolean {
    return [this.#facts, this.#estimates].every(({ found, isDone }) => found.length === 0 && isDone);
  }

  /** The stream whose next event comes first as far as known; a stream that has found nothing comes first if it is not done. */
  #nextStreams(): [EventStream, EventStream] {
    const [facts, estimates] = [this.#facts, this.#estimates];
    const swapped = (): [EventStream, EventStream] => [estimates, facts];
    if (facts.found.length === 0 && estimates.found.length === 0)
      return facts.isDone ? swapped() : [facts, estimates];
    if (facts.found.length === 0) return swapped();
    if (estimates.found.length === 0) return [facts, estimates];
    const [{ event: fact }] = facts.found;
    const [{ event: estimate }] = estimates.found;
    const isFactFirst = this.#direction === 1 ? fact.atMs <= estimate.atMs : fact.atMs > estimate.atMs;
    return isFactFirst ? [facts, estimates] : swapped();
  }

  /** Whether the other stream cannot have an event before this one. */
  #precedes({ event }: Numbered, other: EventStream): boolean {
    if (other.found.length > 0 || other.isDone) return true;
    return (other.examinedToMs - event.atMs) * this.#direction > 0;
  }
}
