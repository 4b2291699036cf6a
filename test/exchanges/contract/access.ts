// Authentication, API keys, slice workspaces, inventory.

import { type ContractOperation, within } from './operation.ts';

const apiKeyRecord = [
  'id',
  'apiKey',
  'name',
  'description',
  'role',
  'saName',
  'workspaceName',
  'tokenTtlSeconds',
  'userName',
  'validity',
];

export const accessOperations = {
  authenticate: { method: 'POST', path: '/auth', request: ['apiKey'], response: ['token'] },

  createApiKey: {
    method: 'POST',
    path: '/api-key',
    request: ['name', 'userName', 'description', 'role', 'validUntil', 'workspaceName'],
    alsoSent: ['validity'],
    response: ['apiKey'],
  },
  listApiKeys: {
    method: 'GET',
    path: '/api-key/list',
    request: ['workspace'],
    alsoSent: ['workspaceName'],
    response: ['data', ...within('data[]', apiKeyRecord)],
  },
  deleteApiKey: { method: 'DELETE', path: '/api-key', request: ['apiKey', 'api-key'], response: [] },

  createWorkspace: {
    method: 'POST',
    path: '/slice-workspace',
    request: ['workspaceName', 'clusters', 'namespaces', 'username', 'email'],
    response: ['workspaceName'],
  },
  listWorkspaces: {
    method: 'GET',
    path: '/slice-workspace/list',
    request: [],
    response: [
      'workspaces',
      ...within('workspaces[]', [
        'name',
        'overlayNetworkDeploymentMode',
        'maxClusters',
        'sliceDescription',
        'clusters',
        'namespaces',
        'namespaces[].namespace',
        'namespaces[].clusters',
      ]),
    ],
  },
  getKubeConfig: {
    method: 'GET',
    path: '/slice-workspace/kube-config',
    aliases: [{ method: 'POST', path: '/slice-workspace/kube-config' }],
    request: ['workspaceName', 'clusterName'],
    response: ['kubeConfig'],
  },
  deleteWorkspace: { method: 'DELETE', path: '/slice-workspace', request: ['workspaceName'], response: [] },

  listInventory: {
    method: 'GET',
    path: '/inventory/list',
    request: [],
    response: [
      'managedNodes',
      'unmanagedNodes',
      ...within('managedNodes[]', [
        'gpuNodeName',
        'gpuShape',
        'gpuModelName',
        'instanceType',
        'clusterName',
        'memory',
        'gpuCount',
        'gpuTempThreshold',
        'gpuPowerThreshold',
        'region',
        'cloudProvider',
        'cloud',
        'nodeHealth',
        'gpuNodeState',
        'allocation',
        'allocation[].gprName',
        'allocation[].sliceName',
        'allocation[].totalGPUsAllocated',
        'allocation[].allocationTimeStamp',
        'allocation[].allocationTimeStamp.seconds',
        'allocation[].allocationTimeStamp.nanos',
      ]),
    ],
    alsoAnswered: within('managedNodes[]', ['gpuNodeStatus', 'availableGPUs']),
  },
  getWorkspaceInventory: {
    method: 'GET',
    path: '/inventory',
    request: ['sliceName'],
    response: [
      'items',
      ...within('items[]', [
        'instanceType',
        'gpuShape',
        'clusterName',
        'gpuSlicingProfile',
        'memoryPerGpu',
        'gpuPerNode',
        'totalGpuNodes',
      ]),
    ],
  },
  getInventorySummary: {
    method: 'GET',
    path: '/inventory/summary',
    request: [],
    response: [
      'items',
      ...within('items[]', [
        'clusterName',
        'cloudProvider',
        'region',
        'totalGpus',
        'allocatedGpus',
        'availableGpus',
        'totalGpuNodes',
        'partiallyAllocatedNodes',
        'idleGpus',
      ]),
    ],
  },
} as const satisfies Record<string, ContractOperation>;
