// The starts of waiting GPRs in many futures.

import { NEVER } from '../../base/numbers/time.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { indexOf } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { BlindCopy } from '../copies/copy.ts';
import { Future } from './future.ts';
import type { Known, Seen } from './seen.ts';

export interface SampledStarts {
  readonly uid: number;
  /** In ascending order, ms; NEVER = not before the horizon. */
  readonly startMs: Float64Array;
}

export interface Sampling extends PendingAnswer<readonly SampledStarts[]> {
  /** Number of complete futures. */
  readonly done: number;
  /** Number of events so far, in all futures. */
  readonly events: number;
}

/**
 * The starts of GPRs that wait in a copy of a world, in `samples` futures, which follow one another.
 * @param base without hidden knowledge; it stays as it is @param horizonMs the instant at which a future ends
 */
export function sampledStarts(
  base: World,
  rows: readonly number[],
  known: Known,
  samples: number,
  horizonMs: number,
): Sampling {
  const { gprs } = base.core;
  const starts = rows.map((row) => ({ uid: gprs.uid[row], startMs: new Float64Array(samples) }));
  let used: Future | undefined;
  let future: Future | undefined;
  let done = 0;
  let events = 0;
  return {
    get done() {
      return done;
    },
    get events() {
      return events + (future === undefined ? 0 : future.world.core.events - base.core.events);
    },
    run(instants) {
      if (rows.length === 0 || done === samples) return true;
      future ??= new Future(base, rows, known, done, used);
      if (!future.run(instants, horizonMs)) return false;
      for (const [i, row] of rows.entries()) {
        const at = future.startAt[indexOf(row)];
        starts[i].startMs[done] = at < 0 || at > horizonMs ? NEVER : at;
      }
      events += future.world.core.events - base.core.events;
      used = future;
      future = undefined;
      done++;
      return done === samples;
    },
    answer() {
      for (const { startMs } of starts) startMs.sort();
      return starts;
    },
  };
}

/** The same for the waiting GPRs of a world, in the order of their rows. @param seen has read all facts up to now */
export function startsOfWaiting(
  world: World,
  seen: Seen,
  samples: number,
  horizonMs: number,
  isAsked: (uid: number) => boolean,
): Sampling {
  const { gprs, now } = world.core;
  const rows = gprs.queued().filter((row) => isAsked(gprs.uid[row]));
  return sampledStarts(new BlindCopy(world).world, rows, seen.now(now), samples, horizonMs);
}

/**
 * The value up to which a share of the values comes, such as of starts; NEVER = beyond the horizon. n sampled values divide those that
 * can come into n + 1 equal parts (plotting positions of Weibull 1939); between two of them, the value is interpolated.
 * @param startMs in ascending order @param share 0 … 1
 */
export function quantile(startMs: Float64Array, share: number): number {
  const last = startMs.length - 1;
  const place = Math.min(last, Math.max(0, share * (startMs.length + 1) - 1));
  const low = Math.floor(place);
  const part = place - low;
  if (part === 0 || startMs[low] === NEVER) return startMs[low];
  return startMs[low] + (startMs[low + 1] - startMs[low]) * part;
}
