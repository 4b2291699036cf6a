import type { CreateEndpoint } from '../../../../sim/index.ts';
import { requireWorkspace } from '../../frame/access/scope.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { accepted } from '../rejection-errors.ts';
import { itemOf, recordOf } from './record.ts';
import {
  type CreateEndpointRequest,
  createEndpointAnswer,
  createEndpointRequest,
  endpointByNameRequest,
  getEndpointAnswer,
  listEndpointsAnswer,
  listEndpointsRequest,
} from './schema.ts';

const path = '/api/v1/inference-endpoint';
const workspaceSpellings = { workspaceName: 'workspace', sliceName: 'workspace' };
const selectorSpellings = { ...workspaceSpellings, endpointName: 'endpoint', clusterName: 'cluster' };

/** Members of the endpoint's GPR → their names in requests. */
const fields = {
  gpu: 'gpuSpec',
  clusters: 'clusterName',
  instanceType: 'gpuSpec.instanceType',
  gpuShape: 'gpuSpec.gpuShape',
  gpusPerNode: 'gpuSpec.numberOfGPUs',
  nodeCount: 'gpuSpec.numberOfGPUNodes',
  memoryGbPerGpu: 'gpuSpec.memoryPerGPU',
  priority: 'gpuSpec.priority',
  exitMs: 'gpuSpec.exitDuration',
};

export const endpointOperations: readonly Operation[] = [
  operation({
    operationId: 'createInferenceEndpoint',
    summary: 'Create an inference endpoint',
    description:
      'Creates an endpoint from either `modelSpec` or `rawModelSpec`. With `gpuSpec` null or `None`, the endpoint runs on CPUs. If `gpuSpec` is left out or empty, the binding of the workspace must have `enableAutoGPR`. The endpoint then uses the GPR that the workspace has in the cluster, or the queued GPR of other endpoints or placements without GPU details. Without such a GPR, the service creates one from the default template. The service accepts `modelSpec.secret` and does not store it.',
    method: 'POST',
    path,
    from: 'body',
    spellings: { ...workspaceSpellings, cluster: 'clusterName', endpoint: 'endpointName' },
    request: createEndpointRequest,
    answer: createEndpointAnswer,
    errors: [
      'endpoint-invalid',
      'workspace-foreign',
      'workspace-not-found',
      'workspace-going',
      'endpoint-exists',
    ],
    example: {
      workspace: 'team-blue',
      clusterName: 'worker-1',
      endpointName: 'classifier',
      modelSpec: { modelName: 'sklearn', storageURI: 'https://models.example.com/sklearn/1.0' },
      gpuSpec: {
        instanceType: 'a2-highgpu-8g',
        gpuShape: 'NVIDIA-A100-SXM4-40GB',
        numberOfGPUs: 1,
        numberOfGPUNodes: 1,
        memoryPerGPU: 40,
      },
    },
    invalid: 'endpoint-invalid',
    async handle(request, caller, { world }) {
      requireWorkspace(caller, request.workspace);
      await accepted(world.submit(createCommand(request)), { invalid: 'endpoint-invalid', fields });
      return { endpointName: request.endpointName };
    },
  }),
  operation({
    operationId: 'listInferenceEndpoints',
    summary: 'List the inference endpoints of a workspace',
    description: 'Lists the endpoints of the workspace with their status.',
    method: 'GET',
    path: `${path}/list`,
    aliases: [{ path, query: { parameter: 'endpoint', sent: false } }],
    from: 'query',
    spellings: workspaceSpellings,
    request: listEndpointsRequest,
    answer: listEndpointsAnswer,
    errors: ['workspace-foreign', 'workspace-not-found'],
    handle({ workspace }, caller, service) {
      requireWorkspace(caller, workspace);
      const endpoints = service.world.read.resources.endpointsOf(workspace);
      if (endpoints === undefined) throw new Failure('workspace-not-found', { workspace });
      return { endpoints: endpoints.map((endpoint) => itemOf(endpoint, service)) };
    },
  }),
  operation({
    operationId: 'getInferenceEndpoint',
    summary: 'Describe an inference endpoint',
    description:
      'Returns one endpoint. Without the parameter `endpoint`, this path answers like `listInferenceEndpoints`.',
    method: 'GET',
    path,
    from: 'query',
    spellings: selectorSpellings,
    request: endpointByNameRequest,
    answer: getEndpointAnswer,
    errors: ['workspace-foreign', 'endpoint-not-found'],
    handle({ workspace, endpoint: name, cluster }, caller, service) {
      requireWorkspace(caller, workspace);
      const endpoint = service.world.read.resources.endpoint(workspace, name);
      if (endpoint === undefined || (cluster !== '' && cluster !== endpoint.cluster)) {
        throw new Failure('endpoint-not-found', { workspace, name });
      }
      return { endpoint: recordOf(endpoint, service) };
    },
  }),
  operation({
    operationId: 'deleteInferenceEndpoint',
    summary: 'Delete an inference endpoint',
    description:
      'Refuses an endpoint whose GPR is provisioned. Removes a queued GPR that was created for the endpoint, unless another endpoint or placement needs it.',
    method: 'DELETE',
    path,
    from: 'body',
    spellings: selectorSpellings,
    request: endpointByNameRequest,
    errors: [
      'workspace-foreign',
      'workspace-not-found',
      'workspace-going',
      'endpoint-not-found',
      'endpoint-busy',
    ],
    async handle({ workspace, endpoint: name, cluster }, caller, { world }) {
      requireWorkspace(caller, workspace);
      await accepted(
        world.submit({
          kind: 'endpoint.delete',
          workspace,
          name,
          cluster: cluster === '' ? null : cluster,
        }),
      );
      return {};
    },
  }),
];

function createCommand(request: CreateEndpointRequest): CreateEndpoint {
  const { endpointName, workspace, clusterName, modelSpec, rawModelSpec, gpuSpec } = request;
  return {
    kind: 'endpoint.create',
    name: endpointName,
    workspace,
    cluster: clusterName,
    model: modelSpec && {
      modelName: modelSpec.modelName,
      storageUri: modelSpec.storageURI ?? '',
      args: modelSpec.args ?? [],
      cpu: modelSpec.resources?.cpu ?? '',
      memory: modelSpec.resources?.memory ?? '',
    },
    rawModelSpec: rawModelSpec === '' ? null : rawModelSpec,
    gpu: gpuSpec,
  };
}
