// The one sentence that begins the overview: what matters most now.

import type { WorldState } from '../../api/sim/answers.ts';
import { WAIT_REASONS, type WaitReason } from '../../looks/wait-reasons.ts';
import { counted, number } from '../text/spans.ts';

/** More clusters are only counted. */
const NAMED_MAX = 2;

/** What most GPRs do that want free GPUs: one, several. */
const BECAUSE: Readonly<Record<WaitReason, readonly [one: string, several: string]>> = {
  workspace: ['waits for another GPR of its workspace', 'wait for another GPR of their workspace'],
  head: ['waits behind one that needs more', 'wait behind one that needs more'],
  room: ['needs more than is free', 'need more than is free'],
  down: ['needs nodes that are down', 'need nodes that are down'],
  cycle: ['waits for the next cycle', 'wait for the next cycle'],
};

export function findingOf({
  clusters,
  counts,
  waits,
  blocked,
}: Pick<WorldState, 'clusters' | 'counts' | 'waits' | 'blocked'>): string {
  const sum = (of: 'downNodes' | 'gpus' | 'availableGpus') =>
    clusters.reduce((total, cluster) => total + cluster[of], 0);
  if (sum('gpus') === 0) return 'The world has no nodes, so that no GPR can start.';
  const down = sum('downNodes');
  const others = blocked.reduce((total, { waits: of }) => total + of.workspace + of.head + of.room, 0);
  if (waits.down > 0 && waits.down >= others)
    return `${counted(down, 'node')} ${areOf(down)} down: ${counted(waits.down, 'GPR')} would have room there.`;
  if (blocked.length > 0) return ofBlocked(blocked);
  if (waits.cycle > 0) return `${counted(waits.cycle, 'GPR')} can start with the next cycle.`;
  if (counts.Queued > 0)
    return `All GPUs that the ${counted(counts.Queued, 'waiting GPR')} could use are in use.`;
  return `Nothing waits, and ${number(sum('availableGpus'))} of ${counted(sum('gpus'), 'GPU')} are free.`;
}

function ofBlocked(blocked: WorldState['blocked']): string {
  const free = blocked.reduce((total, { freeGpus }) => total + freeGpus, 0);
  const ofReason = (reason: WaitReason) => blocked.reduce((total, { waits }) => total + waits[reason], 0);
  const reasons = WAIT_REASONS.filter((reason) => ofReason(reason) > 0);
  const total = reasons.reduce((count, reason) => count + ofReason(reason), 0);
  const names = [
    ...new Set(blocked.toSorted((a, b) => b.freeGpus - a.freeGpus).map(({ cluster }) => cluster)),
  ];
  const where = names.length > NAMED_MAX ? counted(names.length, 'cluster') : names.join(' and ');
  const begin = `${counted(free, 'free GPU')} of ${where} ${areOf(free)} blocked`;
  const [most] = reasons.toSorted((a, b) => ofReason(b) - ofReason(a));
  const [one, several] = BECAUSE[most];
  const count = ofReason(most);
  const them = free === 1 ? 'it' : 'them';
  if (total === 1) return `${begin}: the only GPR that wants ${them} ${one}.`;
  const which = count === total ? `all ${number(total)}` : `${number(count)} of the ${number(total)}`;
  return `${begin}: ${which} GPRs that want ${them} ${count === 1 ? one : several}.`;
}

function areOf(count: number): string {
  return count === 1 ? 'is' : 'are';
}
