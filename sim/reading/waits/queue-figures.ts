// The queue in figures: how many GPRs wait for which reason, for how long, and which GPUs are free although GPRs wait for them. Heads
// with one demand have one reason, except the first of a pool, so the counts visit demands and the changes since the last cycle.

import { percentile } from '../../base/numbers/statistics.ts';
import { State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { candidateReason, reasonIn, WaitReason } from '../../kernel/queue/wait-reason.ts';
import type { PoolName } from '../../language/values.ts';
import { WAIT_REASONS, type WaitReasonName } from '../../language/views.ts';
import { NONE, ROW } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import { recordOf } from '../../tables/workspace-table.ts';
import type { World } from '../../world.ts';

type WaitCounts = Readonly<Record<WaitReasonName, number>>;

/** A pool whose free GPUs none of the GPRs that wait for it may have now. */
export interface BlockedPool extends PoolName {
  /** On nodes that are up. */
  readonly freeGpus: number;
  /** GPRs that wait for the pool, by reason. */
  readonly waits: WaitCounts;
}

export interface QueueFigures {
  readonly waits: WaitCounts;
  /** The median time since the creation of the queued GPRs; null without any. */
  readonly medianAgeMs: number | null;
  readonly blocked: BlockedPool[];
}

export function queueFigures({ core, directory }: World): QueueFigures {
  const { gprs, nodes, pools, now } = core;
  const queued = pools.map(() => 0);
  const ageMs = new Float64Array(core.queued);
  let found = 0;
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] !== State.queued) continue;
    queued[gprs.pool[row]]++;
    ageMs[found++] = now - gprs.createdAt[row];
  }
  const counts = candidatesOf(core);
  for (const [pool, of] of counts.entries())
    of[WaitReason.workspace] += queued[pool] - of.reduce((sum, count) => sum + count, 0);
  const free = pools.map(() => 0);
  for (let node = 0; node < nodes.size; node++) {
    const pool = nodes.pool[node];
    if (nodes.state[node] === NodeState.up) free[pool] += pools[pool].capacity.freeAt(nodes.slot[node]);
  }
  const isBlocked = (pool: number) =>
    free[pool] > 0 && queued[pool] > 0 && counts[pool][WaitReason.cycle] === 0;
  return {
    waits: named(WAIT_REASONS.map((_, reason) => counts.reduce((sum, of) => sum + of[reason], 0))),
    medianAgeMs: percentile(ageMs.sort(), 50),
    blocked: [...pools.keys()].filter(isBlocked).map((pool) => ({
      ...directory.poolNames(pool),
      freeGpus: free[pool],
      waits: named(counts[pool]),
    })),
  };
}

function named([workspace, head, room, down, cycle]: readonly number[]): WaitCounts {
  return { workspace, head, room, down, cycle };
}

/** By pool: how many candidates wait for each reason. */
function candidatesOf(core: Core): number[][] {
  const withheld = core.queue.withholds();
  const all = core.pools.map((pool) => {
    const counts = WAIT_REASONS.map(() => 0);
    const { lanes, laneDemand } = pool.heads;
    const first = pool.heads.first(core.gprs);
    lanes.forEach(({ size }, lane) => {
      if (size === 0) return;
      const demand = laneDemand[lane];
      const isFirst = pool.heads.firstOf(lane) === first;
      if (isFirst) counts[reasonIn(core, pool, demand, 'none')]++;
      counts[reasonIn(core, pool, demand, withheld)] += isFirst ? size - 1 : size;
    });
    return counts;
  });
  for (const { row, by } of changesOf(core)) all[core.gprs.pool[row]][candidateReason(core, row)] += by;
  return all;
}

interface Change {
  readonly row: number;
  readonly by: 1 | -1;
}

/** Candidates that the next cycle makes heads, and heads that it removes. */
function changesOf({ gprs, rules, workspaces, newlyQueued }: Core): Change[] {
  const changes: Change[] = [];
  if (!rules.limited) {
    const rows = new Set(newlyQueued.list.subarray(0, newlyQueued.count));
    for (const row of rows)
      if (gprs.state[row] === State.queued && gprs.headAt[row] === NONE) changes.push({ row, by: 1 });
    return changes;
  }
  const { touched, holds, root, head } = workspaces;
  for (const workspace of touched.list.subarray(0, touched.count)) {
    const at = recordOf(workspace);
    const candidate = holds[at] === NONE ? root[at] : NONE;
    if (candidate === head[at]) continue;
    if (head[at] !== NONE) changes.push({ row: head[at], by: -1 });
    if (candidate !== NONE) changes.push({ row: candidate, by: 1 });
  }
  return changes;
}
