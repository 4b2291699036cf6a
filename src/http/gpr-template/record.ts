// Between templates on the wire and templates of the simulator.

import type { GprTemplate } from '../../../sim/index.ts';
import { formatDuration } from '../../wire/durations.ts';
import type { GprTemplateRecord, GprTemplateRequest } from './schema.ts';

/** How the members of a template's command are called on the wire. */
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

/** Flags left to the policy of whoever uses the template show what they come to under a permissive one. */
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
