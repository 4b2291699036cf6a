// Shared GPRs: several controllers (endpoints, decisions of workload placements) can have one GPR, as auto-GPR attaches them to
// an existing one. At most one controller owns it. The GPR ends with its owner, unless another controller needs it and becomes
// its owner.

import { Reason } from '../../facts/numbered.ts';
import { removeOrEnd } from '../../kernel/gprs/lifecycle.ts';
import { Timer, timerIndex, timerKind } from '../../kernel/timers.ts';
import { Flag, NONE } from '../../tables/gprs/gpr-table.ts';
import type { Decision, Endpoint, OwnedGpr } from '../../tables/resource-tables.ts';
import type { World } from '../../world.ts';
import { rowOf } from './watch.ts';

/** Timers of the controllers that need a GPR, oldest attachment first. @param except timer of a controller to leave out */
export function neededBy(world: World, uid: number, except: number = -1): number[] {
  const timers = world.resources.watches.get(uid)?.timers ?? [];
  return timers.filter((timer) => timer !== except && needs(world, timer));
}

/** Whether a controller without GPU details needs a GPR. */
export function servesAuto(world: World, uid: number): boolean {
  return neededBy(world, uid).some((timer) => controllerOf(world, timer).gpr!.by !== 'requested');
}

/**
 * Called when a controller no longer needs its GPR. If it owns the GPR, the next controller that needs the GPR becomes the
 * owner; if none does, the GPR ends. Returns whether the GPR has a new owner.
 */
export function handOverOrEnd(world: World, gpr: OwnedGpr | null, timer: number): boolean {
  const { core } = world;
  const row = gpr?.owns === true ? rowOf(world, gpr) : NONE;
  if (row === NONE) return false;
  const [nextOwner] = neededBy(world, gpr!.uid, timer);
  if (nextOwner !== undefined) {
    makeOwner(world, nextOwner);
    return true;
  }
  if (core.gprs.isProvisioned(row)) core.gprs.flags[row] |= Flag.earlyRelease;
  removeOrEnd(core, row, Reason.earlyRelease);
  return false;
}

function makeOwner({ resources: { endpoints, decisions } }: World, timer: number): void {
  const slot = timerIndex(timer);
  const owning = <Controller extends Endpoint | Decision>(controller: Controller): Controller => ({
    ...controller,
    gpr: { ...controller.gpr!, owns: true },
  });
  if (timerKind(timer) === Timer.endpoint) endpoints.set(slot, owning(endpoints.get(slot)!));
  else decisions.set(slot, owning(decisions.get(slot)!));
}

/** An endpoint needs its GPR as long as it exists, a decision until it is Completed or Failed. */
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
