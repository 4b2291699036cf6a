// Turns an availability request into the GPR that it asks about, and what the simulator foresees for it into the answer.

import type { AvailabilityView, CreateGpr, EvictableView, Likely } from '../../../../sim/index.ts';
import { formatDuration, formatWait } from '../../../wire/time/durations.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { visibleTo } from '../../frame/access/scope.ts';
import { likelyStartOf } from '../../frame/answers/likely-start.ts';
import type { AvailabilityItem, AvailabilityRequest, EvictableGpr } from './schema.ts';

/** Members of CreateGpr → their names in the request. */
export const availabilityFields = {
  workspace: 'sliceName',
  clusters: 'preferredClusters',
  gpusPerNode: 'numberOfGPUs',
  nodeCount: 'numberOfGPUNodes',
  memoryGbPerGpu: 'memoryPerGpu',
  exitMs: 'exitDuration',
};

export function requestedGpr(request: AvailabilityRequest): CreateGpr {
  return {
    kind: 'gpr.create',
    gprName: request.requestName,
    workspace: request.sliceName,
    clusters: request.preferredClusters,
    instanceType: request.instanceType,
    gpuShape: request.gpuShape,
    gpusPerNode: request.numberOfGPUs,
    nodeCount: request.numberOfGPUNodes,
    memoryGbPerGpu: request.memoryPerGpu,
    priority: request.priority,
    exitMs: request.exitDuration,
    idleTimeOutMs: null,
    enforceIdleTimeOut: null,
    enableEviction: request.enableEviction,
    requeueOnFailure: null,
    dedicatedNodes: false,
  };
}

export function itemOf(
  foreseen: AvailabilityView & { readonly likely?: Likely },
  nowMs: number,
  caller: Caller,
  timeline: Timeline,
): AvailabilityItem {
  const { cluster, instanceType, gpuModelName, startMs, evictable, likely } = foreseen;
  const visible = evictable.filter(visibleTo(caller));
  return {
    cluster,
    instanceType,
    gpuShape: gpuModelName,
    waitduration: startMs === null ? '' : formatWait(startMs - nowMs),
    expectedStartTime: timeline.isoOrEmpty(startMs),
    ...(likely && { likelyStart: likelyStartOf(likely, timeline) }),
    evictableGPRs: visible.map((gpr) => evictableOf(gpr, timeline)),
  };
}

function evictableOf(gpr: EvictableView, timeline: Timeline): EvictableGpr {
  return {
    requestName: gpr.gprName,
    requestId: gpr.gprId,
    clusterName: gpr.cluster,
    sliceName: gpr.workspace,
    priority: gpr.priority,
    exitDuration: formatDuration(gpr.exitMs),
    expectedStartTime: timeline.isoOrEmpty(gpr.nextStartMs),
    creationTime: spelledOut(timeline.iso(gpr.createdAtMs)),
    autoEvictionEnabled: gpr.enableEviction,
    gpuReq: {
      numberOfGPUs: gpr.gpusPerNode,
      numberOfGPUNodes: gpr.nodeCount,
      instanceType: gpr.instanceType,
    },
  };
}

/** `2026-01-05T08:00:00.000Z` as `2026-01-05 08:00:00 +0000 UTC`. */
function spelledOut(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} +0000 UTC`;
}
