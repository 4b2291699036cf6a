/** Data of a simulated instant, which may have passed when the answer is sent. */
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

/** Calls `next` with the value: synchronously if `value` is no promise. */
export function after<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}
