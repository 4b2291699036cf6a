// Why a queued GPR waits. Explanations, lists, counts and the history of waits all use this rule.

import { NONE } from '../../tables/gprs/gpr-table.ts';
import type { Pool } from '../../tables/pools/pool.ts';
import { recordOf } from '../../tables/workspace-table.ts';
import type { Core } from '../core.ts';
import type { Withheld } from './queue-policy.ts';

/** Places in `WAIT_REASONS`. */
export const WaitReason = {
  /** Another GPR of its workspace holds GPUs, or is queued ahead of it. */
  workspace: 0,
  /** The first head of its pool is ahead of it, and withholds the pool, or GPUs on which it would fit. */
  head: 1,
  /** Too few nodes have room, also if no node were down. */
  room: 2,
  /** Too few nodes have room, but enough if no node of the pool were down. */
  down: 3,
  /** Enough nodes have room, and nothing is withheld from it: it or its room is newer than the last cycle. */
  cycle: 4,
} as const;

/** The reason of a queued GPR, of `WaitReason`. */
export function waitReason(core: Core, row: number): number {
  if (waitsForWorkspace(core, row)) return WaitReason.workspace;
  return candidateReason(core, row);
}

/** Whether the workspace limit holds a queued GPR. */
export function waitsForWorkspace({ gprs, workspaces, rules }: Core, row: number): boolean {
  if (!rules.limited) return false;
  const at = recordOf(gprs.workspace[row]);
  return workspaces.holds[at] !== NONE || workspaces.root[at] !== row;
}

/** The reason of a queued GPR that the workspace limit does not hold. */
export function candidateReason(core: Core, row: number): number {
  const pool = core.pools[core.gprs.pool[row]];
  return reasonIn(core, pool, core.gprs.demand[row], withheldFrom(core, pool, row));
}

/** What the first head of a pool withholds from a GPR. */
export function withheldFrom({ gprs, queue, orders }: Core, pool: Pool, row: number): Withheld {
  const first = pool.heads.first(gprs);
  return first !== NONE && orders.isBefore(first, row) ? queue.withholds() : 'none';
}

/** The reason of the heads of a pool with this demand from which the first head withholds `withheld`. */
export function reasonIn({ demands }: Core, pool: Pool, demand: number, withheld: Withheld): number {
  if (withheld === 'pool') return WaitReason.head;
  const { capacity, nodeCounts } = pool;
  const needed = demands.nodes[demand];
  if (capacity.room(demand) >= needed) return withheld === 'gpus' ? WaitReason.head : WaitReason.cycle;
  return capacity.roomIfUp(demand, nodeCounts) >= needed ? WaitReason.down : WaitReason.room;
}
