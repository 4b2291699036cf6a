import * as v from 'valibot';
import { boolean, list, string } from '../../frame/answers/shapes.ts';
import { isUnset } from '../../frame/errors/problems.ts';
import {
  flag,
  listOf,
  optional,
  optionalText,
  pathName,
  text,
  textOrEmpty,
} from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { definitionEntries, versionedHelmConfig } from '../workload/definition.ts';
import { definitionRecord } from '../workload/record.ts';
import { definitionRequirements } from '../workload/workload-steps.ts';

const templateEntries = {
  ...definitionEntries,
  workspaceName: text(),
  helmConfigs: listOf(versionedHelmConfig),
  enableBurst: flag(),
  autoPlacement: flag(),
  serviceAccount: text(),
};

export const createTemplateRequest = requiring(
  v.object({ name: pathName(), ...templateEntries }),
  ...definitionRequirements,
);

/** The path names the template; the body may repeat the name. A template without a workspace is answered with ''. */
export const updateTemplateRequest = requiring(
  v.object({
    templateName: text(),
    name: optional(text()),
    ...templateEntries,
    workspaceName: textOrEmpty(),
  }),
  {
    wrong: ({ templateName, name }) =>
      isUnset(name) || name === templateName
        ? []
        : [
            {
              path: ['name'],
              message: 'must equal the name in the path, because a template cannot be renamed',
            },
          ],
  },
  ...definitionRequirements,
);

export type TemplateRequest = Omit<v.InferOutput<typeof createTemplateRequest>, 'name'>;

export const templateNameAnswer = v.object({ name: string });

export const templateByNameRequest = v.object({ templateName: text() });

export const listTemplatesRequest = v.object({ workspaceName: optionalText() });

export const templateRecord = v.object({
  name: string,
  workspaceName: string,
  ...definitionRecord.entries,
  autoPlacement: boolean,
  serviceAccount: string,
  createdAt: string,
  updatedAt: string,
  status: v.object({ workloadSelector: v.object({ name: string, namespace: string }) }),
});

export type TemplateRecord = v.InferOutput<typeof templateRecord>;

export const listTemplatesAnswer = list(templateRecord);
