// GPRs, GPU availability, GPR templates and their bindings, workspace policies.

import { type ContractOperation, within } from './operation.ts';

const gprRecord = [
  'gprId',
  'gprName',
  'sliceName',
  'clusterName',
  'numberOfGPUs',
  'numberOfGPUNodes',
  'instanceType',
  'gpuShape',
  'memoryPerGPU',
  'priority',
  'gpuSharingMode',
  'estimatedStartTime',
  'estimatedWaitTime',
  'exitDuration',
  'earlyRelease',
  'multiNode',
  'dedicatedNodes',
  'enableRDMA',
  'enableSecondaryNetwork',
  'enforceIdleTimeOut',
  'idleTimeOutDuration',
  'enableEviction',
  'requeueOnFailure',
  'status',
  ...within('status', [
    'provisioningStatus',
    'failureReason',
    'numGpusAllocated',
    'startTimestamp',
    'completionTimestamp',
    'cost',
    'nodes',
    'internalState',
    'retryCount',
    'delayedCount',
  ]),
];

const templateSent = [
  'name',
  'clusterName',
  'numberOfGPUs',
  'instanceType',
  'numberOfGPUNodes',
  'priority',
  'memoryPerGPU',
  'gpuShape',
  'exitDuration',
  'idleTimeOutDuration',
  'enforceIdleTimeOut',
  'enableEviction',
  'requeueOnFailure',
];

const templateRecord = templateSent.map((name) => (name === 'memoryPerGPU' ? 'memoryPerGpu' : name));

const bindingSent = [
  'workspaceName',
  'clusters',
  'clusters[].clusterName',
  'clusters[].defaultTemplateName',
  'clusters[].templates',
  'enableAutoGPR',
];

const bindingRecord = [
  'name',
  'clusters',
  'clusters[].clusterName',
  'clusters[].defaultTemplateName',
  'clusters[].templates',
  'enableAutoGPR',
];

const bindingStatuses = [
  'clusters[].defaultTemplateStatus',
  'clusters[].templateStatus',
  'clusters[].templateStatus.*',
];

const policyRecord = [
  'workspaceName',
  'PriorityRange',
  'maxGPRs',
  'maxExitDurationPerGPR',
  'requeueOnFailure',
  'enableAutoEviction',
  'globalGPUConstraints',
  'globalGPUConstraints.gpuShapes',
  'globalGPUConstraints.maxGPUPerGpr',
  'globalGPUConstraints.maxMemoryPerGpr',
];

const requestedGpus = ['numberOfGPUs', 'numberOfGPUNodes', 'instanceType'];

export const gprOperations = {
  createGpr: {
    method: 'POST',
    path: '/gpr',
    request: [
      'gprName',
      'sliceName',
      'clusterName',
      'instanceType',
      'numberOfGPUs',
      'numberOfGPUNodes',
      'priority',
      'memoryPerGPU',
      'gpuShape',
      'exitDuration',
      'idleTimeOutDuration',
      'enforceIdleTimeOut',
      'enableEviction',
      'requeueOnFailure',
    ],
    alsoSent: [
      'memoryPerGpu',
      'preferredClusters',
      'enableAutoClusterSelection',
      'enableAutoGpuSelection',
      'multiNode',
      'dedicatedNodes',
      'enableRDMA',
      'enableSecondaryNetwork',
    ],
    response: ['gprId'],
  },
  updateGpr: {
    method: 'PUT',
    path: '/gpr',
    request: ['gprId', 'gprID', 'gprName', 'earlyRelease', 'priority', 'enableEviction', 'requeueOnFailure'],
    response: [],
  },
  getGpr: {
    method: 'GET',
    path: '/gpr/gpr',
    aliases: [{ method: 'GET', path: '/gpr' }],
    request: ['gprId'],
    response: gprRecord,
  },
  listGprs: {
    method: 'GET',
    path: '/gpr/list',
    request: ['sliceName', 'workspace'],
    response: ['items', ...within('items[]', gprRecord)],
  },
  deleteGpr: { method: 'DELETE', path: '/gpr', request: ['gprId'], response: [] },

  getGpuAvailability: {
    method: 'POST',
    path: '/gpr/gpu-availability',
    aliases: [{ method: 'POST', path: '/gpr/waittime' }],
    request: [
      'requestName',
      'sliceName',
      'preferredClusters',
      'enableAutoClusterSelection',
      'enableAutoGpuSelection',
      'numberOfGPUs',
      'numberOfGPUNodes',
      'instanceType',
      'exitDuration',
      'memoryPerGpu',
      'priority',
      'enableEviction',
      'gpuShape',
    ],
    response: [
      'items',
      ...within('items[]', [
        'cluster',
        'instanceType',
        'gpuShape',
        'waitduration',
        'expectedStartTime',
        'evictableGPRs',
        ...within('evictableGPRs[]', [
          'requestName',
          'requestId',
          'clusterName',
          'sliceName',
          'priority',
          'exitDuration',
          'expectedStartTime',
          'creationTime',
          'autoEvictionEnabled',
          'gpuReq',
          ...within('gpuReq', requestedGpus),
        ]),
      ]),
    ],
  },

  createGprTemplate: {
    method: 'POST',
    path: '/gpr-template',
    request: templateSent,
    alsoSent: ['memoryPerGpu'],
    response: ['gprTemplateName'],
  },
  getGprTemplate: {
    method: 'GET',
    path: '/gpr-template',
    lacking: 'gprTemplateBindingName',
    request: ['gprTemplateName'],
    response: templateRecord,
  },
  listGprTemplates: {
    method: 'GET',
    path: '/gpr-template/list',
    request: [],
    response: ['items', ...within('items[]', templateRecord)],
  },
  updateGprTemplate: {
    method: 'PUT',
    path: '/gpr-template',
    request: templateSent,
    alsoSent: ['memoryPerGpu'],
    response: [],
  },
  deleteGprTemplate: { method: 'DELETE', path: '/gpr-template', request: ['gprTemplateName'], response: [] },

  createGprTemplateBinding: {
    method: 'POST',
    path: '/gpr-template-binding',
    request: bindingSent,
    response: [...bindingRecord, 'namespace'],
  },
  getGprTemplateBinding: {
    method: 'GET',
    path: '/gpr-template-binding',
    aliases: [{ method: 'GET', path: '/gpr-template', having: 'gprTemplateBindingName' }],
    request: ['gprTemplateBindingName'],
    response: [...bindingRecord, ...bindingStatuses],
  },
  listGprTemplateBindings: {
    method: 'GET',
    path: '/gpr-template-binding/list',
    request: [],
    response: ['templateBindings', ...within('templateBindings[]', [...bindingRecord, ...bindingStatuses])],
  },
  updateGprTemplateBinding: {
    method: 'PUT',
    path: '/gpr-template-binding',
    request: bindingSent,
    alsoSent: ['name', ...bindingStatuses],
    response: [...bindingRecord, ...bindingStatuses, 'namespace'],
  },
  deleteGprTemplateBinding: {
    method: 'DELETE',
    path: '/gpr-template-binding',
    request: ['gprTemplateBindingName'],
    response: [],
  },

  listWorkspacePolicies: {
    method: 'GET',
    path: '/workspace-policies',
    request: [],
    response: within('[]', policyRecord),
  },
  getWorkspacePolicy: {
    method: 'GET',
    path: '/workspace-policies/{policyName}',
    request: [],
    response: policyRecord,
  },
  updateWorkspacePolicy: {
    method: 'PUT',
    path: '/workspace-policies/{policyName}',
    request: [
      'priorityRange',
      'maxGPRs',
      'maxExitDurationPerGPR',
      'enforceIdleTimeOut',
      'requeueOnFailure',
      'enableAutoEviction',
      'gpuShapes',
      'maxGpuPerGpr',
      'maxMemoryPerGpr',
    ],
    response: policyRecord,
  },
} as const satisfies Record<string, ContractOperation>;
