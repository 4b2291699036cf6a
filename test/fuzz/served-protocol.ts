// The messages between the process that sends requests and the process that answers them.

/** `renew` removes every key, creates a new Owner key, and requests a report. */
export interface Order {
  readonly kind: 'renew' | 'end';
}

export interface Report {
  readonly url: string;
  readonly apiKey: string;
  /** Longest hold of the event loop since the last report, in real time, which includes the time of other programs. */
  readonly maxHoldMs: number;
  readonly p99HoldMs: number;
  /** Longest hold since the last report, in processor time of the event loop's thread. */
  readonly maxBusyMs: number;
  readonly cpuSeconds: number;
  /** Measured after a garbage collection. */
  readonly rssMb: number;
  readonly heapMb: number;
  readonly externalMb: number;
  readonly troubles: readonly string[];
  /** Long holds of the event loop, with the requests around them. */
  readonly holds: readonly string[];
}
