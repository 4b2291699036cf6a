// Forecasts as clients see them: the starts of waiting GPRs, and where and when a request could start.

import { NEVER } from '../base/numbers/time.ts';
import type { PendingAnswer } from '../base/pending.ts';
import { State } from '../facts/numbered.ts';
import type { WorldWithForecast } from '../forecast/component.ts';
import type { Victim } from '../forecast/copies/copy.ts';
import type { Pass } from '../forecast/copies/pass.ts';
import { availability, inOrder } from '../forecast/query.ts';
import type { Rejection } from '../language/commands.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import type { EvictableView, ProspectView } from '../language/resource-views.ts';
import type { Estimate } from '../language/views.ts';
import { NONE } from '../tables/gprs/gpr-table.ts';
import { Views } from './read-inventory.ts';

/** The whole answer to an availability query. (`Prospect` in forecast/answer.ts is the forecast for one pool.) */
export type Prospects =
  | {
      readonly ok: true;
      /** The scenario's start, and the simulated instant of the query in ms after it. */
      readonly start: string;
      readonly askedAtMs: number;
      readonly items: readonly ProspectView[];
    }
  | { readonly ok: false; readonly rejection: Rejection };

/** The next starts of GPRs, in the order of `gprIds`. Cached passes answer until an invalidation. */
export function estimatesOf(world: WorldWithForecast, gprIds: readonly string[]): PendingAnswer<Estimate[]> {
  const { core, ids, forecast } = world;
  const rows = gprIds.map((gprId) => {
    const uid = ids.uid(gprId);
    return uid < 0 ? NONE : world.index.rowOf(uid);
  });
  const isQueued = (row: number) => row >= 0 && core.gprs.state[row] === State.queued;
  const queued = rows.filter(isQueued);
  const passes = forecast.passes(queued.map((row) => core.gprs.pool[row]));
  const passOf = new Map(queued.map((row, i) => [row, passes[i]]));
  const toRun = [...new Set(passes)];
  const startOf = (row: number) => passOf.get(row)?.startOf(row) ?? NEVER;
  return {
    run(instants) {
      while (toRun.length > 0 && toRun[0].isDone) toRun.shift();
      if (toRun.length > 0 && toRun[0].run(instants)) toRun.shift();
      return toRun.length === 0;
    },
    answer: () => rows.map((row) => ({ startMs: instantOf(startOf(row)) })),
  };
}

/** Where and when a request would start if it were created now, in order of start, cluster and instance type. */
export function prospectsOf(world: WorldWithForecast, request: CreateGpr): PendingAnswer<Prospects> {
  const { core, directory, scenario } = world;
  const askedAtMs = core.now;
  const asked = availability(world, request);
  if (!asked.ok) return { run: () => true, answer: () => asked };
  const { query } = asked;
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
      if (!query.run(instants)) return false;
      if (!query.answer().some(({ victims }) => victims.some(waits))) return true;
      pass ??= query.trials!.passOfVictims();
      return pass.run(instants);
    },
    answer: () => ({
      ok: true,
      start: scenario.start,
      askedAtMs,
      items: inOrder(world, query.answer()).map(({ pool, startMs, victims }) => ({
        ...directory.poolNames(pool),
        startMs: instantOf(startMs),
        evictable: victims.filter(isThere).map(evictable),
      })),
    }),
  };
}

/** null = not foreseen: NEVER, or −1 if its placement moves it before it starts. */
function instantOf(startMs: number): number | null {
  return startMs === NEVER || startMs < 0 ? null : startMs;
}
