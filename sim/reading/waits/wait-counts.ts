// Counts the queued GPRs by the reason for which they wait. Heads with one demand have one reason, except the first of a pool, so
// the count visits demands and the changes since the last cycle instead of all GPRs.

import { State } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { candidateReason, reasonIn, WaitReason } from '../../kernel/queue/wait-reason.ts';
import { WAIT_REASONS, type WaitReasonName } from '../../language/views.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import { recordOf } from '../../tables/workspace-table.ts';

export type WaitCounts = Readonly<Record<WaitReasonName, number>>;

export function countWaits(core: Core): WaitCounts {
  const counts = WAIT_REASONS.map(() => 0);
  const withheld = core.queue.withholds();
  for (const pool of core.pools) {
    const { lanes, laneDemand } = pool.heads;
    const first = pool.heads.first(core.gprs);
    lanes.forEach(({ size }, lane) => {
      if (size === 0) return;
      const demand = laneDemand[lane];
      const isFirst = pool.heads.firstOf(lane) === first;
      if (isFirst) counts[reasonIn(core, pool, demand, 'none')]++;
      counts[reasonIn(core, pool, demand, withheld)] += isFirst ? size - 1 : size;
    });
  }
  for (const { row, by } of changesOf(core)) counts[candidateReason(core, row)] += by;
  const candidates = counts.reduce((sum, count) => sum + count, 0);
  counts[WaitReason.workspace] = core.queued - candidates;
  const [workspace, head, room, down, cycle] = counts;
  return { workspace, head, room, down, cycle };
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
