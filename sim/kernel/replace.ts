// A GPR that waits in one pool goes on in another: what burst placements do with theirs.

import { Flag } from '../tables/gpr.ts';
import type { Core } from './core.ts';
import { enter, remove } from './lifecycle.ts';

/** What a GPR takes along. */
const KEPT_COLUMNS = [
  'workspace',
  'priority',
  'rank',
  'createdAt',
  'exitLeftMs',
  'runLeftMs',
  'idleAfterMs',
  'idleTimeOutMs',
  'firstStartedAt',
  'reason',
  'culprit',
  'ranMs',
  'costMicro',
  'retries',
  'provisioningFailures',
  'recordedStart',
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
  const kept = KEPT_COLUMNS.map((column) => gprs[column][row]);
  const flags = gprs.flags[row] & ~(Flag.watched | Flag.mayBurst | Flag.asked);
  remove(core, row);
  const fresh = gprs.add();
  KEPT_COLUMNS.forEach((column, i) => {
    gprs[column][fresh] = kept[i];
  });
  gprs.uid[fresh] = uid;
  gprs.pool[fresh] = pool;
  gprs.demand[fresh] = demand;
  gprs.flags[fresh] = flags;
  gprs.memoryGb[fresh] = memoryGb;
  enter(core, fresh);
  return fresh;
}
