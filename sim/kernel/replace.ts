// Moves a queued GPR to another pool, for bursts of workload placements: a new GPR replaces it and keeps its progress.

import { Flag } from '../tables/gpr.ts';
import type { Core } from './core.ts';
import { enter, remove } from './lifecycle.ts';

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

/** Replaces a queued GPR with a new one in another pool. Returns the new row. */
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
  const flags = gprs.flags[row] & ~(Flag.watched | Flag.mayBurst | Flag.queried);
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
