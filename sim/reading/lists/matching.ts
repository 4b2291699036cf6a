// Finds GPRs by what people type: the name of a GPR, or the beginning of its id.

import { State } from '../../facts/numbered.ts';
import { isNumberedName } from '../../language/directory.ts';
import type { GprView } from '../../language/gpr.ts';
import { ROW } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';
import type { Views } from '../views/read-inventory.ts';
import type { SeesWorkspace } from '../waits/waiting.ts';

/** Digits of an id. */
const DIGITS = 12;
/** Minimum number of digits that select an id. */
const PREFIX_MIN = 4;
/** `gpr-` may be missing. The dash of an id follows its eighth digit. */
const ID_PREFIX = /^(?:gpr-)?([0-9a-f]{4,8}|[0-9a-f]{8}-[0-9a-f]{0,4})$/;

/** Reports whether a GPR has a name or an id that matches. @param name undefined if neither a client nor a placement gave one */
export type Matches = (uid: number, name: string | undefined) => boolean;

/** A name matches as a whole, an id by four of its first digits or more. */
export function matching({ ids, directory }: World, text: string): Matches {
  const isNumbered = isNumberedName(text);
  const digits = ID_PREFIX.exec(text)?.[1].replace('-', '') ?? '';
  const isPrefix = digits.length >= PREFIX_MIN;
  const wanted = Number.parseInt(digits, 16);
  const rest = Number.parseInt(`1${'0'.repeat(DIGITS - digits.length)}`, 16);
  const isNamed = (uid: number, name = directory.tracedName(uid)) =>
    name === undefined ? isNumbered(uid) : name === text;
  return (uid, name) => isNamed(uid, name) || (isPrefix && Math.floor(ids.digits(uid) / rest) === wanted);
}

/** The GPRs in memory that match, at most `limit`: those that have not ended first, each the newest first. */
export function matchingGprs(
  world: World,
  views: Views,
  text: string,
  sees: SeesWorkspace,
  limit: number,
): GprView[] {
  const { core, directory, ended } = world;
  const { gprs } = core;
  const matches = matching(world, text);
  const { gprNames } = directory;
  const nameOf = gprNames.size === 0 ? () => undefined : (uid: number) => gprNames.get(uid);
  const isFound = (uid: number, workspace: number) =>
    matches(uid, nameOf(uid)) && sees(directory.creationOf(workspace));
  const rows: number[] = [];
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] !== State.none && isFound(gprs.uid[row], gprs.workspace[row])) rows.push(row);
  }
  rows.sort((a, b) => gprs.createdSeq[b] - gprs.createdSeq[a]);
  const { table } = ended;
  const gone = ended.all().filter((row) => isFound(table.uid[row], table.workspace[row]));
  return [
    ...rows.slice(0, limit).map((row) => views.gprOfRow(row)),
    ...gone
      .reverse()
      .slice(0, Math.max(0, limit - rows.length))
      .map((row) => views.endedGpr(row)),
  ];
}
