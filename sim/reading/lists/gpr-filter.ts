// Which GPRs in memory a list selects. The names are apart: they never change, and take the longest to read.

import { STATE_NAMES, State } from '../../facts/numbered.ts';
import { waitReason } from '../../kernel/queue/wait-reason.ts';
import { type GprsWanted, WAIT_REASONS } from '../../language/views.ts';
import type { GprTable } from '../../tables/gprs/gpr-table.ts';
import type { World } from '../../world.ts';

/** Texts that an id can contain. */
const PART_OF_ID = /^[-gpr0-9a-f]*$/;

/** @returns whether a row of a table is selected, except by its name */
export function filterOf(world: World, wanted: GprsWanted): (gprs: GprTable, row: number) => boolean {
  const { core, directory } = world;
  const { states, priorityFrom, priorityTo, fromMs = 0, toMs = Infinity } = wanted;
  const isReason = WAIT_REASONS.map((name) => wanted.reasons.includes(name));
  const waits = (row: number) => core.gprs.state[row] === State.queued && isReason[waitReason(core, row)];
  const isState = STATE_NAMES.map((name) => states.length === 0 || states.includes(name));
  const workspace = wanted.workspace === '' ? undefined : directory.workspace(wanted.workspace);
  const cluster = wanted.cluster === '' ? undefined : directory.cluster(wanted.cluster);
  return (gprs, row) =>
    isState[gprs.state[row]] &&
    (workspace === undefined || gprs.workspace[row] === workspace) &&
    (cluster === undefined || core.pools[gprs.pool[row]].cluster === cluster) &&
    gprs.priority[row] >= priorityFrom &&
    gprs.priority[row] <= priorityTo &&
    gprs.createdAt[row] < toMs &&
    (gprs === core.gprs || gprs.endedAt[row] >= fromMs) &&
    (wanted.reasons.length === 0 || (gprs === core.gprs && waits(row)));
}

/** @returns whether the name or the id of a GPR is selected */
export function nameFilterOf(
  { directory, ids }: World,
  wanted: GprsWanted,
  nameOf: (uid: number) => string,
): (uid: number, workspace: number) => boolean {
  if (wanted.name === '') return () => true;
  const name = wanted.name.toLowerCase();
  const isPartOfId = PART_OF_ID.test(name);
  const hasName = (uid: number) =>
    nameOf(uid).toLowerCase().includes(name) || (isPartOfId && ids.gprId(uid).includes(name));
  return (uid, workspace) => wanted.sees(directory.creationOf(workspace)) && hasName(uid);
}
