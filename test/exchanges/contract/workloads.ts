import { type ContractOperation, within } from './operation.ts';

const endpointItem = ['endpointName', 'modelName', 'status', 'endpoint', 'clusterName', 'namespace'];

const gpuRequest = [
  'gprName',
  'gprId',
  'instanceType',
  'gpuShape',
  'status',
  'numberOfGPUs',
  'numberOfGPUNodes',
  'memoryPerGPU',
];

const helmConfig = [
  'name',
  'chart',
  'releaseName',
  'releaseNamespace',
  'repoName',
  'repoURL',
  'version',
  'helmFlags',
  ...within('helmFlags', ['atomic', 'cleanupOnFail', 'createNamespace', 'skipCRDs', 'wait', 'timeout']),
  'secretRef',
  'secretRef.name',
  'values',
  'values.*',
];

const manifest = [
  'name',
  'manifest',
  ...within('manifest', [
    'apiVersion',
    'kind',
    'metadata',
    'metadata.name',
    'metadata.namespace',
    'data',
    'data.*',
  ]),
];

const definition = [
  'name',
  'workspaceName',
  'clusterNames',
  'burstDuration',
  'deletionPolicy',
  'enableBurst',
  'helmConfigs',
  ...within('helmConfigs[]', helmConfig),
  'manifestResources',
  ...within('manifestResources[]', manifest),
  'cmdExec',
  'cmdExec[].name',
  'cmdExec[].cmd',
  'steps',
  'steps[].name',
  'steps[].type',
];

/** The members of a manifest that its parameter table lists next to the name. */
const flatManifest = within('manifestResources[]', ['namespace', 'apiVersion', 'kind', 'data', 'data.*']);

const template = [...definition, 'autoPlacement', 'serviceAccount'];

const gprDetails = [
  'gprDetails',
  ...within('gprDetails', [
    'enableAutoGpuSelection',
    'instanceType',
    'gpuShape',
    'numberOfGPUs',
    'numberOfGPUNodes',
    'exitDuration',
    'priority',
    'memoryPerGpu',
    'enableEviction',
    'requeueOnFailure',
  ]),
];

const placement = [...definition, 'numPlacements', 'workloadTemplateName', ...gprDetails];

const dates = ['createdAt', 'updatedAt'];

const templateRecord = [
  ...template,
  ...dates,
  'status',
  'status.workloadSelector',
  'status.workloadSelector.name',
  'status.workloadSelector.namespace',
];

const decision = [
  'clusterName',
  'workloadPlacementName',
  'gprStatus',
  'message',
  'phase',
  'currentStep',
  'startTime',
  'stepResults',
  ...within('stepResults[]', ['name', 'type', 'message', 'success', 'duration']),
];

const gprStatus = [
  'gprName',
  'gprType',
  'gpuShape',
  'instanceType',
  'memoryPerGpu',
  'numberOfGPUNodes',
  'numberOfGPUs',
  'provisioningStatus',
  'startTime',
  'completionTime',
];

const placementRecord = [
  ...placement,
  ...dates,
  'status',
  'status.placementStatus',
  'status.clusterPlacementDecisions',
  ...within('status.clusterPlacementDecisions[]', decision),
];

const placementAlso = [
  'status.provisioningStatus',
  ...within('status.clusterPlacementDecisions[].gprStatus', gprStatus),
];

export const workloadOperations = {
  createInferenceEndpoint: {
    method: 'POST',
    path: '/inference-endpoint',
    request: [
      'clusterName',
      'endpointName',
      'workspace',
      'modelSpec',
      'modelSpec.modelName',
      'modelSpec.storageURI',
      'gpuSpec',
      ...within('gpuSpec', ['gpuShape', 'instanceType', 'memoryPerGPU', 'numberOfGPUs', 'numberOfGPUNodes']),
      'rawModelSpec',
    ],
    alsoSent: [
      'gpuSpec.exitDuration',
      'gpuSpec.priority',
      'modelSpec.args',
      'modelSpec.secret',
      'modelSpec.secret.*',
      'modelSpec.resources',
      'modelSpec.resources.cpu',
      'modelSpec.resources.memory',
    ],
    response: ['endpointName'],
  },
  listInferenceEndpoints: {
    method: 'GET',
    path: '/inference-endpoint/list',
    aliases: [{ method: 'GET', path: '/inference-endpoint', lacking: 'endpoint' }],
    request: ['workspace'],
    response: ['endpoints', ...within('endpoints[]', endpointItem)],
  },
  getInferenceEndpoint: {
    method: 'GET',
    path: '/inference-endpoint',
    having: 'endpoint',
    request: ['workspace', 'endpoint'],
    alsoSent: ['cluster'],
    response: [
      'endpoint',
      ...within('endpoint', [
        ...endpointItem,
        'predictStatus',
        'ingressStatus',
        'tryCommand',
        'dnsRecords',
        ...within('dnsRecords[]', ['dns', 'type', 'value']),
        'gpuRequests',
        ...within('gpuRequests[]', gpuRequest),
      ]),
    ],
  },
  deleteInferenceEndpoint: {
    method: 'DELETE',
    path: '/inference-endpoint',
    request: ['endpoint', 'workspace'],
    alsoSent: ['cluster'],
    response: [],
  },

  createWorkloadTemplate: {
    method: 'POST',
    path: '/workload-template',
    request: [...template, 'WorkspaceName', 'clusters', 'ServiceAccount', ...flatManifest],
    response: ['name'],
  },
  getWorkloadTemplate: {
    method: 'GET',
    path: '/workload-template/{name}',
    request: [],
    response: templateRecord,
  },
  listWorkloadTemplates: {
    method: 'GET',
    path: '/workload-template',
    request: [],
    alsoSent: ['workspaceName'],
    response: within('[]', templateRecord),
  },
  updateWorkloadTemplate: {
    method: 'PUT',
    path: '/workload-template/{name}',
    request: template,
    response: ['name'],
  },
  deleteWorkloadTemplate: {
    method: 'DELETE',
    path: '/workload-template/{name}',
    request: [],
    response: [],
  },

  createWorkloadPlacement: {
    method: 'POST',
    path: '/workload-placement',
    aliases: [{ method: 'POST', path: '/workload-placement/' }],
    request: [...placement, 'WorkspaceName', 'clusters', ...flatManifest],
    response: ['name'],
  },
  listWorkloadPlacements: {
    method: 'GET',
    path: '/workload-placement',
    aliases: [{ method: 'GET', path: '/workload-placement/' }],
    request: [],
    response: within('[]', placementRecord),
    alsoAnswered: within('[]', placementAlso),
  },
  getWorkloadPlacement: {
    method: 'GET',
    path: '/workload-placement/{name}',
    aliases: [{ method: 'GET', path: '/workload-placement/get/{name}' }],
    request: [],
    response: placementRecord,
    alsoAnswered: placementAlso,
  },
  updateWorkloadPlacement: {
    method: 'PUT',
    path: '/workload-placement/{name}',
    aliases: [{ method: 'POST', path: '/workload-placement/{name}' }],
    request: placement,
    response: ['name'],
  },
  deleteWorkloadPlacement: {
    method: 'DELETE',
    path: '/workload-placement/{name}',
    request: [],
    response: [],
  },
  listWorkspacePlacements: {
    method: 'GET',
    path: '/workload-placement/workspace/{name}',
    request: [],
    response: within('[]', placementRecord),
    alsoAnswered: within('[]', placementAlso),
  },
} as const satisfies Record<string, ContractOperation>;
