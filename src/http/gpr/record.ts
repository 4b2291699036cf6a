// A GPR as view and list show it.

import type { Estimate, GprState, GprView } from '../../../sim/index.ts';
import { formatDuration } from '../../wire/durations.ts';
import type { Timeline } from '../../wire/timestamps.ts';
import { AsOf, after } from '../answering.ts';
import type { Service } from '../service.ts';
import type { GprRecord } from './schema.ts';

const internalStates: Record<GprState, GprRecord['status']['internalState']> = {
  Queued: 'Queued',
  Provisioning: 'Reserved',
  Successful: 'Reserved',
  Complete: 'Released',
  TimedOut: 'Released',
  Failed: 'Released',
};

/** GPRs as they are now; those that wait with the starts that are foreseen now. */
export function recordsOf(
  gprs: readonly GprView[],
  { world, timeline }: Service,
): AsOf<GprRecord[]> | Promise<AsOf<GprRecord[]>> {
  const nowMs = world.nowMs();
  const waiting = gprs.filter(isWaiting).map(({ gprId }) => gprId);
  const records = (estimates: readonly Estimate[]) => {
    let next = 0;
    return new AsOf(
      gprs.map((gpr) =>
        recordOf(gpr, isWaiting(gpr) ? estimates[next++].startMs : gpr.startedAtMs, timeline),
      ),
      timeline.iso(nowMs),
    );
  };
  return waiting.length === 0 ? records([]) : after(world.read.estimates(waiting), records);
}

function isWaiting({ state }: GprView): boolean {
  return state === 'Queued';
}

/** @param startMs of the start that was or, of one that waits, is foreseen; null = none */
function recordOf(gpr: GprView, startMs: number | null, timeline: Timeline): GprRecord {
  // The wait of a GPR is that for its first start, also when it is queued again.
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
    multiNode: gpr.multiNode,
    dedicatedNodes: gpr.dedicatedNodes,
    enableRDMA: gpr.enableRDMA,
    enableSecondaryNetwork: gpr.enableSecondaryNetwork,
    enforceIdleTimeOut: gpr.enforceIdleTimeOut,
    idleTimeOutDuration: gpr.idleTimeOutMs === null ? '' : formatDuration(gpr.idleTimeOutMs),
    enableEviction: gpr.enableEviction,
    requeueOnFailure: gpr.requeueOnFailure,
    status: {
      provisioningStatus: gpr.state,
      failureReason: gpr.failureReason,
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

/** Millionths of the currency as an amount with two decimals. */
function money(micro: number): string {
  const cents = Math.round(micro / 10_000);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
