// The requests to one world, in the order of their arrival. The logs of a process share limits.

import { type Arrival, type Keeper, KeptRequest } from './kept-request.ts';
import type { Holder, RequestBudget } from './request-budget.ts';

/** Removed requests at the front of the list beyond which the list is copied. */
const removedMax = 1_024;

/** Memory of the bodies in one page, in bytes. */
const pageBytesMax = 1_048_576;

interface Page {
  readonly requests: readonly KeptRequest[];
  /** The number of the last request that was looked at. */
  readonly next: number;
}

export class RequestLog implements Holder, Keeper {
  readonly #budget: RequestBudget;
  /** The first `#removed` are undefined. The others have consecutive numbers. */
  #requests: (KeptRequest | undefined)[] = [];
  #removed = 0;
  #last = 0;
  #dropped = 0;
  #heldBytes = 0;

  constructor(budget: RequestBudget) {
    this.#budget = budget;
  }

  /** The number of the last request that has arrived; 0 without one. */
  get last(): number {
    return this.#last;
  }

  /** How many requests a limit has removed since the last `clear`. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Memory of all requests, in bytes. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  arrive(arrival: Arrival): KeptRequest {
    const request = new KeptRequest(this, ++this.#last, arrival);
    this.#requests.push(request);
    this.#heldBytes += request.heldBytes;
    this.#budget.add(this, 1, request.heldBytes);
    return request;
  }

  grow(request: KeptRequest, bytes: number): boolean {
    if (!this.#has(request)) return false;
    request.heldBytes += bytes;
    this.#heldBytes += bytes;
    this.#budget.add(this, 0, bytes);
    return this.#has(request);
  }

  removeOldest(): void {
    const oldest = this.#requests[this.#removed]!;
    this.#requests[this.#removed++] = undefined;
    this.#dropped++;
    this.#heldBytes -= oldest.heldBytes;
    this.#budget.remove(this, 1, oldest.heldBytes);
    if (this.#removed < removedMax || 2 * this.#removed < this.#requests.length) return;
    this.#requests = this.#requests.slice(this.#removed);
    this.#removed = 0;
  }

  /** Removes all requests; returns how many. A world does this when it ends. */
  clear(): number {
    const count = this.#requests.length - this.#removed;
    const bytes = this.#heldBytes;
    this.#requests = [];
    this.#removed = 0;
    this.#dropped = 0;
    this.#heldBytes = 0;
    this.#budget.remove(this, count, bytes);
    return count;
  }

  /**
   * The first requests after a number that `isWanted` accepts, in order.
   * @param limit the largest number of requests; fewer if their bodies take much memory
   */
  page(after: number, limit: number, withBodies: boolean, isWanted: (request: KeptRequest) => boolean): Page {
    const requests: KeptRequest[] = [];
    let bytes = 0;
    const first = Math.max(this.#removed, this.#indexOf(after) + 1);
    for (let i = first; i < this.#requests.length; i++) {
      const request = this.#requests[i]!;
      if (requests.length >= limit || bytes >= pageBytesMax) return { requests, next: request.number - 1 };
      if (!isWanted(request)) continue;
      requests.push(request);
      if (withBodies) bytes += request.heldBytes;
    }
    return { requests, next: Math.max(after, this.#last) };
  }

  #has(request: KeptRequest): boolean {
    return this.#requests[this.#indexOf(request.number)] === request;
  }

  #indexOf(number: number): number {
    return this.#requests.length - 1 - this.#last + number;
  }
}
