// API keys, workspaces and their policies.

import type { Words } from './word.ts';

export const accessWords = {
  apiKey: ['The API key, a UUID.', '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2'],
  token: ['The bearer token, a JWT.', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjaSJ9.c2lnbmF0dXJl'],
  id: ['The identifier of the record.', '1'],
  name: ['The name.', 'training'],
  'createApiKey.name': ['The name of the key.', 'ci'],
  'ApiKey.name': ['The name of the key.', 'ci'],
  description: ['The purpose of the key.', 'builds'],
  role: [
    'An Owner may call every operation. An Editor reads and writes records of its workspace; a Viewer reads them.',
    'Editor',
  ],
  saName: ['The service account of the key.', 'kubeslice-rbac-rw-slice-team-blue'],
  userName: ['The holder of the key; `admin` by default.', 'admin'],
  tokenTtlSeconds: ['The lifetime of tokens of the key in seconds, as digits.', '900'],
  validUntil: ['The last day on which the key is valid, UTC.', '2030-12-31'],
  validity: ['The last day on which the key is valid, UTC.', '2030-12-31'],
  'ListApiKeysAnswer.data': ['The keys.'],

  workspaceName: ['The workspace.', 'team-blue'],
  workspace: ['The workspace.', 'team-blue'],
  sliceName: ['The workspace.', 'team-blue'],
  workspaces: ['The workspaces.'],
  'Workspace.name': ['The name of the workspace.', 'team-blue'],
  'createWorkspace.clusters': ['The clusters of the workspace, at most 16. Each must exist.', ['worker-1']],
  'Workspace.clusters': ['The clusters of the workspace.', ['worker-1']],
  'createWorkspace.namespaces': ['The namespaces of the workspace.', ['blue']],
  'Workspace.namespaces': ['The namespaces of the workspace, each with its clusters.'],
  'namespaces.namespace': ['The namespace.', 'blue'],
  'namespaces.clusters': ['The clusters of the namespace.', ['worker-1']],
  username: ['The team, job or project that uses the workspace.', 'blue'],
  email: ['The e-mail address of the user.', 'blue@example.com'],
  overlayNetworkDeploymentMode: ['Always `no-network`, because networks are not simulated.', 'no-network'],
  maxClusters: ['The largest number of clusters of a workspace.', 16],
  sliceDescription: ['The origin of the workspace.', 'Created via slice workspace API'],
  kubeConfig: ['The kubeconfig document in YAML.', 'apiVersion: v1\nkind: Config\n'],

  policyName: ['The name of the policy, which is the name of its workspace.', 'team-blue'],
  priorityRange: ['The allowed priorities of GPRs: `<low>-<high>`, or `low`, `medium` or `high`.', '1-300'],
  PriorityRange: ['The allowed priorities of GPRs.', '1-300'],
  maxGPRs: ['The largest number of GPRs that have not ended; 0 means no limit.', 10],
  maxExitDurationPerGPR: [
    'The longest exit duration. Weeks (`2W`) and months of 30 days (`1M`) are allowed; zero means no limit.',
    '1d',
  ],
  enableAutoEviction: ['The default of `enableEviction` for GPRs.', false],
  globalGPUConstraints: ['The limits on the GPUs of a GPR.'],
  gpuShapes: ['The allowed GPU models; an empty list allows all.', ['NVIDIA-A100-SXM4-40GB']],
  maxGpuPerGpr: ['The largest number of GPUs of a GPR over all its nodes; 0 means no limit.', 64],
  maxGPUPerGpr: ['The largest number of GPUs of a GPR over all its nodes; 0 means no limit.', 64],
  maxMemoryPerGpr: [
    'The largest GPU memory of a GPR over all its nodes in MB (1 GB of `memoryPerGPU` is 1000 MB); 0 means no limit.',
    2_560_000,
  ],
} satisfies Words;
