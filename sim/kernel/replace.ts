// A GPR that waits in one pool goes on in another: what burst placements do with theirs.

import { Flag, orderOf } from '../tables/gpr.ts';
import type { Core } from './core.ts';
import { create, remove } from './lifecycle.ts';

/** What a GPR has behind it. */
const KEPT_COLUMNS = [
  'exitLeftMs',
  'firstStartedAt',
  'reason',
  'culprit',
  'ranMs',
  'costMicro',
  'retries',
  'provisioningFailures',
  'promisedAt',
  'delays',
] as const;

/** Replaces a queued GPR by one for another pool, which goes on where it was. Returns the new row. */
export function replace(
  core: Core,
  row: number,
  uid: number,
  pool: number,
  demand: number,
  memoryGb: number,
): number {
  const { gprs } = core;
  const age = { order: orderOf(gprs.rank[row]), createdAt: gprs.createdAt[row] };
  const kept = KEPT_COLUMNS.map((column) => gprs[column][row]);
  const workspace = gprs.workspace[row];
  const priority = gprs.priority[row];
  const exitMs = gprs.exitLeftMs[row] + gprs.ranMs[row];
  const runMs = gprs.runLeftMs[row];
  const idleAfterMs = gprs.idleAfterMs[row];
  const idleTimeOutMs = gprs.idleTimeOutMs[row];
  const flags = gprs.flags[row] & ~(Flag.watched | Flag.placed | Flag.asked);
  remove(core, row);
  const fresh = create(
    core,
    uid,
    workspace,
    pool,
    demand,
    priority,
    exitMs,
    runMs,
    idleAfterMs,
    idleTimeOutMs,
    flags,
    memoryGb,
    age,
  );
  KEPT_COLUMNS.forEach((column, i) => {
    gprs[column][fresh] = kept[i];
  });
  return fresh;
}
