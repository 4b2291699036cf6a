// Several endpoints and decisions (users) can use one GPR. At most one of them owns it. The GPR ends with its owner, unless
// another user needs it, which then becomes the owner.

import { type GprChoice, IdCipher, Reason } from '../../sim/index.ts';
import { createNamed } from './creation.ts';
import { dismiss } from './gprs.ts';
import type { User } from './resource-state.ts';
import { type Gpr, isProvisioned, isQueued, type NaiveWorld } from './state.ts';

/** Gives a user the chosen GPR. @param uid of a new GPR */
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

/** A user stops watching its GPR; `use` stays. */
export function leave(user: User): void {
  if (user.use === null) return;
  const { gpr } = user.use;
  gpr.users = gpr.users.filter((other) => other !== user);
  // Without users it does not burst.
  if (gpr.users.length === 0) gpr.isPlaced = false;
}

/** The GPR of a user, as facts identify it. */
export function uidOfGpr({ use }: User): number {
  return use?.gpr.uid ?? -1;
}

/** The users that need a GPR: endpoints while they exist, decisions until they are over. */
export function needing(gpr: Gpr, except: User | null = null): User[] {
  return gpr.users.filter((user) => user !== except && (user.kind === 'endpoint' || !isOver(user.phase)));
}

export function isOver(phase: string): boolean {
  return phase === 'Completed' || phase === 'Failed';
}

/** A user abandons its GPR. Returns whether another user owns the GPR now. */
export function abandon(world: NaiveWorld, user: User): boolean {
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
