import type { DecisionView, GprView, OwnedGprView, PlacementView } from '../../../../sim/index.ts';
import { formatDuration } from '../../../wire/time/durations.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Service } from '../../frame/operation/service.ts';
import { definitionOf } from '../workload/record.ts';
import { gprDetailsOf } from './gpu.ts';
import type { Decision, GprStatus, PlacementRecord } from './schema.ts';

const gprTypes = { requested: 'Requested', template: 'Template', attached: 'Attached' } as const;

export function recordOf(placement: PlacementView, service: Service): PlacementRecord {
  const { timeline } = service;
  return {
    name: placement.name,
    workspaceName: placement.workspace,
    ...definitionOf(placement),
    numPlacements: placement.numPlacements,
    workloadTemplateName: placement.workloadTemplate,
    gprDetails: gprDetailsOf(placement.gpu, madeGpr(placement, service)),
    createdAt: timeline.iso(placement.createdAtMs),
    updatedAt: timeline.iso(placement.updatedAtMs),
    status: {
      clusterPlacementDecisions: placement.decisions.map((decision) =>
        decisionOf(placement.name, decision, timeline),
      ),
      placementStatus: 'created',
      provisioningStatus: placement.status,
    },
  };
}

/** A GPR created from the placement's GPU details. */
export function madeGpr({ gpu, decisions }: PlacementView, { world }: Service): GprView | undefined {
  const made = gpu === null ? undefined : decisions.find(({ gpr }) => gpr?.by === 'requested')?.gpr;
  return made ? world.read.gpr(made.gprId) : undefined;
}

function decisionOf(placement: string, decision: DecisionView, timeline: Timeline): Decision {
  const { cluster, gpr, message, phase, currentStep, startedAtMs, stepResults } = decision;
  return {
    clusterName: cluster,
    workloadPlacementName: `${placement}-${cluster}`,
    gprStatus: gpr === null ? {} : gprStatusOf(gpr, timeline),
    message,
    phase,
    currentStep,
    startTime: timeline.isoOrEmpty(startedAtMs),
    stepResults: stepResults.map(({ durationMs, ...result }) => ({
      ...result,
      duration: formatDuration(durationMs),
    })),
  };
}

function gprStatusOf(gpr: OwnedGprView, timeline: Timeline): GprStatus {
  return {
    gprName: gpr.gprName,
    gprType: gprTypes[gpr.by],
    gpuShape: gpr.gpuModelName,
    instanceType: gpr.instanceType,
    memoryPerGpu: gpr.memoryGbPerGpu,
    numberOfGPUNodes: gpr.nodeCount,
    numberOfGPUs: gpr.gpusPerNode,
    provisioningStatus: gpr.state,
    startTime: timeline.isoOrEmpty(gpr.startedAtMs),
    completionTime: timeline.isoOrEmpty(gpr.endedAtMs),
  };
}
