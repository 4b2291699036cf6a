// Checks facts about blocked heads: the GPR is the first head of its pool and does not fit; room and victims are right.

import type { WordsOf } from '../../../facts/catalogue.ts';
import { State } from '../../../facts/numbered.ts';
import { Step } from '../../../kernel/cycle.ts';
import { Flag } from '../../../tables/gprs/gpr-table.ts';
import type { Rules } from '../check-report.ts';
import type { Parts } from '../parts.ts';
import { hasFlag } from './checked-gpr.ts';

export function headRules(parts: Parts): Rules<'headBlocked'> {
  return { headBlocked: (words) => onBlocked(parts, words) };
}

function onBlocked(
  { report, gprs, nodes, order, pools, changes }: Parts,
  words: WordsOf<'headBlocked'>,
): void {
  const { uid, workspace, pool, step, needsNodes, needsGpusPerNode, nodesWithRoom, victimsNotEnough } = words;
  const gpr = gprs.find(uid);
  if (gpr === undefined || gpr.state !== State.queued || !pools.isHead(gpr)) {
    report.object(`GPR ${uid} is blocked, but is no head`);
    return;
  }
  if (gpr.workspace !== workspace || gpr.pool !== pool) {
    report.object(`blocked GPR ${uid}: wrong pool ${pool} or workspace ${workspace}`);
  }
  if (gpr.nodeCount !== needsNodes || gpr.gpusPerNode !== needsGpusPerNode) {
    report.object(`blocked GPR ${uid}: wrong demand ${needsNodes} × ${needsGpusPerNode} GPUs`);
  }
  const before = pools.headBefore(gpr, report.atMs, order);
  if (before !== undefined) {
    report.object(
      `GPR ${uid} is the first blocked head of its pool; expected ${before.uid}, which is before it`,
    );
  }
  if (nodesWithRoom >= needsNodes) report.object(`GPR ${uid} is blocked, but fits`);
  if (!nodes.isShared(pool)) {
    const room = nodes.room(pool, hasFlag(gpr, Flag.dedicatedNodes) ? 'all' : gpr.gpusPerNode);
    if (room !== nodesWithRoom) {
      report.object(`blocked GPR ${uid}: ${nodesWithRoom} nodes with room; expected ${room}`);
    }
  }
  const evicts = hasFlag(gpr, Flag.evicts) && !changes.plansStarts;
  if (step !== (evicts ? Step.evict : Step.fit)) report.object(`blocked GPR ${uid}: wrong step ${step}`);
  const victims = evicts ? pools.victimsOf(gpr) : 0;
  if (victims !== victimsNotEnough) {
    report.object(`blocked GPR ${uid}: ${victimsNotEnough} victims; expected ${victims}`);
  }
}
