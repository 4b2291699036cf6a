// API keys, workspaces and their policies.

import type { Words } from './word.ts';

export const accessWords = {
  apiKey: ['The key, a UUID.', '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2'],
  token: ['The bearer token, a JWT.', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjaSJ9.c2lnbmF0dXJl'],
  id: ['Identifier of the record.', '1'],
  name: ['The name.', 'training'],
  'createApiKey.name': ['What the key is called.', 'ci'],
  'ApiKey.name': ['What the key is called.', 'ci'],
  description: ['What it is for.', 'builds'],
  role: [
    'Owners do everything; Editors read and write, and Viewers read, what is of their workspace.',
    'Editor',
  ],
  saName: ['The service account that stands for the key.', 'kubeslice-rbac-rw-slice-team-blue'],
  userName: ['Who holds the key; `admin` where nothing is sent.', 'admin'],
  tokenTtlSeconds: ['How long tokens of the key are good for, in digits.', '900'],
  validUntil: ['The last day the key is good for, UTC.', '2030-12-31'],
  validity: ['The last day the key is good for, UTC.', '2030-12-31'],
  'ListApiKeysAnswer.data': ['The keys.'],

  workspaceName: ['The workspace.', 'team-blue'],
  workspace: ['The workspace.', 'team-blue'],
  sliceName: ['The workspace.', 'team-blue'],
  workspaces: ['The workspaces.'],
  'Workspace.name': ['The name of the workspace.', 'team-blue'],
  'createWorkspace.clusters': [
    'The clusters that the workspace has, at most 16, each of them registered.',
    ['worker-1'],
  ],
  'Workspace.clusters': ['The clusters that the workspace has.', ['worker-1']],
  'createWorkspace.namespaces': ['Its namespaces.', ['blue']],
  'Workspace.namespaces': ['Its namespaces, each with its clusters.'],
  'namespaces.namespace': ['The namespace.', 'blue'],
  'namespaces.clusters': ['The clusters that the namespace is on.', ['worker-1']],
  username: ['Who the workspace is for: a team, a job, a project.', 'blue'],
  email: ['Their address.', 'blue@example.com'],
  overlayNetworkDeploymentMode: ['Always `no-network`: no networks are simulated.', 'no-network'],
  maxClusters: ['The most clusters that a workspace may have.', 16],
  sliceDescription: ['Where the workspace comes from.', 'Created via slice workspace API'],
  kubeConfig: ['The document, YAML.', 'apiVersion: v1\nkind: Config\n'],

  policyName: ['The policy, which is called as its workspace.', 'team-blue'],
  priorityRange: ['Priorities that GPRs may have: `<low>-<high>`, or `low`, `medium` or `high`.', '1-300'],
  PriorityRange: ['Priorities that GPRs may have.', '1-300'],
  maxGPRs: ['GPRs that may be there at a time, ended ones not counted; 0: any number.', 10],
  maxExitDurationPerGPR: [
    'The longest exit duration, also in weeks (`2W`) and months of 30 days (`1M`); zero: any.',
    '1d',
  ],
  enableAutoEviction: ['`enableEviction` of GPRs that leave it out.', false],
  globalGPUConstraints: ['Limits on the GPUs of a GPR.'],
  gpuShapes: ['GPU models that GPRs may ask for; empty: any.', ['NVIDIA-A100-SXM4-40GB']],
  maxGpuPerGpr: ['GPUs of a GPR on all of its nodes; 0: any number.', 64],
  maxGPUPerGpr: ['GPUs of a GPR on all of its nodes; 0: any number.', 64],
  maxMemoryPerGpr: [
    'MB of GPU memory of a GPR on all of its nodes (1 GB of `memoryPerGPU` is 1000 MB); 0: any.',
    2_560_000,
  ],
} satisfies Words;
