import type { Binding, BindingView } from '../../../../sim/index.ts';
import type { BindingRecord, BindingRequest } from './schema.ts';

export const bindingNamespace = 'kubeslice-avesha';

export function bindingOf({ workspaceName, clusters, enableAutoGPR }: BindingRequest): Binding {
  return {
    workspace: workspaceName,
    clusters: clusters.map(({ clusterName, defaultTemplateName, templates }) => ({
      cluster: clusterName,
      defaultTemplate: defaultTemplateName,
      templates,
    })),
    enableAutoGpr: enableAutoGPR,
  };
}

export function recordOf({ workspace, clusters, enableAutoGpr }: BindingView): BindingRecord {
  return {
    name: workspace,
    clusters: clusters.map((bound) => ({
      clusterName: bound.cluster,
      defaultTemplateName: bound.defaultTemplate,
      templates: bound.templates,
      defaultTemplateStatus: bound.defaultTemplateStatus,
      templateStatus: bound.templateStatus,
    })),
    enableAutoGPR: enableAutoGpr,
  };
}
