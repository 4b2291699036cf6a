import type { WorkloadTemplate, WorkloadTemplateView } from '../../../../sim/index.ts';
import { opensTemplate, workspaceOf } from '../../frame/access/scope.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import type { Service } from '../../frame/operation/service.ts';
import { accepted, type RejectionContext } from '../rejection-errors.ts';
import { definitionSpellings, exampleDefinition, workspaceSpellings } from '../workload/definition.ts';
import { definitionOf } from '../workload/record.ts';
import {
  createTemplateRequest,
  listTemplatesAnswer,
  listTemplatesRequest,
  type TemplateRecord,
  type TemplateRequest,
  templateByNameRequest,
  templateNameAnswer,
  templateRecord,
  updateTemplateRequest,
} from './schema.ts';

const path = '/api/v1/workload-template';
const templatePath = `${path}/{templateName}`;
const spellings = { ...definitionSpellings, ServiceAccount: 'serviceAccount' };
/** Rejections of these members concern the placement that `autoPlacement` creates. */
const gpuMembers = [
  'gpu',
  'instanceType',
  'gpuShape',
  'gpusPerNode',
  'nodeCount',
  'memoryGbPerGpu',
  'priority',
  'exitMs',
];
const refusals: RejectionContext = {
  invalid: 'workload-template-invalid',
  fields: {
    workspace: 'workspaceName',
    clusters: 'clusterNames',
    ...Object.fromEntries(gpuMembers.map((member) => [member, 'autoPlacement'])),
  },
};

const example = { ...exampleDefinition, serviceAccount: 'default' };

export const workloadTemplateOperations: readonly Operation[] = [
  operation({
    operationId: 'createWorkloadTemplate',
    summary: 'Create a workload template',
    description:
      'Creates a template. With `autoPlacement`, the service also creates one placement with the name of the template, unless a placement has this name.',
    method: 'POST',
    path,
    from: 'body',
    spellings,
    request: createTemplateRequest,
    answer: templateNameAnswer,
    errors: [
      'workload-template-invalid',
      'workspace-not-found',
      'workspace-going',
      'workload-template-exists',
    ],
    example: { name: 'web', ...example },
    invalid: 'workload-template-invalid',
    async handle(request, _caller, { world }) {
      const template = templateOf(request.name, request);
      await accepted(world.submit({ kind: 'workload-template.create', template }), refusals);
      return { name: request.name };
    },
  }),
  operation({
    operationId: 'getWorkloadTemplate',
    summary: 'View a workload template',
    description: 'Returns the template.',
    method: 'GET',
    path: templatePath,
    request: templateByNameRequest,
    answer: templateRecord,
    errors: ['workload-template-not-found'],
    handle({ templateName }, caller, service) {
      const template = service.world.read.resources.workloadTemplate(templateName);
      if (template === undefined || !opensTemplate(caller, template)) {
        throw new Failure('workload-template-not-found', { name: templateName });
      }
      return recordOf(template, service);
    },
  }),
  operation({
    operationId: 'listWorkloadTemplates',
    summary: 'List workload templates',
    description:
      'Lists all templates that the caller may see, or those of one workspace. Editors and Viewers see the templates of their workspace and templates without a workspace.',
    method: 'GET',
    path,
    from: 'query',
    spellings: workspaceSpellings,
    request: listTemplatesRequest,
    answer: listTemplatesAnswer,
    errors: ['workspace-foreign', 'workspace-not-found'],
    handle({ workspaceName }, caller, service) {
      const { world } = service;
      const templates = world.read.resources
        .workloadTemplates()
        .filter((template) => opensTemplate(caller, template));
      if (workspaceName === '') return templates.map((template) => recordOf(template, service));
      const { creation } = workspaceOf(world, caller, workspaceName);
      return templates
        .filter(({ workspaceCreation }) => workspaceCreation === creation)
        .map((template) => recordOf(template, service));
    },
  }),
  operation({
    operationId: 'updateWorkloadTemplate',
    summary: 'Replace a workload template',
    description: 'Replaces the whole template. Placements that were created from it do not change.',
    method: 'PUT',
    path: templatePath,
    from: 'body',
    spellings,
    request: updateTemplateRequest,
    answer: templateNameAnswer,
    errors: [
      'workload-template-invalid',
      'workspace-not-found',
      'workspace-going',
      'workload-template-not-found',
    ],
    example,
    invalid: 'workload-template-invalid',
    async handle(request, _caller, { world }) {
      const template = templateOf(request.templateName, request);
      await accepted(world.submit({ kind: 'workload-template.replace', template }), refusals);
      return { name: template.name };
    },
  }),
  operation({
    operationId: 'deleteWorkloadTemplate',
    summary: 'Delete a workload template',
    description: 'Deletes the template. Placements that were created from it do not change.',
    method: 'DELETE',
    path: templatePath,
    request: templateByNameRequest,
    errors: ['workload-template-not-found'],
    async handle({ templateName }, _caller, { world }) {
      await accepted(world.submit({ kind: 'workload-template.delete', name: templateName }));
      return {};
    },
  }),
];

function templateOf(name: string, request: TemplateRequest): WorkloadTemplate {
  const { workspaceName, clusterNames, burstDuration, deletionPolicy, enableBurst } = request;
  const { helmConfigs, manifestResources, cmdExec, steps, autoPlacement, serviceAccount } = request;
  return {
    name,
    workspace: workspaceName,
    clusters: clusterNames,
    burst: burstDuration,
    deletionPolicy,
    enableBurst,
    helmConfigs,
    manifestResources,
    cmdExec,
    steps,
    autoPlacement,
    serviceAccount,
  };
}

function recordOf(template: WorkloadTemplateView, { timeline }: Service): TemplateRecord {
  const { name, workspace, autoPlacement, serviceAccount, namespace } = template;
  return {
    name,
    workspaceName: workspace,
    ...definitionOf(template),
    autoPlacement,
    serviceAccount,
    createdAt: timeline.iso(template.createdAtMs),
    updatedAt: timeline.iso(template.updatedAtMs),
    status: { workloadSelector: { name, namespace } },
  };
}
