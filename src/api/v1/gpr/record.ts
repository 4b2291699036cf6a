// GPRs on the wire and in the simulator: the commands of requests, and the records of answers.

import {
  type CreateGpr,
  carriedMembers,
  carriedOf,
  type Estimate,
  type GprState,
  type GprView,
  textOf,
  type UpdateGpr,
} from '../../../../sim/index.ts';
import type { IsWanted } from '../../../driver/world.ts';
import { formatDuration } from '../../../wire/time/durations.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import { AsOf, after } from '../../frame/answers/as-of.ts';
import type { Service } from '../../frame/operation/service.ts';
import type { CreateGprRequest, GprRecord, UpdateGprRequest } from './schema.ts';

/** Members of CreateGpr → their names on the wire. */
export const createGprFields = {
  workspace: 'sliceName',
  gpusPerNode: 'numberOfGPUs',
  nodeCount: 'numberOfGPUNodes',
  memoryGbPerGpu: 'memoryPerGPU',
  exitMs: 'exitDuration',
  idleTimeOutMs: 'idleTimeOutDuration',
};

export function createCommand(request: CreateGprRequest): CreateGpr {
  return {
    kind: 'gpr.create',
    gprName: request.gprName,
    workspace: request.sliceName,
    clusters: clustersOf(request),
    instanceType: request.instanceType,
    gpuShape: request.gpuShape,
    gpusPerNode: request.numberOfGPUs,
    nodeCount: request.numberOfGPUNodes,
    memoryGbPerGpu: request.memoryPerGPU,
    priority: request.priority,
    exitMs: request.exitDuration,
    idleTimeOutMs: request.idleTimeOutDuration,
    enforceIdleTimeOut: request.enforceIdleTimeOut,
    enableEviction: request.enableEviction,
    requeueOnFailure: request.requeueOnFailure,
    dedicatedNodes: request.dedicatedNodes,
    ...carriedOf(request),
  };
}

export function updateCommand(request: UpdateGprRequest): UpdateGpr {
  const { gprId, gprName, priority, enableEviction, requeueOnFailure } = request;
  return {
    kind: 'gpr.update',
    gprId,
    ...(gprName !== null && { gprName }),
    ...(priority !== null && { priority }),
    ...(enableEviction !== null && { enableEviction }),
    ...(requeueOnFailure !== null && { requeueOnFailure }),
  };
}

/** The named cluster, else the preferred ones. Empty if the service selects the cluster. */
function clustersOf({ clusterName, preferredClusters }: CreateGprRequest): readonly string[] {
  return clusterName === '' ? preferredClusters : [clusterName];
}

const internalStates: Record<GprState, GprRecord['status']['internalState']> = {
  Queued: 'Queued',
  Provisioning: 'Reserved',
  Successful: 'Reserved',
  Complete: 'Released',
  TimedOut: 'Released',
  Failed: 'Released',
};

const unsetCarried = carriedMembers((unset) => unset);

/** Records of GPRs at the present instant. Queued GPRs get their estimated starts. */
export function recordsOf(
  gprs: readonly GprView[],
  { world, timeline }: Service,
  isWanted: IsWanted,
): AsOf<GprRecord[]> | Promise<AsOf<GprRecord[]>> {
  const nowMs = world.nowMs();
  const queued = gprs.filter(isQueued).map(({ gprId }) => gprId);
  const records = (estimates: readonly Estimate[]) => {
    let next = 0;
    return new AsOf(
      gprs.map((gpr) => recordOf(gpr, isQueued(gpr) ? estimates[next++].startMs : gpr.startedAtMs, timeline)),
      timeline.iso(nowMs),
    );
  };
  return queued.length === 0 ? records([]) : after(world.read.estimates(queued, isWanted), records);
}

function isQueued({ state }: GprView): boolean {
  return state === 'Queued';
}

/** @param startMs the actual or, for a queued GPR, the estimated start; null = none */
function recordOf(gpr: GprView, startMs: number | null, timeline: Timeline): GprRecord {
  // The wait lasts until the first start, even if the GPR is queued again later.
  const firstStartMs = gpr.firstStartedAtMs ?? startMs;
  return {
    gprId: gpr.gprId,
    gprName: gpr.gprName,
    sliceName: gpr.workspace,
    clusterName: gpr.cluster,
    numberOfGPUs: gpr.gpusPerNode,
    numberOfGPUNodes: gpr.nodeCount,
    instanceType: gpr.instanceType,
    gpuShape: gpr.gpuModelName,
    memoryPerGPU: gpr.memoryGbPerGpu,
    priority: gpr.priority,
    gpuSharingMode: 'Virtual Machine',
    estimatedStartTime: timeline.isoOrEmpty(startMs),
    estimatedWaitTime: firstStartMs === null ? '' : formatDuration(firstStartMs - gpr.createdAtMs),
    exitDuration: formatDuration(gpr.exitMs),
    earlyRelease: gpr.earlyRelease,
    dedicatedNodes: gpr.dedicatedNodes,
    ...unsetCarried,
    ...gpr.carried,
    enforceIdleTimeOut: gpr.enforceIdleTimeOut,
    idleTimeOutDuration: gpr.idleTimeOutMs === null ? '' : formatDuration(gpr.idleTimeOutMs),
    enableEviction: gpr.enableEviction,
    requeueOnFailure: gpr.requeueOnFailure,
    status: {
      provisioningStatus: gpr.state,
      failureReason: textOf(gpr.failureReason),
      numGpusAllocated: gpr.allocatedGpus,
      startTimestamp: timeline.isoOrEmpty(gpr.startedAtMs),
      completionTimestamp: timeline.isoOrEmpty(gpr.endedAtMs),
      cost: money(gpr.costMicro),
      nodes: gpr.nodes,
      internalState: internalStates[gpr.state],
      retryCount: gpr.retryCount,
      delayedCount: gpr.delayedCount,
    },
  };
}

/** Formats millionths of the currency with two decimals. */
function money(micro: number): string {
  const cents = Math.round(micro / 10_000);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
