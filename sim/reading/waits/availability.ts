// Where and when a request could start, as clients see it. The forecast is that of forecast/availability/query.ts.

import type { PendingAnswer } from '../../base/pending.ts';
import { State } from '../../facts/numbered.ts';
import { inOrder, queryOf } from '../../forecast/availability/query.ts';
import type { Prospect } from '../../forecast/availability/timeline-starts.ts';
import type { WorldWithForecast } from '../../forecast/component.ts';
import type { Victim } from '../../forecast/copies/copy.ts';
import type { Pass } from '../../forecast/copies/pass.ts';
import type { Rejection } from '../../language/commands.ts';
import type { CreateGpr } from '../../language/gpr.ts';
import type { AvailabilityView, EvictableView } from '../../language/resource-views.ts';
import { Views } from '../views/read-inventory.ts';
import { instantOf } from './estimates.ts';
import { type FuturesWanted, type Likely, likelyStartsIn, type TooManyFutures } from './likely-starts.ts';

/** The whole answer to an availability query. (`Prospect` is the forecast for one pool.) */
export type Availability =
  | {
      readonly ok: true;
      /** The scenario's start, and the simulated instant of the query in ms after it. */
      readonly start: string;
      readonly askedAtMs: number;
      readonly items: readonly (AvailabilityView & { readonly likely?: Likely })[];
    }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * Where and when a request would start if it were created now, in order of start, cluster and instance type.
 * @param wanted undefined: not when it would likely start
 */
export function availabilityOf(
  world: WorldWithForecast,
  request: CreateGpr,
  wanted?: FuturesWanted,
): PendingAnswer<Availability | TooManyFutures> {
  const { core, directory, scenario } = world;
  const askedAtMs = core.now;
  const asked = queryOf(world, request);
  if (!asked.ok) return { run: () => true, answer: () => asked };
  const { query } = asked;
  const likely = wanted && likelyStartsIn(world, wanted, query.input);
  const then = query.trials?.world ?? world;
  const { gprs } = then.core;
  /** A victim may be queued now; then its view shows its next start. */
  let pass: Pass | undefined;
  // A victim that a burst creates after the query has no view now.
  const isThere = ({ uid, row }: Victim) => gprs.holds(row, uid);
  const waits = (victim: Victim) => isThere(victim) && gprs.state[victim.row] === State.queued;
  const evictable = ({ row }: Victim): EvictableView => {
    const view = new Views(then).gprOfRow(row);
    const nextStartMs = view.state === 'Queued' ? instantOf(pass!.startOf(row)) : view.startedAtMs;
    return { ...view, nextStartMs };
  };
  return {
    run(instants) {
      if (!query.run(instants) || likely?.run(instants) === false) return false;
      if (!query.answer().some(({ victims }) => victims.some(waits))) return true;
      pass ??= query.trials!.passOfVictims();
      return pass.run(instants);
    },
    answer() {
      const sampled = likely?.answer();
      if (sampled?.ok === false) return sampled;
      const place = ({ pool }: Prospect) => query.input.candidates.findIndex((one) => one.pool === pool);
      return {
        ok: true,
        start: scenario.start,
        askedAtMs,
        items: inOrder(world, query.answer()).map((prospect) => ({
          ...directory.poolNames(prospect.pool),
          startMs: instantOf(prospect.startMs),
          evictable: prospect.victims.filter(isThere).map(evictable),
          ...(sampled && { likely: sampled.likely[place(prospect)] }),
        })),
      };
    },
  };
}
