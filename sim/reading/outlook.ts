// Answers about what is to come. They are about the world as it was when they were asked for, and may take their time: who
// asked goes on with them step by step, and the world may go on between two steps.

import { admissible } from '../admission/create.ts';
import { policyOf, withFlags } from '../admission/policy.ts';
import { NEVER } from '../base/time.ts';
import { State } from '../facts/numbered.ts';
import type { Victim } from '../forecast/forecast.ts';
import type { WorldWithForecast } from '../forecast/foresight.ts';
import { inOrder } from '../forecast/inquiry.ts';
import type { Pass } from '../forecast/pass.ts';
import type { Rejection } from '../language/commands.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import type { EvictableView, ProspectView } from '../language/resource-views.ts';
import type { Estimate } from '../language/views.ts';
import { workspaceRejection } from '../resources/workspaces.ts';
import { NONE } from '../tables/gpr.ts';
import { Views } from './views.ts';

export interface Outlook<T> {
  /** Goes on by a step, of at most so many instants; true when the answer is there. */
  run(instants: number): boolean;
  /** The answer, once it is there. */
  answer(): T;
}

export type Prospects =
  | {
      readonly ok: true;
      /** The start of the scenario it was asked of, and the instant at which it was. */
      readonly start: string;
      readonly askedAtMs: number;
      readonly items: readonly ProspectView[];
    }
  | { readonly ok: false; readonly rejection: Rejection };

/** The answer, whatever it takes. */
export function finish<T>(outlook: Outlook<T>): T {
  while (!outlook.run(NEVER));
  return outlook.answer();
}

/** The next starts of GPRs: passes serve them all, until something unforeseen happens. In the order they are named. */
export function estimatesOf(world: WorldWithForecast, gprIds: readonly string[]): Outlook<Estimate[]> {
  const { core, ids, foresight } = world;
  const rows = gprIds.map((gprId) => {
    const uid = ids.uid(gprId);
    return uid < 0 ? NONE : world.index.rowOf(uid);
  });
  const isQueued = (row: number) => row >= 0 && core.gprs.state[row] === State.queued;
  const queued = rows.filter(isQueued);
  const passes = foresight.passes(queued.map((row) => core.gprs.pool[row]));
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
export function prospectsOf(world: WorldWithForecast, request: CreateGpr): Outlook<Prospects> {
  const { core, directory, foresight } = world;
  const refused = workspaceRejection(world, request.workspace);
  if (refused !== undefined) return known({ ok: false, rejection: refused });
  const workspace = directory.workspace(request.workspace);
  const full = withFlags(policyOf(world, workspace), request);
  const found = admissible(world, workspace, full, 0);
  if (!found.ok) return known(found);
  const askedAtMs = core.now;
  const inquiry = foresight.ask(workspace, full, found.candidates);
  const then = inquiry.world;
  /** Whom the request would evict may wait now, and then its own next start is shown. */
  let pass: Pass | undefined;
  const needsPass = () =>
    inquiry.found.some(({ victims }) =>
      victims.some(
        ({ uid, row }) => then.core.gprs.holds(row, uid) && then.core.gprs.state[row] === State.queued,
      ),
    );
  const evictable = ({ uid, row }: Victim): EvictableView[] => {
    // A GPR that a burst would make until then is not there to be shown.
    if (!then.core.gprs.holds(row, uid)) return [];
    const view = new Views(then).gprOfRow(row);
    const nextStartMs = view.state === 'Queued' ? instantOf(pass!.startOf(row)) : view.startedAtMs;
    return [{ ...view, nextStartMs }];
  };
  return {
    run(instants) {
      if (!inquiry.run(instants)) return false;
      if (!needsPass()) return true;
      pass ??= inquiry.passOfVictims();
      return pass.run(instants);
    },
    answer: () => ({
      ok: true,
      start: world.scenario.start,
      askedAtMs,
      items: inOrder(world, inquiry.found).map(({ pool, startMs, victims }) => ({
        ...directory.poolNames(pool),
        startMs: instantOf(startMs),
        evictable: victims.flatMap(evictable),
      })),
    }),
  };
}

function known<T>(answer: T): Outlook<T> {
  return { run: () => true, answer: () => answer };
}

/** −1: before it starts, its placement moves elsewhere. */
function instantOf(startMs: number): number | null {
  return startMs === NEVER || startMs < 0 ? null : startMs;
}
