import * as v from 'valibot';
import { boolean, list, string, strings } from '../../frame/answers/shapes.ts';
import { notEmpty, oneOf } from '../../frame/errors/problems.ts';
import { distinctNames, flagSent, listOf, object, text } from '../../frame/request/fields.ts';
import { eachClusterOnce, requiring } from '../../frame/request/requirements.ts';

const clusterBinding = requiring(
  object({
    clusterName: text(),
    defaultTemplateName: text(),
    templates: distinctNames(),
  }),
  {
    wrong({ defaultTemplateName: name, templates }) {
      const names: unknown[] = Array.isArray(templates) ? templates : [];
      const areNames =
        names.length > 0 && [name, ...names].every((one) => typeof one === 'string' && one !== '');
      if (!areNames || names.includes(name)) return [];
      const message = oneOf('one of templates', names as string[], name);
      return [{ path: ['defaultTemplateName'], message }];
    },
  },
);

export const bindingRequest = requiring(
  v.object({
    workspaceName: text(),
    clusters: v.pipe(listOf(clusterBinding), v.nonEmpty(notEmpty)),
    enableAutoGPR: flagSent(),
  }),
  eachClusterOnce('clusters', ({ clusterName }) => clusterName),
);

export type BindingRequest = v.InferOutput<typeof bindingRequest>;

export const bindingByNameRequest = v.object({ gprTemplateBindingName: text() });

const templateStatus = v.picklist(['Ready', 'Failed', 'NotFound']);
const clusterMembers = { clusterName: string, defaultTemplateName: string, templates: strings };

/** The answer of create has no status members. */
const createdCluster = v.strictObject(clusterMembers);

const clusterRecord = v.strictObject({
  ...clusterMembers,
  defaultTemplateStatus: templateStatus,
  templateStatus: v.record(string, templateStatus),
});

/** Clients fail on any further member. */
export const bindingRecord = v.strictObject({
  name: string,
  clusters: list(clusterRecord),
  enableAutoGPR: boolean,
});

export type BindingRecord = v.InferOutput<typeof bindingRecord>;

/** In this answer, clients also require the namespace. */
export const createBindingAnswer = v.strictObject({
  ...bindingRecord.entries,
  clusters: list(createdCluster),
  namespace: string,
});

export const updateBindingAnswer = v.strictObject({ ...bindingRecord.entries, namespace: string });

export const listBindingsAnswer = v.object({ templateBindings: list(bindingRecord) });
