import type { Policy, PolicyView } from '../../../../sim/index.ts';
import { formatPriorityRange } from '../../../wire/policy.ts';
import type { PolicyRecord, UpdatePolicyRequest } from './schema.ts';

/** Members of a policy → their names in requests. */
export const policyFields = { gpuShape: 'gpuShapes' };

export function changesOf(request: UpdatePolicyRequest): Partial<Policy> {
  const { globalGPUConstraints: nested } = request;
  const set: { readonly [Member in keyof Policy]: Policy[Member] | null | undefined } = {
    priority: request.priorityRange,
    maxGprs: request.maxGPRs,
    maxExit: request.maxExitDurationPerGPR,
    gpuShapes: request.gpuShapes ?? nested?.gpuShapes,
    maxGpusPerGpr: request.maxGpuPerGpr ?? nested?.maxGPUPerGpr ?? nested?.maxGpuPerGpr,
    maxMemoryMbPerGpr: request.maxMemoryPerGpr ?? nested?.maxMemoryPerGpr,
    enforceIdleTimeOut: request.enforceIdleTimeOut,
    enableEviction: request.enableAutoEviction,
    requeueOnFailure: request.requeueOnFailure,
  };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null && value !== undefined));
}

export function recordOf(policy: PolicyView): PolicyRecord {
  return {
    workspaceName: policy.workspace,
    PriorityRange: formatPriorityRange(policy.priority),
    maxGPRs: policy.maxGprs,
    maxExitDurationPerGPR: policy.maxExit.text,
    requeueOnFailure: policy.requeueOnFailure,
    enableAutoEviction: policy.enableEviction,
    globalGPUConstraints: {
      gpuShapes: policy.gpuShapes,
      maxGPUPerGpr: policy.maxGpusPerGpr,
      maxMemoryPerGpr: policy.maxMemoryMbPerGpr,
    },
  };
}
