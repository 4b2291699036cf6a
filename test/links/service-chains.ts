import { gprBody } from '../http/client.ts';
import { templateBody } from '../http/gprs/template-body.ts';
import { definitionBody } from '../http/service/workload-body.ts';
import { type Chain, get, send } from './chain.ts';

const api = '/api/v1';
const gpr = `${api}/gpr`;
const endpoint = `${api}/inference-endpoint`;
const template = `${api}/workload-template`;
const placement = `${api}/workload-placement`;
const policies = `${api}/workspace-policies`;
const binding = `${api}/gpr-template-binding`;

const workspaces: Chain = {
  calls: [
    send('POST', `${api}/slice-workspace`, {
      workspaceName: '{workspace}',
      clusters: ['worker-1', 'worker-2'],
      namespaces: ['main'],
      username: 'someone',
      email: 'someone@example.com',
    }),
    get(`${api}/slice-workspace/list`),
    get(`${api}/slice-workspace/kube-config?workspaceName={workspace}&clusterName=worker-1`),
    send('POST', `${api}/slice-workspace/kube-config`, {
      workspaceName: '{workspace}',
      clusterName: 'worker-1',
    }),
    send('DELETE', `${api}/slice-workspace`, { workspaceName: '{workspace}' }),
  ],
  weight: 2,
};

const keys: Chain = {
  calls: [
    send(
      'POST',
      `${api}/api-key`,
      { name: 'ci', role: 'Editor', validUntil: '2026-12-31', workspaceName: '{workspace}' },
      {
        variants: [{ role: 'Viewer' }, { role: 'Owner', workspaceName: null }, { validUntil: '2026-01-05' }],
        links: { key: 'apiKey' },
      },
    ),
    send('POST', `${api}/auth`, { apiKey: '{key}' }),
    get(`${api}/api-key/list`),
    get(`${api}/api-key/list?workspace={workspace}`),
    send('DELETE', `${api}/api-key`, { apiKey: '{key}' }),
    send('POST', `${api}/auth`, { apiKey: '{key}' }),
  ],
};

const gprs: Chain = {
  calls: [
    send(
      'POST',
      gpr,
      { ...gprBody, sliceName: '{workspace}' },
      {
        variants: [
          { clusterName: '', enableAutoClusterSelection: true },
          { numberOfGPUs: 16 },
          { enableEviction: true, priority: 300, requeueOnFailure: true },
          { idleTimeOutDuration: '30s' },
        ],
        links: { gpr: 'gprId' },
      },
    ),
    get(`${gpr}?gprId={gpr}`),
    get(`${gpr}/gpr?gprId={gpr}`),
    get(`${gpr}/list?sliceName={workspace}`),
    get('/sim/explain/{gpr}'),
    get('/sim/gprs/{gpr}/estimates'),
    get('/sim/gprs/{gpr}/estimates?after=1&limit=2'),
    send('PUT', gpr, { gprId: '{gpr}', gprName: 'renamed', priority: 200 }),
    send('POST', '/sim/clock/advance', { until: { gprId: '{gpr}', provisioningStatus: 'Successful' } }),
    get('/sim/explain/{gpr}'),
    send('PUT', '/sim/gprs/{gpr}/activity', { busy: false }),
    send('PUT', gpr, { gprId: '{gpr}', earlyRelease: true }),
    send('DELETE', gpr, { gprId: '{gpr}' }),
    get(`${gpr}?gprId={gpr}`),
  ],
  weight: 8,
};

const prospect = {
  requestName: 'planned',
  sliceName: '{workspace}',
  preferredClusters: ['worker-1'],
  enableAutoClusterSelection: false,
  enableAutoGpuSelection: false,
  numberOfGPUs: 2,
  numberOfGPUNodes: 1,
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  exitDuration: '00d06h00m',
  memoryPerGpu: 40,
  priority: 150,
};
const variants = [
  { enableAutoClusterSelection: true, preferredClusters: null },
  { enableAutoGpuSelection: true, instanceType: null, gpuShape: null },
  { enableEviction: true, priority: 300 },
  { numberOfGPUs: 9 },
];

const availability: Chain = {
  calls: [
    send('POST', `${gpr}/gpu-availability`, prospect, { variants }),
    send('POST', `${gpr}/waittime`, prospect, { variants }),
  ],
};

const gprTemplates: Chain = {
  calls: [
    send('POST', `${api}/gpr-template`, { ...templateBody, name: '{gprTemplate}' }),
    get(`${api}/gpr-template?gprTemplateName={gprTemplate}`),
    get(`${api}/gpr-template/list`),
    send('PUT', `${api}/gpr-template`, { ...templateBody, name: '{gprTemplate}', numberOfGPUs: 4 }),
    send('DELETE', `${api}/gpr-template`, { gprTemplateName: '{gprTemplate}' }),
  ],
};

const bound = {
  workspaceName: '{workspace}',
  clusters: [{ clusterName: 'worker-1', defaultTemplateName: '{gprTemplate}', templates: ['small'] }],
  enableAutoGPR: true,
};

const bindings: Chain = {
  calls: [
    send('POST', `${api}/gpr-template`, { ...templateBody, name: '{gprTemplate}' }),
    send('POST', binding, bound),
    get(`${binding}?gprTemplateBindingName={workspace}`),
    get(`${api}/gpr-template?gprTemplateBindingName={workspace}`),
    get(`${binding}/list`),
    send('PUT', binding, bound, { variants: [{ enableAutoGPR: false }] }),
    send('DELETE', binding, { gprTemplateBindingName: '{workspace}' }),
  ],
};

const endpoints: Chain = {
  calls: [
    send(
      'POST',
      endpoint,
      {
        clusterName: 'worker-1',
        endpointName: '{endpoint}',
        workspace: '{workspace}',
        modelSpec: { modelName: 'sklearn' },
        gpuSpec: {
          gpuShape: 'NVIDIA-A100-SXM4-40GB',
          instanceType: 'a2-highgpu-8g',
          memoryPerGPU: 40,
          numberOfGPUs: 2,
          numberOfGPUNodes: 1,
          exitDuration: '5m',
        },
      },
      { variants: [{ gpuSpec: 'None' }, { gpuSpec: {} }, { modelSpec: null, rawModelSpec: 'kind: Model' }] },
    ),
    get(`${endpoint}?workspace={workspace}&endpoint={endpoint}`),
    get(`${endpoint}?workspace={workspace}&endpoint={endpoint}&cluster=worker-1`),
    get(`${endpoint}/list?workspace={workspace}`),
    get(`${endpoint}?workspace={workspace}`),
    send('DELETE', endpoint, { workspace: '{workspace}', endpoint: '{endpoint}' }),
  ],
  weight: 8,
};

const defined = { workspaceName: '{workspace}', ...definitionBody };
const stored = { ...defined, serviceAccount: 'deployer' };

const templates: Chain = {
  calls: [
    send(
      'POST',
      template,
      { name: '{workloadTemplate}', ...stored },
      { variants: [{ autoPlacement: true }, { enableBurst: true }] },
    ),
    get(`${template}/{workloadTemplate}`),
    get(template),
    get(`${template}?workspaceName={workspace}`),
    send('PUT', `${template}/{workloadTemplate}`, stored),
    send('DELETE', `${template}/{workloadTemplate}`, {}),
  ],
};

const placements: Chain = {
  calls: [
    send(
      'POST',
      placement,
      {
        name: '{placement}',
        ...defined,
        gprDetails: {
          instanceType: 'a2-highgpu-8g',
          gpuShape: 'NVIDIA-A100-SXM4-40GB',
          numberOfGPUs: 1,
          numberOfGPUNodes: 1,
          exitDuration: '5m',
          priority: 120,
          memoryPerGpu: 40,
        },
      },
      {
        variants: [
          { gprDetails: null },
          { gprDetails: { numberOfGPUs: 99, numberOfGPUNodes: 1 } },
          { workloadTemplateName: '{workloadTemplate}', steps: null },
          { enableBurst: true, burstDuration: '10s', deletionPolicy: 'Retain' },
        ],
      },
    ),
    get(`${placement}/{placement}`),
    get(placement),
    get(`${placement}/workspace/{workspace}`),
    send(
      'PUT',
      `${placement}/{placement}`,
      { burstDuration: '20m' },
      { variants: [{ numPlacements: 2 }, { workloadTemplateName: '{workloadTemplate}' }] },
    ),
    send('POST', `${placement}/{placement}`, { deletionPolicy: 'Delete' }),
    send('DELETE', `${placement}/{placement}`, {}),
  ],
  weight: 8,
};

const policy: Chain = {
  calls: [
    get(policies),
    get(`${policies}/{workspace}`),
    send(
      'PUT',
      `${policies}/{workspace}`,
      { priorityRange: '1-300', maxGPRs: 0 },
      { variants: [{ maxGPRs: 2 }, { priorityRange: 'low' }, { priorityRange: null, maxGPRs: null }] },
    ),
    get(`${policies}/{workspace}`),
  ],
  weight: 2,
};

const inventory: Chain = {
  calls: [
    get(`${api}/inventory/list`, { node: 'managedNodes.gpuNodeName' }),
    get(`${api}/inventory?sliceName={workspace}`),
    get(`${api}/inventory/summary`),
  ],
};

export const serviceChains: readonly Chain[] = [
  workspaces,
  keys,
  gprs,
  availability,
  gprTemplates,
  bindings,
  endpoints,
  templates,
  placements,
  policy,
  inventory,
];
