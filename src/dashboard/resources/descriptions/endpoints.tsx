// Inference endpoints.

import { clusterNames, gpuFields, workspaceField } from '../../form/known-fields.ts';
import { EndpointDetails } from '../endpoint-details.tsx';
import type { Resource, Row } from '../resource.ts';

const gpuKinds = ['no GPUs', 'the default template', 'these GPUs'] as const;

export const endpoints: Resource = {
  name: 'endpoints',
  title: 'Inference endpoints',
  one: 'inference endpoint',
  list: 'api/v1/inference-endpoint/list?workspace={workspace}',
  member: 'endpoints',
  key: 'endpointName',
  columns: [
    { title: 'Name', member: 'endpointName' },
    { title: 'Model', member: 'modelName' },
    { title: 'Status', member: 'status' },
    { title: 'Cluster', member: 'clusterName', leadsTo: 'cluster' },
    { title: 'Namespace', member: 'namespace' },
    { title: 'Address', member: 'endpoint' },
  ],
  details: (row) => <EndpointDetails workspace={row.workspace} name={row.endpointName} />,
  create: {
    operation: 'createInferenceEndpoint',
    method: 'POST',
    path: 'api/v1/inference-endpoint',
    fields: (values) => [
      workspaceField('workspace'),
      { name: 'endpointName', label: 'Name', kind: 'text', isRequired: true },
      {
        name: 'clusterName',
        label: 'Cluster',
        kind: 'choice',
        isRequired: true,
        choices: clusterNames.value,
      },
      {
        name: 'form',
        label: 'Model given by',
        kind: 'choice',
        isRequired: true,
        choices: ['name', 'raw specification'],
        initial: 'name',
      },
      ...(values.form === 'raw specification'
        ? [{ name: 'rawModelSpec', label: 'Raw specification', kind: 'lines', isRequired: true } as const]
        : ([
            { name: 'modelSpec.modelName', label: 'Model', kind: 'text', isRequired: true },
            { name: 'modelSpec.storageURI', label: 'Address of the model', kind: 'text' },
          ] as const)),
      {
        name: 'gpus',
        label: 'GPUs',
        kind: 'choice',
        isRequired: true,
        choices: gpuKinds,
        initial: 'no GPUs',
      },
      ...(values.gpus === 'these GPUs' ? gpuFields(values, 'gpuSpec.') : []),
    ],
    complete: ({ gpus, form: _, gpuSpec, ...body }: Row) => ({
      ...body,
      gpuSpec: gpus === 'no GPUs' ? null : gpus === 'these GPUs' ? gpuSpec : {},
    }),
  },
  remove: {
    operation: 'deleteInferenceEndpoint',
    path: 'api/v1/inference-endpoint',
    body: { endpoint: 'endpointName', workspace: 'workspace' },
    warning: 'First release its GPR.',
  },
};
