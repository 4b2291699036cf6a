// The limits of all logs of requests of the process.

/** The largest memory of kept requests, in bytes: 64 MiB. */
export const keptBytesMax = 67_108_864;

/** A log that holds requests. */
export interface Holder {
  readonly heldBytes: number;
  removeOldest(): void;
}

export class RequestBudget {
  readonly #requestsMax: number;
  /** The logs that have requests. A log without requests takes no memory here. */
  readonly #holders = new Set<Holder>();
  #requests = 0;
  #bytes = 0;

  /** @param requestsMax how many requests all logs keep together */
  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax;
  }

  /** Counts what a log has in addition. Beyond a limit, the log that holds most memory loses its oldest requests. */
  add(holder: Holder, requests: number, bytes: number): void {
    this.#holders.add(holder);
    this.#requests += requests;
    this.#bytes += bytes;
    while (this.#requests > this.#requestsMax || this.#bytes > keptBytesMax) this.#largest().removeOldest();
  }

  /** Counts what a log no longer has. */
  remove(holder: Holder, requests: number, bytes: number): void {
    this.#requests -= requests;
    this.#bytes -= bytes;
    if (holder.heldBytes === 0) this.#holders.delete(holder);
  }

  #largest(): Holder {
    let largest: Holder | undefined;
    for (const holder of this.#holders) {
      if (largest === undefined || holder.heldBytes > largest.heldBytes) largest = holder;
    }
    return largest!;
  }
}
