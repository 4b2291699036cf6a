// Why a call on a world fails.

import type { TooManyFutures } from '../../../sim/index.ts';

/** A commit or a read of the file failed; nothing was acknowledged or changed. The message contains the cause. */
export class WorldReadOnly extends Error {}

/** A file cannot be imported; the message contains the defect. */
export class ImportRefused extends Error {}

/** A query cannot wait: as many wait as may. */
export class TooManyWaiting extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`${limit} queries wait`);
    this.limit = limit;
  }
}

/** Two futures differ in more GPRs than a comparison holds in memory. */
export class TooManyDifferences extends Error {}

/** Many futures would take too long. */
export class FuturesRefused extends Error implements TooManyFutures {
  readonly ok = false;
  readonly gprs: number;
  readonly done: number;

  constructor(gprs: number, done: number) {
    super(`${done} futures of ${gprs} GPRs have too many events`);
    this.gprs = gprs;
    this.done = done;
  }
}

/** A change cannot enter a future. `cause`: what the client is answered. */
export class ChangeRefused extends Error {}

/** The client no longer waits for the operation; nothing has changed. */
export class Cancelled extends Error {}

/** The branch does not have an instant: it lies before the scenario's start, or after the present instant. */
export class NoInstant extends Error {
  readonly nowMs: number;

  constructor(nowMs: number) {
    super('the branch does not have this instant');
    this.nowMs = nowMs;
  }
}
