// Moves a queued GPR to another pool, for bursts of workload placements: a new GPR replaces it and keeps its history.

import { Flag, type GprFields, orderOf, REQUESTED_FLAGS, rankOf } from '../../tables/gprs/gpr-table.ts';
import type { Core } from '../core.ts';
import { enter, remove } from './lifecycle.ts';

const KEPT_COLUMNS = [
  'workspace',
  'createdAt',
  'idleAfterMs',
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

/** Bits of the old GPR that the new one lacks. */
const PASSING_FLAGS = Flag.watched | Flag.mayBurst | Flag.queried | Flag.waitRecorded;

/** Replaces a queued GPR with a new one in another pool. Returns the new row. @param requested what it has of its request */
export function replace(
  core: Core,
  row: number,
  requested: GprFields & { readonly flags: number; readonly priority: number },
): number {
  const { gprs } = core;
  const kept = KEPT_COLUMNS.map((column) => gprs[column][row]);
  const order = orderOf(gprs.rank[row]);
  const flags = gprs.flags[row] & ~(PASSING_FLAGS | REQUESTED_FLAGS);
  remove(core, row);
  const fresh = gprs.add();
  KEPT_COLUMNS.forEach((column, i) => {
    gprs[column][fresh] = kept[i];
  });
  gprs.fill(fresh, requested);
  gprs.rank[fresh] = rankOf(requested.priority, order);
  gprs.flags[fresh] |= flags;
  enter(core, fresh);
  return fresh;
}
