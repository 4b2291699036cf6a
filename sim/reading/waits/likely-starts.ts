// When GPRs will likely start, as clients see it.

import { DAY_MS } from '../../base/numbers/time.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import type { QueryInput } from '../../forecast/availability/timeline-starts.ts';
import { begun } from '../../forecast/availability/trial-runs.ts';
import { BlindCopy } from '../../forecast/copies/copy.ts';
import {
  quantile,
  type SampledStarts,
  type Sampling,
  sampledStarts,
} from '../../forecast/samples/sampled-starts.ts';
import type { Seen } from '../../forecast/samples/seen.ts';
import type { World } from '../../world.ts';
import { queueKeys } from '../lists/queue-order.ts';
import { instantOf } from './estimates.ts';

export const HORIZON_MS: number = 7 * DAY_MS;

/** Instants in ms; null = beyond the horizon. */
export interface Likely {
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
  /** Number of facts, and the present instant. */
  readonly seq: number;
  readonly nowMs: number;
  readonly horizonMs: number;
  readonly samples: number;
  /** What the futures are drawn from. */
  readonly seen: { readonly lives: number; readonly arrivals: number };
  /** In the order of the queue. */
  readonly gprs: readonly (Likely & { readonly gprId: string; readonly workspaceCreation: number })[];
}

/** The futures would take more than `EVENTS_MAX` or `COPIED_MAX` allows. */
export interface TooManyFutures {
  readonly ok: false;
  /** GPRs in memory. */
  readonly gprs: number;
  /** The number of futures that were possible. */
  readonly done: number;
}

/** How the futures of an answer are drawn. */
export interface FuturesWanted {
  /** Has read all facts up to now. */
  readonly seen: Seen;
  /** Number of futures. */
  readonly samples: number;
}

/** About all waiting GPRs. */
export function likelyStartsOf(
  world: World,
  { seen, samples }: FuturesWanted,
): PendingAnswer<LikelyStarts | TooManyFutures> {
  const { ids, core, directory } = world;
  const { gprs, now: nowMs } = core;
  const { seq } = core.facts;
  const horizonMs = nowMs + HORIZON_MS;
  const known = seen.now(nowMs);
  const keyOf = queueKeys(world);
  const rows = gprs.queued().sort((a, b) => keyOf(a) - keyOf(b));
  const creations = rows.map((row) => directory.creationOf(gprs.workspace[row]));
  const sampling = boundedSampling(world, 1, (start) =>
    sampledStarts(start.world, rows, known, samples, horizonMs),
  );
  return {
    run: sampling.run,
    answer() {
      const sampled = sampling.answer();
      if (!sampled.ok) return sampled;
      const [starts] = sampled.starts;
      return {
        ok: true,
        seq,
        nowMs,
        horizonMs,
        samples,
        seen: { lives: known.lives.length, arrivals: known.arrivals.length },
        gprs: starts.map(({ uid, startMs }, i) => ({
          gprId: ids.gprId(uid),
          workspaceCreation: creations[i],
          ...likely(startMs, horizonMs),
        })),
      };
    },
  };
}

/** About a request, if it were created now: one for each candidate. */
export function likelyStartsIn(
  world: World,
  { seen, samples }: FuturesWanted,
  input: QueryInput,
): PendingAnswer<{ readonly ok: true; readonly likely: readonly Likely[] } | TooManyFutures> {
  const nowMs = world.core.now;
  const horizonMs = nowMs + HORIZON_MS;
  const known = seen.now(nowMs);
  const sampling = boundedSampling(world, input.candidates.length, (start, number) => {
    const { copy, row, watch } = begun(new BlindCopy(start.world), input.candidates[number], input);
    const hasStarted = watch.left === 0;
    return sampledStarts(copy.world, hasStarted ? [] : [row], known, samples, horizonMs);
  });
  return {
    run: sampling.run,
    answer() {
      const sampled = sampling.answer();
      if (!sampled.ok) return sampled;
      const atOnce = Float64Array.of(nowMs);
      return {
        ok: true,
        likely: sampled.starts.map(([one]) => likely(one?.startMs ?? atOnce, horizonMs)),
      };
    },
  };
}

/** Several samplings one after another, of the world as it is now, within the limits of an answer. */
function boundedSampling(
  world: World,
  number: number,
  begin: (start: BlindCopy, number: number) => Sampling,
): PendingAnswer<{ readonly ok: true; readonly starts: (readonly SampledStarts[])[] } | TooManyFutures> {
  const gprs = world.core.gprs.live;
  const start = gprs > COPIED_MAX ? undefined : new BlindCopy(world);
  const starts: (readonly SampledStarts[])[] = [];
  let events = 0;
  let done = 0;
  let sampling: Sampling | undefined;
  const isTooMuch = () => start === undefined || events + (sampling?.events ?? 0) > EVENTS_MAX;
  return {
    run(instants) {
      if (isTooMuch()) return true;
      sampling ??= begin(start!, starts.length);
      if (!sampling.run(instants)) return false;
      starts.push(sampling.answer());
      events += sampling.events;
      done += sampling.done;
      sampling = undefined;
      return starts.length === number;
    },
    answer: () =>
      isTooMuch() ? { ok: false, gprs, done: done + (sampling?.done ?? 0) } : { ok: true, starts },
  };
}

function likely(startMs: Float64Array, horizonMs: number): Likely {
  const at = (share: number) => instantOf(Math.round(quantile(startMs, share)));
  return {
    p10: at(0.1),
    p50: at(0.5),
    p90: at(0.9),
    within: startMs.filter((at) => at <= horizonMs).length / startMs.length,
  };
}
