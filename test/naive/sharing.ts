// Several endpoints and decisions can have one GPR. At most one of them owns it: the GPR ends with its owner, unless
// another needs it, which owns it from then on.

import { type GprChoice, IdCipher, Reason } from '../../sim/index.ts';
import { createNamed } from './creation.ts';
import { dismiss } from './gprs.ts';
import type { User } from './resource-state.ts';
import { type Gpr, isProvisioned, isQueued, type NaiveWorld } from './state.ts';

/** Gives a user the GPR that was chosen for it. @param uid of the GPR that is made */
export function obtain(world: NaiveWorld, user: User, choice: GprChoice, uid: number): void {
  if (choice.kind === 'none') return;
  if (choice.kind === 'make') {
    use(user, createNamed(world, choice.request, uid), choice.by, true);
    return;
  }
  const shared = new IdCipher(world.scenario.seed).uid(choice.gprId);
  use(user, world.gprs.find((gpr) => gpr.uid === shared)!, 'attached', false);
}

function use(user: User, gpr: Gpr, by: 'requested' | 'template' | 'attached', owns: boolean): void {
  user.use = { gpr, by, owns };
  gpr.users.push(user);
}

/** A user does not look after its GPR any more; `use` stays. */
export function leave(user: User): void {
  if (user.use === null) return;
  const { gpr } = user.use;
  gpr.users = gpr.users.filter((other) => other !== user);
  // Without users it does not move.
  if (gpr.users.length === 0) gpr.isPlaced = false;
}

/** The GPR of a user as facts name it. */
export function uidOfGpr({ use }: User): number {
  return use?.gpr.uid ?? -1;
}

/** Who needs a GPR: an endpoint as long as it exists, a decision until it is over. */
export function needing(gpr: Gpr, except: User | null = null): User[] {
  return gpr.users.filter((user) => user !== except && (user.kind === 'endpoint' || !isOver(user.phase)));
}

export function isOver(phase: string): boolean {
  return phase === 'Completed' || phase === 'Failed';
}

/** A user gives up its GPR. Returns whether another owns it now. */
export function giveUp(world: NaiveWorld, user: User): boolean {
  if (user.use === null || !user.use.owns) return false;
  const { gpr } = user.use;
  if (!isQueued(gpr) && !isProvisioned(gpr)) return false;
  const [heir] = needing(gpr, user);
  if (heir === undefined) {
    dismiss(world, gpr, Reason.earlyRelease);
    return false;
  }
  heir.use!.owns = true;
  return true;
}
