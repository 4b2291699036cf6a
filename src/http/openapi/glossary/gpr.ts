// GPRs, their templates and bindings, and availability.

import type { Words } from './word.ts';

export const gprWords = {
  gprId: ['The id of the GPR.', 'gpr-7c29e338-ebda'],
  gprName: ['The name of the GPR, which need not be unique.', 'training'],
  numberOfGPUs: ['The number of GPUs on each node; 1 by default where it is optional.', 4],
  numberOfGPUNodes: ['The number of distinct nodes.', 1],
  memoryPerGPU: ['The least memory of each GPU in GB; by default, the memory of the GPU model.', 40],
  memoryPerGpu: ['The least memory of each GPU in GB.', 40],
  'gpuRequests.memoryPerGPU': ['The memory of each GPU in GB, as digits.', '40'],
  priority: ['1 to 100 is low, 101 to 200 medium, 201 to 300 high. A string of digits is accepted too.', 150],
  'Gpr.priority': ['1 to 100 is low, 101 to 200 medium, 201 to 300 high.', 150],
  exitDuration: ['The longest run time, above zero.', '2h0m0s'],
  preferredClusters: ['The clusters to choose from.', ['worker-1', 'worker-2']],
  enableAutoClusterSelection: ['Whether the service chooses the cluster.', false],
  enableAutoGpuSelection: ['Whether the service chooses the GPUs.', false],
  gpuSharingMode: ['Always `Virtual Machine`.', 'Virtual Machine'],
  estimatedStartTime: [
    'The actual or estimated start, ISO 8601 UTC; empty if no start can be foreseen.',
    '2026-01-05T08:00:20.000Z',
  ],
  estimatedWaitTime: [
    'The actual or estimated wait for the first start; empty if no start can be foreseen.',
    '0h0m20s',
  ],
  earlyRelease: ['Whether to end the GPR now.', true],
  'Gpr.earlyRelease': ['Whether a request ended the GPR early.', false],
  multiNode: ['Stored as sent, without effect.', false],
  dedicatedNodes: ['Whether the GPR occupies its nodes with all their GPUs.', false],
  enableRDMA: ['Stored as sent, without effect.', false],
  enableSecondaryNetwork: ['Stored as sent, without effect.', false],
  enforceIdleTimeOut: [
    'Whether idleness ends the GPR; true by default if `idleTimeOutDuration` is set.',
    true,
  ],
  'updateWorkspacePolicy.enforceIdleTimeOut': ['The default of `enforceIdleTimeOut` for GPRs.', false],
  idleTimeOutDuration: ['The longest uninterrupted idle time; empty if unset.', '0h30m0s'],
  enableEviction: ['Whether the GPR may evict GPRs of other workspaces with lower priority.', false],
  requeueOnFailure: [
    'Whether the GPR is queued again, instead of failing, when it is evicted or loses a node.',
    true,
  ],

  'Gpr.status': ['The status of the GPR.'],
  provisioningStatus: ['The state of the GPR.', 'Successful'],
  'until.provisioningStatus': ['The state to advance to.', 'Successful'],
  failureReason: ['The reason for a failure or a requeue; otherwise empty.', ''],
  numGpusAllocated: ['The number of GPUs that are allocated now.', 4],
  startTimestamp: [
    'The start of the present or last attempt, ISO 8601 UTC; empty while the GPR is queued.',
    '2026-01-05T08:00:20.000Z',
  ],
  completionTimestamp: ['The end of the GPR, ISO 8601 UTC; empty before it.', ''],
  cost: ['The cost of its GPU time so far.', '14.70'],
  'status.nodes': ['The nodes of the GPR; null while it is queued.', ['worker-1-a2-highgpu-8g-1']],
  internalState: [
    '`Reserved` while GPUs are allocated, `Queued` before, `Released` after the end.',
    'Reserved',
  ],
  retryCount: ['The number of requeues.', 0],
  delayedCount: ['The number of times that its recorded estimate moved to a later start.', 0],

  requestName: ['The name of the prospective request.', 'prospect'],
  requestId: ['The id of the GPR.', 'gpr-7c29e338-ebda'],
  waitduration: ['The estimated wait; empty if no start can be foreseen.', '0d0h0m20s'],
  expectedStartTime: [
    'The estimated start, ISO 8601 UTC; empty if no start can be foreseen.',
    '2026-01-05T08:00:20.000Z',
  ],
  evictableGPRs: [
    'The GPRs that the request would evict at its start, without those that the caller does not see.',
    [],
  ],
  'evictableGPRs.expectedStartTime': [
    'The start of the GPR, ISO 8601 UTC; may be empty.',
    '2026-01-05T08:00:20.000Z',
  ],
  creationTime: ['The creation of the GPR.', '2026-01-05 08:00:00 +0000 UTC'],
  autoEvictionEnabled: ['Whether the GPR may evict others.', false],
  gpuReq: ['The requested GPUs.'],

  gprTemplateName: ['The name of the GPR template.', 'four-gpus'],
  'createGprTemplate.name': ['The name of the template.', 'four-gpus'],
  'updateGprTemplate.name': ['The name of the template.', 'four-gpus'],
  'GprTemplate.name': ['The name of the template.', 'four-gpus'],
  gprTemplateBindingName: ['The name of the binding, which is the name of its workspace.', 'team-blue'],
  'GprTemplateBinding.name': ['The name of the binding, which is the name of its workspace.', 'team-blue'],
  'CreateGprTemplateBindingAnswer.name': [
    'The name of the binding, which is the name of its workspace.',
    'team-blue',
  ],
  'UpdateGprTemplateBindingAnswer.name': [
    'The name of the binding, which is the name of its workspace.',
    'team-blue',
  ],
  'CreateGprTemplateBindingAnswer.namespace': ['The namespace of all bindings.', 'kubeslice-avesha'],
  'UpdateGprTemplateBindingAnswer.namespace': ['The namespace of all bindings.', 'kubeslice-avesha'],
  clusters: ['The clusters, each with its templates.'],
  enableAutoGPR: [
    'Whether endpoints and placements without GPU details share the GPR of their workspace in the cluster, or get one from the default template.',
    true,
  ],
  defaultTemplateName: ['The template of GPRs that the service creates automatically.', 'four-gpus'],
  templates: ['The names of the templates for the cluster.', ['four-gpus']],
  defaultTemplateStatus: [
    '`Ready` if the default template exists and fits the cluster, `Failed` if it does not fit, `NotFound` if it does not exist.',
    'Ready',
  ],
  templateStatus: ['The status of each template.', { 'four-gpus': 'Ready' }],
  templateBindings: ['The bindings.'],
} satisfies Words;
