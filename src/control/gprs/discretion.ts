// An explanation of why a GPR waits or ended often names a GPR of another workspace. This file removes the ids that the
// caller may not see.

import type { Explanation } from '../../../sim/index.ts';
import type { World } from '../../driver/world.ts';
import type { Caller } from '../../http/auth/roles.ts';
import { seesGpr } from '../../http/auth/scope.ts';

const gprIds = /gpr-[0-9a-f]{8}-[0-9a-f]{4}/g;

export function discreet(explanation: Explanation, caller: Caller, world: World): Explanation {
  if (caller.role === 'Owner') return explanation;
  const sees = (gprId: string) => seesGpr(world, caller, gprId);
  const neutral = (text: string) => discreetText(text, caller, world);
  const { sentence, behind, victimsNotEnough, history } = explanation;
  return {
    ...explanation,
    sentence: neutral(sentence),
    behind: behind !== null && sees(behind) ? behind : null,
    victimsNotEnough: victimsNotEnough.filter(sees),
    history: history.map(({ atMs, what }) => ({ atMs, what: neutral(what) })),
  };
}

export function discreetText(text: string, caller: Caller, world: World): string {
  if (caller.role === 'Owner') return text;
  return text.replace(gprIds, (gprId) =>
    seesGpr(world, caller, gprId) ? gprId : 'a GPR of another workspace',
  );
}
