// API keys, workspaces and their policies.

import { clusterNames, durationHint, shapeNames, workspaceField } from '../../form/known-fields.ts';
import { spanOf } from '../../text/spans.ts';
import type { Resource } from '../resource.ts';

const noLimit = 'Empty: none.';

export const workspaces: Resource = {
  name: 'workspaces',
  title: 'Workspaces',
  one: 'workspace',
  list: 'api/v1/slice-workspace/list',
  member: 'workspaces',
  key: 'name',
  columns: [
    { title: 'Name', member: 'name', leadsTo: 'workspace' },
    { title: 'Clusters', member: 'clusters', leadsTo: 'cluster' },
    { title: 'Namespaces', show: ({ namespaces }) => namespaces.map(namespaceOf).join(', ') },
  ],
  create: {
    operation: 'createWorkspace',
    method: 'POST',
    path: 'api/v1/slice-workspace',
    fields: () => [
      { name: 'workspaceName', label: 'Name', kind: 'text', isRequired: true },
      {
        name: 'clusters',
        label: 'Clusters',
        kind: 'names',
        isRequired: true,
        sendsEmpty: true,
        hint: 'With commas between them.',
        initial: clusterNames.value.join(', '),
      },
      {
        name: 'namespaces',
        label: 'Namespaces',
        kind: 'names',
        isRequired: true,
        sendsEmpty: true,
        hint: 'With commas between them.',
      },
      { name: 'username', label: 'User, team or project', kind: 'text', isRequired: true },
      { name: 'email', label: 'E-mail address', kind: 'text', isRequired: true },
    ],
  },
  remove: {
    operation: 'deleteWorkspace',
    path: 'api/v1/slice-workspace',
    body: { workspaceName: 'name' },
    warning: 'Its GPRs are released or removed.',
  },
};

export const policies: Resource = {
  name: 'policies',
  title: 'Workspace policies',
  one: 'policy',
  list: 'api/v1/workspace-policies',
  member: '',
  key: 'workspaceName',
  columns: [
    { title: 'Workspace', member: 'workspaceName', leadsTo: 'workspace' },
    { title: 'Priorities', member: 'PriorityRange' },
    { title: 'GPRs', member: 'maxGPRs', isNumber: true, unset: '0' },
    {
      title: 'Exit duration',
      member: 'maxExitDurationPerGPR',
      isNumber: true,
      unset: '0h0m0s',
      show: ({ maxExitDurationPerGPR }) => spanOf(maxExitDurationPerGPR),
    },
    { title: 'GPUs of a GPR', member: 'globalGPUConstraints.maxGPUPerGpr', isNumber: true, unset: '0' },
    { title: 'MB of a GPR', member: 'globalGPUConstraints.maxMemoryPerGpr', isNumber: true, unset: '0' },
    { title: 'Limited to GPU shapes', member: 'globalGPUConstraints.gpuShapes', unset: '' },
    { title: 'May evict by default', member: 'enableAutoEviction' },
    { title: 'Requeued by default', member: 'requeueOnFailure' },
  ],
  change: {
    operation: 'updateWorkspacePolicy',
    method: 'PUT',
    path: 'api/v1/workspace-policies/{workspaceName}',
    fields: () => [
      {
        name: 'priorityRange',
        recordName: 'PriorityRange',
        label: 'Priorities',
        kind: 'text',
        hint: 'Such as 1-200.',
      },
      { name: 'maxGPRs', label: 'Most GPRs', kind: 'number', hint: noLimit, none: 0 },
      {
        name: 'maxExitDurationPerGPR',
        label: 'Longest exit duration',
        kind: 'duration',
        hint: `${durationHint} ${noLimit}`,
        none: '0h0m0s',
      },
      {
        name: 'maxGpuPerGpr',
        recordName: 'globalGPUConstraints.maxGPUPerGpr',
        label: 'Most GPUs of a GPR',
        kind: 'number',
        hint: noLimit,
        none: 0,
      },
      {
        name: 'maxMemoryPerGpr',
        recordName: 'globalGPUConstraints.maxMemoryPerGpr',
        label: 'Most GPU memory of a GPR, in MB',
        kind: 'number',
        hint: noLimit,
        none: 0,
      },
      {
        name: 'gpuShapes',
        recordName: 'globalGPUConstraints.gpuShapes',
        label: 'Limited to GPU shapes',
        kind: 'several',
        choices: shapeNames.value,
        sendsEmpty: true,
        hint: 'Without a choice: no limit.',
      },
      { name: 'enforceIdleTimeOut', label: 'Enforce idle time-outs', kind: 'maybe', unset: 'unchanged' },
      { name: 'enableAutoEviction', label: 'GPRs may evict', kind: 'flag' },
      { name: 'requeueOnFailure', label: 'Requeue on failure', kind: 'flag' },
    ],
  },
};

export const keys: Resource = {
  name: 'keys',
  title: 'API keys',
  one: 'API key',
  list: 'api/v1/api-key/list',
  member: 'data',
  key: 'id',
  columns: [
    { title: 'Name', member: 'name' },
    { title: 'Role', member: 'role' },
    { title: 'Workspace', member: 'workspaceName', leadsTo: 'workspace' },
    { title: 'User', member: 'userName' },
    { title: 'Valid until', member: 'validity' },
    { title: 'Description', member: 'description' },
  ],
  details: ({ apiKey }) => `Key: ${apiKey}`,
  create: {
    operation: 'createApiKey',
    method: 'POST',
    path: 'api/v1/api-key',
    fields: ({ role }) => [
      { name: 'name', label: 'Name', kind: 'text', isRequired: true },
      {
        name: 'role',
        label: 'Role',
        kind: 'choice',
        isRequired: true,
        choices: ['Owner', 'Editor', 'Viewer'],
        initial: 'Viewer',
      },
      ...(role === 'Owner' ? [] : [workspaceField('workspaceName')]),
      { name: 'validUntil', label: 'Valid until', kind: 'day', isRequired: true },
      { name: 'userName', label: 'User', kind: 'text', hint: 'admin if it is empty.' },
      { name: 'description', label: 'Description', kind: 'text' },
    ],
    kept: ({ apiKey }) => apiKey,
  },
  remove: {
    operation: 'deleteApiKey',
    path: 'api/v1/api-key',
    body: { apiKey: 'apiKey' },
    warning: 'Clients with this key or its tokens are refused.',
  },
};

function namespaceOf({ namespace }: { readonly namespace: string }): string {
  return namespace;
}
