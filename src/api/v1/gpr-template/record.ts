import type { GprTemplate } from '../../../../sim/index.ts';
import { formatDuration } from '../../../wire/time/durations.ts';
import type { GprTemplateRecord, GprTemplateRequest } from './schema.ts';

/** Members of a template's command → their names on the wire. */
export const gprTemplateFields = {
  clusters: 'clusterName',
  cluster: 'clusterName',
  gpusPerNode: 'numberOfGPUs',
  nodeCount: 'numberOfGPUNodes',
  memoryGbPerGpu: 'memoryPerGPU',
  exitMs: 'exitDuration',
  idleTimeOutMs: 'idleTimeOutDuration',
};

export function templateOf(request: GprTemplateRequest): GprTemplate {
  return {
    name: request.name,
    cluster: request.clusterName,
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
  };
}

/** Unset flags, whose values the policy of a workspace decides, are shown with their values under a policy without limits. */
export function recordOf(template: GprTemplate): GprTemplateRecord {
  const { idleTimeOutMs } = template;
  return {
    name: template.name,
    clusterName: template.cluster,
    numberOfGPUs: template.gpusPerNode,
    instanceType: template.instanceType,
    numberOfGPUNodes: template.nodeCount,
    priority: template.priority,
    memoryPerGpu: template.memoryGbPerGpu,
    gpuShape: template.gpuShape,
    exitDuration: formatDuration(template.exitMs),
    idleTimeOutDuration: idleTimeOutMs === null ? '' : formatDuration(idleTimeOutMs),
    enforceIdleTimeOut: template.enforceIdleTimeOut ?? idleTimeOutMs !== null,
    enableEviction: template.enableEviction ?? false,
    requeueOnFailure: template.requeueOnFailure ?? false,
  };
}
