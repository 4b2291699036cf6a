// When waiting GPRs will likely start, as clients see it.

import { DAY_MS } from '../../base/numbers/time.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { quantile, sampledStarts } from '../../forecast/samples/sampled-starts.ts';
import type { Seen } from '../../forecast/samples/seen.ts';
import type { World } from '../../world.ts';
import { instantOf } from './estimates.ts';

const HORIZON_MS = 7 * DAY_MS;

/** Instants in ms; null = beyond the horizon. */
export interface LikelyStart {
  readonly gprId: string;
  readonly p10: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  /** Share of the futures in which it starts before the horizon, 0 … 1. */
  readonly within: number;
}

/** The most events in the futures of one answer: some 20 s of a processor. */
export const EVENTS_MAX = 20_000_000;
/** The most GPRs in memory: a copy of more would hold the event loop for long. */
export const COPIED_MAX = 50_000;

export interface LikelyStarts {
  readonly ok: true;
  readonly nowMs: number;
  readonly horizonMs: number;
  readonly samples: number;
  /** What the futures are drawn from. */
  readonly seen: { readonly lives: number; readonly arrivals: number };
  /** The GPRs that wait, in no particular order. */
  readonly gprs: readonly LikelyStart[];
}

/** The futures would take more than `EVENTS_MAX` or `COPIED_MAX` allows. */
export interface TooManyFutures {
  readonly ok: false;
  /** GPRs in memory. */
  readonly gprs: number;
  /** The number of futures that were possible. */
  readonly done: number;
}

/** @param seen has followed all facts up to now @param samples number of futures */
export function likelyStartsOf(
  world: World,
  seen: Seen,
  samples: number,
): PendingAnswer<LikelyStarts | TooManyFutures> {
  const { ids, core } = world;
  const nowMs = core.now;
  const horizonMs = nowMs + HORIZON_MS;
  const known = seen.now(nowMs);
  const gprs = core.gprs.live;
  if (gprs > COPIED_MAX) return { run: () => true, answer: () => ({ ok: false, gprs, done: 0 }) };
  const starts = sampledStarts(world, known, samples, horizonMs);
  const isTooMuch = () => starts.events > EVENTS_MAX;
  return {
    run: (instants) => isTooMuch() || starts.run(instants),
    answer() {
      if (isTooMuch()) return { ok: false, gprs, done: starts.done };
      return {
        ok: true,
        nowMs,
        horizonMs,
        samples,
        seen: { lives: known.lives.length, arrivals: known.arrivals.length },
        gprs: starts.answer().map(({ uid, startMs }) => ({
          gprId: ids.gprId(uid),
          p10: instantOf(quantile(startMs, 0.1)),
          p50: instantOf(quantile(startMs, 0.5)),
          p90: instantOf(quantile(startMs, 0.9)),
          within: startMs.filter((at) => at <= horizonMs).length / samples,
        })),
      };
    },
  };
}
