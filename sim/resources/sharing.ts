// Several endpoints and decisions of placements can have one GPR: by auto-GPR they attach to one that is there. One of
// them at most owns it. The GPR ends with its owner, unless another of them needs it: that one owns it from then on.

import { Reason } from '../facts/numbered.ts';
import { Timer, timerIndex, timerKind } from '../kernel/core.ts';
import { dismiss } from '../kernel/lifecycle.ts';
import { Flag, NONE } from '../tables/gpr.ts';
import type { Decision, Endpoint, OwnedGpr } from '../tables/resources.ts';
import type { World } from '../world.ts';
import { rowOf } from './watch.ts';

/**
 * Timers of the controllers that need a GPR, in the order in which they got it.
 * @param except timer of a controller that does not count
 */
export function neededBy(world: World, uid: number, except: number = -1): number[] {
  const timers = world.resources.watches.get(uid)?.timers ?? [];
  return timers.filter((timer) => timer !== except && needs(world, timer));
}

/** Whether controllers without GPU details wait for a GPR, or run on it. */
export function servesAuto(world: World, uid: number): boolean {
  return neededBy(world, uid).some((timer) => controllerOf(world, timer).gpr!.by !== 'requested');
}

/**
 * A controller gives up its GPR. If it owns the GPR, the first of the others that need it owns it from now on; if none does,
 * the GPR ends. Returns whether another owns it now.
 */
export function giveUp(world: World, gpr: OwnedGpr | null, timer: number): boolean {
  const { core } = world;
  const row = gpr?.owns === true ? rowOf(world, gpr) : NONE;
  if (row === NONE) return false;
  const [heir] = neededBy(world, gpr!.uid, timer);
  if (heir !== undefined) {
    own(world, heir);
    return true;
  }
  if (core.gprs.isProvisioned(row)) core.gprs.flags[row] |= Flag.earlyRelease;
  dismiss(core, row, Reason.earlyRelease);
  return false;
}

function own({ resources: { endpoints, decisions } }: World, timer: number): void {
  const slot = timerIndex(timer);
  const owning = <Controller extends Endpoint | Decision>(controller: Controller): Controller => ({
    ...controller,
    gpr: { ...controller.gpr!, owns: true },
  });
  if (timerKind(timer) === Timer.endpoint) endpoints.set(slot, owning(endpoints.get(slot)!));
  else decisions.set(slot, owning(decisions.get(slot)!));
}

/** An endpoint needs its GPR as long as it exists, a decision until it is over. */
function needs(world: World, timer: number): boolean {
  const controller = controllerOf(world, timer);
  return !('phase' in controller) || (controller.phase !== 'Completed' && controller.phase !== 'Failed');
}

function controllerOf({ resources }: World, timer: number): Endpoint | Decision {
  const slot = timerIndex(timer);
  return timerKind(timer) === Timer.endpoint
    ? resources.endpoints.get(slot)!
    : resources.decisions.get(slot)!;
}
