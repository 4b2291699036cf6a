// An explanation of why a GPR waits or ended often names a GPR of another workspace. This file removes the ids that the
// caller may not see, and the number of victims.

import type { Explained, World } from '../../../driver/world.ts';
import type { Caller } from '../../../http/access/roles.ts';
import { seesGpr } from '../../../http/access/scope.ts';

const gprIds = /gpr-[0-9a-f]{8}-[0-9a-f]{4}/g;
/** A victim is always of another workspace than the GPR that evicts it. */
const victims = /\bevicting gpr-[0-9a-f]{8}-[0-9a-f]{4}(, gpr-[0-9a-f]{8}-[0-9a-f]{4})*/g;

export function discreet(explanation: Explained, caller: Caller, world: World): Explained {
  if (caller.role === 'Owner') return explanation;
  const sees = (gprId: string) => seesGpr(world, caller, gprId);
  const neutral = (text: string) => discreetText(text, caller, world);
  const { sentence, behind, victimsNotEnough, waiting, history, waitsFor, next } = explanation;
  const hidden = { gprId: null, gprName: null };
  const isHidden = (gprId: string | null) => gprId === null || !sees(gprId);
  return {
    ...explanation,
    sentence: neutral(sentence),
    behind: behind !== null && sees(behind) ? behind : null,
    victimsNotEnough: victimsNotEnough.filter(sees),
    waitsFor: waitsFor?.kind === 'gpr' && isHidden(waitsFor.gprId) ? { ...waitsFor, ...hidden } : waitsFor,
    next: next && isHidden(next.gprId) ? { ...next, ...hidden } : next,
    waiting: waiting && { ...waiting, noStartBecause: neutral(waiting.noStartBecause) },
    history: history.map((happening) => ({ ...happening, what: neutral(happening.what) })),
  };
}

export function discreetText(text: string, caller: Caller, world: World): string {
  if (caller.role === 'Owner') return text;
  return text
    .replace(victims, 'evicting GPRs of other workspaces')
    .replace(gprIds, (gprId) => (seesGpr(world, caller, gprId) ? gprId : 'a GPR of another workspace'));
}
