// Answers that may be there at once or later.

/** Data about an instant that may have passed by the time they are there. */
export class AsOf<T> {
  readonly data: T;
  /** ISO 8601 UTC. */
  readonly simTime: string;

  constructor(data: T, simTime: string) {
    this.data = data;
    this.simTime = simTime;
  }

  map<U>(change: (data: T) => U): AsOf<U> {
    return new AsOf(change(this.data), this.simTime);
  }
}

/** Goes on with a value at once, or with a promised one later. */
export function after<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}
