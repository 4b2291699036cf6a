import type { CreateGpr, UpdateGpr } from '../../../../sim/index.ts';
import { carriedOf } from '../../../wire/carried.ts';
import type { CreateGprRequest, UpdateGprRequest } from './schema.ts';

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
