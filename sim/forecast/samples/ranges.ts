// When waiting GPRs will likely start: their starts in many futures.

import { NEVER } from '../../base/numbers/time.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { State } from '../../facts/numbered.ts';
import { indexOf, ROW } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import { BlindCopy } from '../copies/copy.ts';
import { Future } from './future.ts';
import type { Seen } from './seen.ts';

export interface SampledStarts {
  readonly uid: number;
  /** In ascending order, ms; NEVER = not before the horizon. */
  readonly startMs: Float64Array;
}

interface Options {
  readonly seen: Seen;
  readonly samples: number;
  readonly horizonMs: number;
}

/** The starts of all GPRs that wait now, in `samples` futures. The world may go on meanwhile. */
export function sampledStarts(
  world: World,
  { seen, samples, horizonMs }: Options,
): PendingAnswer<SampledStarts[]> {
  const { now } = world.core;
  const untilMs = now + horizonMs;
  const base = new BlindCopy(world).world;
  const { gprs } = base.core;
  const rates = seen.rates.perMs(now);
  const rows: number[] = [];
  for (let row = 0; row < gprs.used; row += ROW) if (gprs.state[row] === State.queued) rows.push(row);
  const starts = rows.map((row) => ({ uid: gprs.uid[row], startMs: new Float64Array(samples) }));
  let number = 0;
  let future: Future | undefined;
  let isBegun = false;
  return {
    run(instants) {
      if (number === samples || rows.length === 0) return true;
      if (!isBegun) {
        future = new Future(base, rows, { seen, rates, number }, future);
        isBegun = true;
      }
      if (!future!.run(instants, untilMs)) return false;
      rows.forEach((row, i) => {
        const at = future!.startAt[indexOf(row)];
        starts[i].startMs[number] = at < 0 || at > untilMs ? NEVER : at;
      });
      isBegun = false;
      number++;
      return number === samples;
    },
    answer() {
      for (const { startMs } of starts) startMs.sort();
      return starts;
    },
  };
}

/**
 * The instant before which a share of the starts lies; NEVER = not before the horizon. The n values divide the starts to be
 * expected into n + 1 equal parts (Weibull's plotting positions), between which it interpolates.
 */
export function quantile(startMs: Float64Array, share: number): number {
  const place = share * (startMs.length + 1) - 1;
  const low = Math.max(0, Math.min(startMs.length - 1, Math.floor(place)));
  const high = Math.min(startMs.length - 1, low + 1);
  if (startMs[high] === NEVER) return place <= low ? startMs[low] : NEVER;
  return Math.round(startMs[low] + (startMs[high] - startMs[low]) * Math.max(0, place - low));
}
