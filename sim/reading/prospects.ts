// What clients see of forecasts: when GPRs that wait will start, and where and when a request could start.

import type { PendingAnswer } from '../base/pending.ts';
import { NEVER } from '../base/time.ts';
import { State } from '../facts/numbered.ts';
import type { WorldWithForecast } from '../forecast/component.ts';
import type { Victim } from '../forecast/copy.ts';
import type { Pass } from '../forecast/pass.ts';
import { availability, inOrder } from '../forecast/query.ts';
import type { Rejection } from '../language/commands.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import type { EvictableView, ProspectView } from '../language/resource-views.ts';
import type { Estimate } from '../language/views.ts';
import { NONE } from '../tables/gpr.ts';
import { Views } from './views.ts';

export type Prospects =
  | {
      readonly ok: true;
      /** The start of the scenario it was asked of, and the instant at which it was. */
      readonly start: string;
      readonly askedAtMs: number;
      readonly items: readonly ProspectView[];
    }
  | { readonly ok: false; readonly rejection: Rejection };

/** The next starts of GPRs: passes serve them all, until something unforeseen happens. In the order they are named. */
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

/** Where and when a request could start: as it would if it were created now. By start, cluster, instance type. */
export function prospectsOf(world: WorldWithForecast, request: CreateGpr): PendingAnswer<Prospects> {
  const { core, directory, scenario } = world;
  const askedAtMs = core.now;
  const asked = availability(world, request);
  if (!asked.ok) return { run: () => true, answer: () => asked };
  const { query } = asked;
  const then = query.trials?.world ?? world;
  const { gprs } = then.core;
  /** Whom the request would evict may wait now, and then its own next start is shown. */
  let pass: Pass | undefined;
  // A GPR that a burst would make until then is not there to be shown.
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

/** −1: before it starts, its placement moves elsewhere. */
function instantOf(startMs: number): number | null {
  return startMs === NEVER || startMs < 0 ? null : startMs;
}
