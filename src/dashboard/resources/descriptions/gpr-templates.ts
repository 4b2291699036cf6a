// GPR templates, and which of them workspaces may use.

import type { Field, Values } from '../../form/field.ts';
import {
  clusterNames,
  durationHint,
  gpuFields,
  ownWorkspace,
  workspaceField,
} from '../../form/known-fields.ts';
import { spanOf } from '../../text/spans.ts';
import type { Resource, Row } from '../resource.ts';

function templateFields(values: Values, row: Row): readonly Field[] {
  return [
    { name: 'name', label: 'Name', kind: 'text', isRequired: true, isFixed: row !== undefined },
    { name: 'clusterName', label: 'Cluster', kind: 'choice', isRequired: true, choices: clusterNames.value },
    ...gpuFields(values).map((field) => ({ ...field, isRequired: true })),
    {
      name: 'idleTimeOutDuration',
      label: 'Idle time-out',
      kind: 'duration',
      hint: `${durationHint} Empty: none.`,
    },
    { name: 'enforceIdleTimeOut', label: 'Enforce the idle time-out', kind: 'flag' },
    { name: 'enableEviction', label: 'May evict', kind: 'flag' },
    { name: 'requeueOnFailure', label: 'Requeue on failure', kind: 'flag' },
  ];
}

export const gprTemplates: Resource = {
  name: 'gpr-templates',
  title: 'GPR templates',
  one: 'GPR template',
  list: 'api/v1/gpr-template/list',
  member: 'items',
  key: 'name',
  columns: [
    { title: 'Name', member: 'name' },
    { title: 'Cluster', member: 'clusterName', leadsTo: 'cluster' },
    { title: 'Instance type', member: 'instanceType' },
    { title: 'Nodes', member: 'numberOfGPUNodes', isNumber: true },
    { title: 'GPUs on each', member: 'numberOfGPUs', isNumber: true },
    { title: 'Priority', member: 'priority', isNumber: true },
    { title: 'Exit duration', isNumber: true, show: ({ exitDuration }) => spanOf(exitDuration) },
    { title: 'May evict', member: 'enableEviction' },
  ],
  create: {
    operation: 'createGprTemplate',
    method: 'POST',
    path: 'api/v1/gpr-template',
    fields: (values) => templateFields(values, undefined),
  },
  change: {
    operation: 'updateGprTemplate',
    method: 'PUT',
    path: 'api/v1/gpr-template',
    fields: (values, row) => templateFields(values, row),
  },
  remove: {
    operation: 'deleteGprTemplate',
    path: 'api/v1/gpr-template',
    body: { gprTemplateName: 'name' },
    warning: 'Bindings show it as not found. Its GPRs stay.',
  },
};

function bindingFields(row: Row): readonly Field[] {
  return [
    workspaceField('workspaceName', { recordName: 'name', isFixed: row !== undefined }),
    { name: 'enableAutoGPR', label: 'Auto-GPR', kind: 'flag' },
    {
      name: 'clusters',
      label: 'Clusters',
      kind: 'rows',
      initial: [{ clusterName: '', templates: '', defaultTemplateName: '' }],
      fields: [
        {
          name: 'clusterName',
          label: 'Cluster',
          kind: 'choice',
          isRequired: true,
          choices: clusterNames.value,
        },
        {
          name: 'templates',
          label: 'Templates',
          kind: 'names',
          isRequired: true,
          sendsEmpty: true,
          hint: 'With commas between them.',
        },
        { name: 'defaultTemplateName', label: 'Default template', kind: 'text', isRequired: true },
      ],
    },
  ];
}

const isSeen = (row: Row) => ownWorkspace() === '' || row.name === ownWorkspace();

export const bindings: Resource = {
  name: 'bindings',
  title: 'Template bindings',
  one: 'template binding',
  list: 'api/v1/gpr-template-binding/list',
  member: 'templateBindings',
  key: 'name',
  columns: [
    { title: 'Workspace', member: 'name', leadsTo: 'workspace' },
    { title: 'Clusters and templates', show: ({ clusters }) => (clusters ?? []).map(boundIn).join('; ') },
    { title: 'Auto-GPR', member: 'enableAutoGPR' },
  ],
  create: {
    operation: 'createGprTemplateBinding',
    method: 'POST',
    path: 'api/v1/gpr-template-binding',
    fields: () => bindingFields(undefined),
  },
  change: {
    operation: 'updateGprTemplateBinding',
    method: 'PUT',
    path: 'api/v1/gpr-template-binding',
    fields: (_, row) => bindingFields(row),
  },
  remove: {
    operation: 'deleteGprTemplateBinding',
    path: 'api/v1/gpr-template-binding',
    body: { gprTemplateBindingName: 'name' },
    warning: 'The workspace then has no default template, and no auto-GPR.',
    isOffered: isSeen,
  },
};

function boundIn({ clusterName, templates, defaultTemplateName, templateStatus }: Row): string {
  const named = templates.map((name: string) => {
    const status = templateStatus?.[name] ?? 'Ready';
    const isDefault = name === defaultTemplateName;
    const notes = [...(isDefault ? ['default'] : []), ...(status === 'Ready' ? [] : [status])];
    return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
  });
  return `${clusterName}: ${named.join(', ')}`;
}
