// Finds a GPR of a server or a file by what people type.

import type { FoundGprs, GprPage } from '../../../api/sim/answers.ts';
import { badUsage } from '../../../arguments/command-failure.ts';
import { unknownName } from '../../../arguments/words.ts';
import { visible } from '../../../looks/visible.ts';
import type { Session } from './session.ts';

/** The most names that an error about an unknown GPR compares with. */
const NAMES_MAX = 1000;

const FEW_DIGITS = /^(gpr-)?[0-9a-f]{1,3}$/;

/**
 * Returns the id of the GPR with an id, the beginning of one, or a name.
 * @param at the instant of the reads, if they are not of the present @throws CommandFailure unless exactly one GPR matches
 */
export async function gprIdOf(session: Session, gpr: string, at?: string): Promise<string> {
  const path = `/sim/gprs/find?${new URLSearchParams({ gpr })}`;
  const { gprs, more } = await session.call<FoundGprs>('GET', path, undefined, true);
  if (gprs.length === 1) return gprs[0].gprId;
  if (gprs.length === 0) throw badUsage(await whyUnknown(session, gpr, at));
  const lines = gprs.map(
    ({ gprId, gprName, workspace, state }) =>
      `\n  ${gprId}  ${visible(gprName)} (${visible(workspace)}, ${state})`,
  );
  const rest = more ? '\n  and more' : '';
  throw badUsage(`several GPRs match ${JSON.stringify(gpr)}; give one of these ids:${lines.join('')}${rest}`);
}

async function whyUnknown(session: Session, gpr: string, at: string | undefined): Promise<string> {
  const path = `/sim/gprs?limit=${NAMES_MAX}&estimates=false`;
  const { gprs, total } = await session.call<GprPage>('GET', path);
  const names = new Set(gprs.map(({ gprName }) => gprName).filter((name) => name !== null));
  const where = at === undefined ? session.name : `${session.name} at ${at}`;
  const few = FEW_DIGITS.test(gpr) ? '; the beginning of an id needs at least four digits' : '';
  return `${unknownName('GPR', gpr, where, [...names], total)}${few}; gprsim gprs lists them`;
}
