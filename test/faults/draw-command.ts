// Draws the commands of a life.

import type { Command } from '../../sim/index.ts';
import { COLORS, request, SECOND } from '../support/scenario.ts';
import type { Random } from './random.ts';

/** @param gprIds the GPRs that commands may name @param number makes the name of the command unique */
export function drawCommand(random: Random, gprIds: readonly string[], number: number): Command {
  const gprId = gprIds.length === 0 ? 'none' : random.pick(gprIds);
  const gprName = `name-${number}`;
  const draw = random.int(0, 99);
  if (draw < 60) {
    const given = { gprName, gpusPerNode: random.pick([1, 2, 8]), exitMs: random.int(1, 90) * SECOND };
    return request(random.pick(COLORS), given);
  }
  if (draw < 75) return { kind: 'gpr.update', gprId, gprName };
  if (draw < 85) return { kind: 'gpr.release', gprId };
  return { kind: 'gpr.delete', gprId };
}

/** Returns a text that is in the journaled form of a command and in no other command of its kind and GPR. */
export function namedBy(command: Command): string {
  if ('gprName' in command && command.gprName !== undefined) return command.gprName;
  return 'gprId' in command ? command.gprId : '';
}
