import { isDeepStrictEqual } from 'node:util';
import type {
  CreatePlacement,
  GprView,
  PlacementView,
  UpdatePlacement,
  WorkloadDefinition,
} from '../../../../sim/index.ts';
import { gprDetailsOf } from './gpu.ts';
import type { CreatePlacementRequest, DefinitionRequest, UpdatePlacementRequest } from './schema.ts';

/** Members of commands and of their GPRs → their names on the wire. */
export const placementFields = {
  workspace: 'workspaceName',
  clusters: 'clusterNames',
  burst: 'burstDuration',
  workloadTemplate: 'workloadTemplateName',
  gpu: 'gprDetails',
  instanceType: 'gprDetails.instanceType',
  gpuShape: 'gprDetails.gpuShape',
  gpusPerNode: 'gprDetails.numberOfGPUs',
  nodeCount: 'gprDetails.numberOfGPUNodes',
  memoryGbPerGpu: 'gprDetails.memoryPerGpu',
  priority: 'gprDetails.priority',
  exitMs: 'gprDetails.exitDuration',
};

export function createCommand(request: CreatePlacementRequest): CreatePlacement {
  const { name, workspaceName, workloadTemplateName, numPlacements, gprDetails } = request;
  return {
    kind: 'placement.create',
    name,
    workspace: workspaceName,
    workloadTemplate: workloadTemplateName,
    numPlacements,
    gpu: gprDetails?.spec ?? null,
    ...definitionOf(request),
  };
}

/** A command with the sent members only. GPU details equal to the shown ones are no change, even if some were unset. */
export function updateCommand(
  request: UpdatePlacementRequest,
  { gpu }: PlacementView,
  made: GprView | undefined,
): UpdatePlacement {
  const { placementName, name, workspaceName, workloadTemplateName, numPlacements, gprDetails } = request;
  const isGpuSame =
    gprDetails === null || isDeepStrictEqual(gprDetailsOf(gprDetails.spec, made), gprDetailsOf(gpu, made));
  return {
    kind: 'placement.update',
    name: placementName,
    ...(name !== null && { newName: name }),
    ...(workspaceName !== null && { workspace: workspaceName }),
    ...(workloadTemplateName !== null && { workloadTemplate: workloadTemplateName }),
    ...(numPlacements !== null && { numPlacements }),
    ...(!isGpuSame && { gpu: gprDetails.spec }),
    ...definitionOf(request),
  };
}

function definitionOf(request: DefinitionRequest): Partial<WorkloadDefinition> {
  const { clusterNames, burstDuration, deletionPolicy, enableBurst } = request;
  const { helmConfigs, manifestResources, cmdExec, steps } = request;
  return {
    ...(clusterNames !== null && { clusters: clusterNames }),
    ...(burstDuration !== null && { burst: burstDuration }),
    ...(deletionPolicy !== null && { deletionPolicy }),
    ...(enableBurst !== null && { enableBurst }),
    ...(helmConfigs !== null && { helmConfigs }),
    ...(manifestResources !== null && { manifestResources }),
    ...(cmdExec !== null && { cmdExec }),
    ...(steps !== null && { steps }),
  };
}
