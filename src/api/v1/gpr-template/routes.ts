import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { accepted } from '../rejection-errors.ts';
import { gprTemplateFields, recordOf, templateOf } from './record.ts';
import {
  createGprTemplateAnswer,
  gprTemplateByNameRequest,
  gprTemplateRecord,
  gprTemplateRequest,
  listGprTemplatesAnswer,
} from './schema.ts';

const path = '/api/v1/gpr-template';
const spellings = { memoryPerGpu: 'memoryPerGPU', gprTemplateName: 'name' };
const nameSpellings = { name: 'gprTemplateName' };
const refusal = { invalid: 'gpr-template-invalid', fields: gprTemplateFields } as const;

export const gprTemplateOperations: readonly Operation[] = [
  operation({
    operationId: 'createGprTemplate',
    summary: 'Create a GPR template',
    description: 'Creates a template. Its name must be unique.',
    method: 'POST',
    path,
    from: 'body',
    spellings,
    request: gprTemplateRequest,
    answer: createGprTemplateAnswer,
    errors: ['gpr-template-invalid', 'gpr-template-exists'],
    invalid: 'gpr-template-invalid',
    async handle(request, _caller, { world }) {
      await accepted(world.submit({ kind: 'gpr-template.create', template: templateOf(request) }), refusal);
      return { gprTemplateName: request.name };
    },
  }),
  operation({
    operationId: 'getGprTemplate',
    summary: 'View a GPR template',
    description:
      'Returns a template. With the query parameter `gprTemplateBindingName`, this path answers like `getGprTemplateBinding`.',
    method: 'GET',
    path,
    from: 'query',
    spellings: nameSpellings,
    request: gprTemplateByNameRequest,
    answer: gprTemplateRecord,
    errors: ['gpr-template-not-found'],
    handle({ gprTemplateName: name }, _caller, { world }) {
      const template = world.read.resources.gprTemplate(name);
      if (template === undefined) throw new Failure('gpr-template-not-found', { name });
      return recordOf(template);
    },
  }),
  operation({
    operationId: 'listGprTemplates',
    summary: 'List GPR templates',
    description: 'Lists all templates.',
    method: 'GET',
    path: `${path}/list`,
    answer: listGprTemplatesAnswer,
    handle(_request, _caller, { world }) {
      return { items: world.read.resources.gprTemplates().map(recordOf) };
    },
  }),
  operation({
    operationId: 'updateGprTemplate',
    summary: 'Replace a GPR template',
    description: 'Replaces the whole template. The body has the same members as at creation.',
    method: 'PUT',
    path,
    from: 'body',
    spellings,
    request: gprTemplateRequest,
    errors: ['gpr-template-invalid', 'gpr-template-not-found'],
    invalid: 'gpr-template-invalid',
    async handle(request, _caller, { world }) {
      await accepted(world.submit({ kind: 'gpr-template.replace', template: templateOf(request) }), refusal);
      return {};
    },
  }),
  operation({
    operationId: 'deleteGprTemplate',
    summary: 'Delete a GPR template',
    description: 'Deletes the template. Bindings that name it then show its status as `NotFound`.',
    method: 'DELETE',
    path,
    from: 'body',
    spellings: nameSpellings,
    request: gprTemplateByNameRequest,
    errors: ['gpr-template-not-found'],
    async handle({ gprTemplateName: name }, _caller, { world }) {
      await accepted(world.submit({ kind: 'gpr-template.delete', name }));
      return {};
    },
  }),
];
