import { each, exactly, having, type Json } from './shapes.ts';
import type { StrictClient } from './strict-client.ts';

const templatePath = '/api/v1/gpr-template';
const bindingPath = '/api/v1/gpr-template-binding';

export interface Template {
  readonly name: string;
  readonly clusterName: string;
  readonly numberOfGPUs: number;
  readonly numberOfGPUNodes: number;
  readonly memoryPerGpu: number;
  readonly gpuShape: string;
  readonly instanceType: string;
  readonly exitDuration: string;
  readonly priority: number;
  readonly enforceIdleTimeOut: boolean;
  readonly enableEviction: boolean;
  readonly requeueOnFailure: boolean;
  /** Sent only if it is enforced. */
  readonly idleTimeOutDuration?: string;
}

function bodyOf(template: Template): object {
  const { idleTimeOutDuration, ...body } = template;
  return template.enforceIdleTimeOut ? template : body;
}

export async function createTemplate(client: StrictClient, template: Template): Promise<string> {
  const data = await client.call('POST', templatePath, bodyOf(template));
  return exactly(data, ['gprTemplateName']).gprTemplateName;
}

export async function templateOf(client: StrictClient, name: string): Promise<Json> {
  return templateRecordOf(await client.call('GET', `${templatePath}?gprTemplateName=${name}`));
}

export async function listTemplates(client: StrictClient): Promise<Json[]> {
  const data = having(await client.call('GET', `${templatePath}/list`, {}), []);
  return each(data.items === undefined ? [] : data.items, templateRecordOf);
}

export async function updateTemplate(client: StrictClient, template: Template): Promise<void> {
  await client.call('PUT', templatePath, bodyOf(template));
}

export async function deleteTemplate(client: StrictClient, gprTemplateName: string): Promise<void> {
  await client.call('DELETE', templatePath, { gprTemplateName });
}

function templateRecordOf(template: Json): Json {
  return having(template, [
    'name',
    'clusterName',
    'numberOfGPUs',
    'numberOfGPUNodes',
    'memoryPerGpu',
    'gpuShape',
    'instanceType',
    'exitDuration',
    'priority',
    'enforceIdleTimeOut',
    'enableEviction',
    'requeueOnFailure',
  ]);
}

export interface Binding {
  readonly workspaceName: string;
  readonly clusters: readonly {
    readonly clusterName: string;
    readonly defaultTemplateName: string;
    readonly templates: readonly string[];
  }[];
  readonly enableAutoGPR: boolean;
}

const clusterMembers = ['clusterName', 'defaultTemplateName', 'templates'];

export async function createBinding(client: StrictClient, binding: Binding): Promise<Json> {
  const data = exactly(await client.call('POST', bindingPath, binding), [
    'name',
    'namespace',
    'clusters',
    'enableAutoGPR',
  ]);
  each(data.clusters, (cluster) => exactly(cluster, clusterMembers));
  return data;
}

export async function bindingOf(client: StrictClient, name: string): Promise<Json> {
  const data = await client.call('GET', `${bindingPath}?gprTemplateBindingName=${name}`);
  each(exactly(data, ['name', 'clusters', 'enableAutoGPR']).clusters, (cluster) => having(cluster, []));
  return data;
}

export async function listBindings(client: StrictClient): Promise<Json[]> {
  const data = having(await client.call('GET', `${bindingPath}/list`, {}), []);
  return each(data.templateBindings ?? [], (binding) => {
    each(having(binding, []).clusters, (cluster) => having(cluster, []));
    return binding;
  });
}

export async function updateBinding(client: StrictClient, binding: Binding): Promise<Json> {
  const data = exactly(await client.call('PUT', bindingPath, binding), [
    'name',
    'namespace',
    'clusters',
    'enableAutoGPR',
  ]);
  each(data.clusters, (cluster) =>
    exactly(cluster, [...clusterMembers, 'defaultTemplateStatus', 'templateStatus']),
  );
  return data;
}

export async function deleteBinding(client: StrictClient, gprTemplateBindingName: string): Promise<void> {
  await client.call('DELETE', bindingPath, { gprTemplateBindingName });
}
