// Two streams of events, one of facts and one of recorded estimates, in one order, forward or backward. Facts of an instant come
// before its recorded estimates.

import type { WorldEvent } from '../../event.ts';
import type { Steps } from '../pending/steps.ts';

/** Parts of both streams that one search examines: some 200,000 facts and records. */
const PARTS_MAX = 49;
/** Facts or records of a part. A search ends between two parts: where they begin must not depend on the runs that store them. */
const PART = 4096;

/** An event, or the end of a part, after which the stream goes on. */
export interface Found {
  /** The number of the fact or record. In the direction of the stream, all before it has been examined. */
  readonly number: number;
  readonly atMs: number;
  readonly event?: WorldEvent;
}

/** In the direction of the stream. Pauses are undefined. */
export type EventStream = Generator<Found | undefined, void, unknown>;

/** What a search has taken of a stream. */
interface Side {
  readonly stream: EventStream;
  /** The next of the stream; undefined at its end. */
  head: Found | undefined;
  /** The number of the last event, and of the last event or end of a part. */
  event?: number;
  examined?: number;
}

/** Up to which number of a stream a search has come; undefined = it has not begun. */
export interface Reached {
  readonly number: number | undefined;
  readonly isDone: boolean;
}

interface Merged {
  readonly events: readonly WorldEvent[];
  readonly facts: Reached;
  readonly estimates: Reached;
}

/** Takes at most `limit` events of both streams in order, fewer if the search takes long. */
export function* merged(
  facts: EventStream,
  estimates: EventStream,
  isForward: boolean,
  limit: number,
): Steps<Merged> {
  const ofFacts: Side = { stream: facts, head: yield* nextOf(facts) };
  const ofEstimates: Side = { stream: estimates, head: yield* nextOf(estimates) };
  const events: WorldEvent[] = [];
  for (let parts = 0; parts < PARTS_MAX && events.length < limit; ) {
    const side = isBefore(ofFacts.head, ofEstimates.head, isForward) ? ofFacts : ofEstimates;
    if (side.head === undefined) break;
    const { number, event } = side.head;
    side.examined = number;
    if (event === undefined) parts++;
    else {
      side.event = number;
      events.push(event);
    }
    side.head = yield* nextOf(side.stream);
  }
  // A full page depends only on its events, not on the parts.
  const reached = ({ head, event, examined }: Side) => {
    return { number: events.length === limit ? event : examined, isDone: head === undefined };
  };
  return { events, facts: reached(ofFacts), estimates: reached(ofEstimates) };
}

function* nextOf(stream: EventStream): Steps<Found | undefined> {
  for (;;) {
    const { done, value } = stream.next();
    if (done || value !== undefined) return value ?? undefined;
    yield;
  }
}

function isBefore(fact: Found | undefined, estimate: Found | undefined, isForward: boolean): boolean {
  if (fact === undefined || estimate === undefined) return estimate === undefined;
  return isForward ? fact.atMs <= estimate.atMs : fact.atMs > estimate.atMs;
}

/** The parts of the numbers from `first` to `last`, in the direction. */
export function* partsOf(
  first: number,
  last: number,
  isForward: boolean,
): Generator<{ readonly from: number; readonly to: number; readonly isLast: boolean }> {
  for (let done = 0, all = last - first + 1; done < all; done += PART) {
    const size = Math.min(PART, all - done);
    const from = isForward ? first + done : last - done - size + 1;
    yield { from, to: from + size - 1, isLast: done + size === all };
  }
}
