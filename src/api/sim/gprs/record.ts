import { type Estimate, type ListedGpr, type Sentence, textOf } from '../../../../sim/index.ts';
import type { IsWanted } from '../../../driver/world.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { namesFor, opens, seenBy } from '../../frame/access/scope.ts';
import { after } from '../../frame/answers/as-of.ts';
import type { Service } from '../../frame/operation/service.ts';
import { withPlan } from './explanation-answer.ts';
import type { ListedGprRecord } from './schema.ts';

/** Records of GPRs at the present instant. @param estimates whether queued GPRs get their estimated starts */
export function listedGprs(
  gprs: readonly ListedGpr[],
  estimates: boolean,
  caller: Caller,
  service: Service,
  isWanted: IsWanted,
): ListedGprRecord[] | Promise<ListedGprRecord[]> {
  const records = gprs.map((listed) => recordOf(listed, caller, service));
  const queued = gprs.filter(({ gpr }) => gpr.state === 'Queued').map(({ gpr }) => gpr.gprId);
  if (!estimates || queued.length === 0) return records;
  const { world, timeline } = service;
  const estimated = (starts: readonly Estimate[]) => {
    let next = 0;
    return records.map((record) => {
      if (record.state !== 'Queued') return record;
      return { ...record, estimatedStartTime: timeline.isoOrEmpty(starts[next++].startMs) };
    });
  };
  return after(world.read.estimates(queued, isWanted), estimated);
}

function recordOf(
  { gpr, position, why, waitReason, plannedStartMs }: ListedGpr,
  caller: Caller,
  { world, timeline }: Service,
): ListedGprRecord {
  const isNamed = opens(caller, gpr.workspaceCreation);
  const text = (sentence: Sentence) => (isNamed ? textOf(sentence, seenBy(caller, world)) : '');
  const { nodeCount, gpusPerNode } = gpr;
  const waitedUntil = gpr.state === 'Queued' ? world.clock().nowMs : (gpr.firstStartedAtMs ?? gpr.endedAtMs);
  return {
    ...namesFor(caller, gpr),
    cluster: gpr.cluster,
    instanceType: gpr.instanceType,
    gpuModelName: gpr.gpuModelName,
    nodeCount,
    gpusPerNode,
    gpus: nodeCount * gpusPerNode,
    priority: gpr.priority,
    state: gpr.state,
    failureReason: text(gpr.failureReason),
    idle: gpr.idle,
    enableEviction: gpr.enableEviction,
    createdAt: timeline.iso(gpr.createdAtMs),
    startedAt: timeline.isoOrNull(gpr.startedAtMs),
    endedAt: timeline.isoOrNull(gpr.endedAtMs),
    waitedMs: waitedUntil! - gpr.createdAtMs,
    exitMs: gpr.exitMs,
    nodes: gpr.nodes,
    position,
    estimatedStartTime: '',
    why: text(withPlan(why, plannedStartMs, timeline)),
    waitReason,
  };
}
