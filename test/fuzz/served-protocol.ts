// What the process that sends requests and the one that answers them tell each other.

/** `renew` removes every key, makes a new Owner key, and asks for a report. */
export interface Order {
  readonly kind: 'renew' | 'end';
}

export interface Report {
  readonly url: string;
  /** The one Owner key. */
  readonly apiKey: string;
  /** Since the last report: real time, which other programs of the machine lengthen. */
  readonly maxHoldMs: number;
  readonly p99HoldMs: number;
  /** Since the last report: the longest hold in processor time of the event loop's thread. */
  readonly maxBusyMs: number;
  /** Processor time of the process since its start, s. */
  readonly cpuSeconds: number;
  /** After a garbage collection. */
  readonly rssMb: number;
  readonly heapMb: number;
  readonly externalMb: number;
  /** What the server logged. */
  readonly troubles: readonly string[];
  /** Long holds of the event loop, with the requests that came around them. */
  readonly holds: readonly string[];
}
