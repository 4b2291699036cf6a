// Workload templates and workload placements.

import type { Field } from '../../form/field.ts';
import { clusterNames, gpuFields, workspaceField } from '../../form/known-fields.ts';
import { spanOf } from '../../text/spans.ts';
import { PlacementDetails } from '../placement-details.tsx';
import type { Resource, Row } from '../resource.ts';

const name = (label: string): Field => ({ name: 'name', label, kind: 'text', isRequired: true });

function burstFields(isTemplate: boolean): readonly Field[] {
  return [
    {
      name: 'burstDuration',
      label: 'Burst after',
      kind: 'duration',
      isRequired: isTemplate,
      hint: 'How long a decision waits before it moves to another cluster, such as 15m.',
    },
    {
      name: 'deletionPolicy',
      label: 'At deletion',
      kind: 'choice',
      isRequired: isTemplate,
      choices: ['Delete', 'Retain'],
      unset: 'as in the template',
    },
  ];
}

function definitionFields(isTemplate: boolean): readonly Field[] {
  return [
    {
      name: 'clusterNames',
      label: 'Clusters',
      kind: 'names',
      isRequired: isTemplate,
      hint: `With commas between them: ${clusterNames.value.join(', ')}.`,
    },
    ...burstFields(isTemplate),
    { name: 'enableBurst', label: 'Burst to other clusters', kind: 'flag' },
    {
      name: 'steps',
      label: 'Steps',
      kind: 'rows',
      hint: 'A step names a command, a manifest or a chart below.',
      fields: [
        name('Name'),
        {
          name: 'type',
          label: 'Type',
          kind: 'choice',
          isRequired: true,
          choices: ['command', 'manifest', 'helm'],
          initial: 'command',
        },
      ],
    },
    {
      name: 'cmdExec',
      label: 'Commands',
      kind: 'rows',
      fields: [name('Name'), { name: 'cmd', label: 'Command line', kind: 'lines', isRequired: true }],
    },
    {
      name: 'manifestResources',
      label: 'Manifests',
      kind: 'rows',
      fields: [
        name('Name'),
        {
          name: 'manifest',
          label: 'Manifest as JSON',
          kind: 'json',
          isRequired: true,
          initial: '{ "apiVersion": "v1", "kind": "ConfigMap", "metadata": {}, "data": {} }',
        },
      ],
    },
    {
      name: 'helmConfigs',
      label: 'Charts',
      kind: 'rows',
      fields: [
        name('Name'),
        { name: 'chart', label: 'Chart', kind: 'text', isRequired: true, hint: 'Such as stable/nginx.' },
        { name: 'releaseName', label: 'Release', kind: 'text', isRequired: true },
        { name: 'releaseNamespace', label: 'Namespace of the release', kind: 'text', isRequired: true },
        { name: 'repoName', label: 'Repository', kind: 'text', isRequired: true },
        { name: 'repoURL', label: 'Address of the repository', kind: 'text', isRequired: true },
        { name: 'version', label: 'Version', kind: 'text', isRequired: isTemplate },
        { name: 'helmFlags', label: 'Flags as JSON', kind: 'json' },
        { name: 'values', label: 'Values as JSON', kind: 'json' },
        { name: 'secretRef.name', label: 'Secret', kind: 'text' },
      ],
    },
  ];
}

function templateFields(row: Row): readonly Field[] {
  return [
    { ...name('Name'), isFixed: row !== undefined },
    workspaceField('workspaceName', { isFixed: row !== undefined }),
    { name: 'serviceAccount', label: 'Service account', kind: 'text', isRequired: true },
    { name: 'autoPlacement', label: 'Place automatically', kind: 'flag' },
    ...definitionFields(true),
  ];
}

const stepNames = ({ steps }: Row) => steps.map((step: Row) => step.name).join(' → ');

export const workloadTemplates: Resource = {
  name: 'workload-templates',
  title: 'Workload templates',
  one: 'workload template',
  list: 'api/v1/workload-template',
  member: '',
  key: 'name',
  columns: [
    { title: 'Name', member: 'name' },
    { title: 'Workspace', member: 'workspaceName', leadsTo: 'workspace' },
    { title: 'Clusters', member: 'clusterNames', leadsTo: 'cluster' },
    { title: 'Steps', show: stepNames },
    {
      title: 'Burst after',
      show: ({ enableBurst, burstDuration }) => (enableBurst ? spanOf(burstDuration) : 'never'),
    },
  ],
  create: {
    operation: 'createWorkloadTemplate',
    method: 'POST',
    path: 'api/v1/workload-template',
    fields: () => templateFields(undefined),
  },
  change: {
    operation: 'updateWorkloadTemplate',
    method: 'PUT',
    path: 'api/v1/workload-template/{name}',
    fields: (_, row) => templateFields(row),
  },
  remove: {
    operation: 'deleteWorkloadTemplate',
    path: 'api/v1/workload-template/{name}',
    warning: 'Placements that were created from it stay.',
  },
};

const isPending = (row: Row) => ['Pending', 'Queued'].includes(row.status.provisioningStatus);

export const placements: Resource = {
  name: 'placements',
  title: 'Workload placements',
  one: 'workload placement',
  list: 'api/v1/workload-placement',
  member: '',
  key: 'name',
  columns: [
    { title: 'Name', member: 'name' },
    { title: 'Workspace', member: 'workspaceName', leadsTo: 'workspace' },
    { title: 'State', member: 'status.provisioningStatus' },
    { title: 'Clusters', show: ({ status }) => status.clusterPlacementDecisions.map(progressIn).join(', ') },
    { title: 'Steps', show: stepNames },
  ],
  details: (row) => <PlacementDetails placement={row} />,
  create: {
    operation: 'createWorkloadPlacement',
    method: 'POST',
    path: 'api/v1/workload-placement',
    fields: (values) => [
      name('Name'),
      workspaceField('workspaceName'),
      {
        name: 'workloadTemplateName',
        label: 'Workload template',
        kind: 'text',
        hint: 'It supplies what is left out below.',
      },
      { name: 'numPlacements', label: 'Number of clusters', kind: 'number' },
      {
        name: 'gpus',
        label: 'GPUs',
        kind: 'choice',
        isRequired: true,
        choices: ['none', 'these GPUs'],
        initial: 'none',
      },
      ...(values.gpus === 'these GPUs'
        ? [
            ...gpuFields(values, 'gprDetails.', 'memoryPerGpu'),
            { name: 'gprDetails.enableEviction', label: 'May evict', kind: 'flag' } as const,
          ]
        : []),
      ...definitionFields(false),
    ],
    complete: ({ gpus: _, ...body }: Row) =>
      body.workloadTemplateName === undefined ? body : withoutEmptyLists(body),
  },
  change: {
    operation: 'updateWorkloadPlacement',
    method: 'PUT',
    path: 'api/v1/workload-placement/{name}',
    fields: (_, row) => (isPending(row) ? definitionFields(false) : burstFields(false)),
    isOffered: ({ status }) => !['Completed', 'Failed'].includes(status.provisioningStatus),
  },
  remove: {
    operation: 'deleteWorkloadPlacement',
    path: 'api/v1/workload-placement/{name}',
    warning: 'Its steps end, and its GPRs that wait are removed.',
    isOffered: ({ status }) => !['Successful', 'Completed', 'Failed'].includes(status.provisioningStatus),
  },
};

function progressIn({ clusterName, phase, currentStep }: Row): string {
  return `${clusterName} ${phase}${phase === 'Running' ? `, step ${currentStep + 1}` : ''}`;
}

/** A list that is left out comes from the template. */
function withoutEmptyLists(body: Row): Row {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );
}
