import { requireWorkspace, visibleTo } from '../../frame/access/scope.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { accepted } from '../rejection-errors.ts';
import { bindingOf, bindingNamespace as namespace, recordOf } from './record.ts';
import {
  bindingByNameRequest,
  bindingRecord,
  bindingRequest,
  createBindingAnswer,
  listBindingsAnswer,
  updateBindingAnswer,
} from './schema.ts';

const path = '/api/v1/gpr-template-binding';
/** `name` is the name of the workspace in answers. */
const workspaceSpellings = {
  workspace: 'workspaceName',
  sliceName: 'workspaceName',
  name: 'workspaceName',
};
const nameSpellings = { name: 'gprTemplateBindingName', workspaceName: 'gprTemplateBindingName' };

export const bindingOperations: readonly Operation[] = [
  operation({
    operationId: 'createGprTemplateBinding',
    summary: 'Bind GPR templates to a workspace',
    description: 'Creates the binding of a workspace, or replaces it. A workspace has at most one binding.',
    method: 'POST',
    path,
    from: 'body',
    spellings: workspaceSpellings,
    request: bindingRequest,
    answer: createBindingAnswer,
    errors: ['binding-invalid', 'workspace-foreign', 'workspace-not-found', 'workspace-going'],
    invalid: 'binding-invalid',
    async handle(request, caller, { world }) {
      requireWorkspace(caller, request.workspaceName);
      await accepted(world.submit({ kind: 'binding.create', binding: bindingOf(request) }), {
        invalid: 'binding-invalid',
      });
      const { workspaceName: name, clusters, enableAutoGPR } = request;
      return { name, namespace, clusters, enableAutoGPR };
    },
  }),
  operation({
    operationId: 'getGprTemplateBinding',
    summary: 'View the binding of a workspace',
    description:
      'Returns the binding of a workspace, like `GET /api/v1/gpr-template?gprTemplateBindingName=`.',
    method: 'GET',
    path,
    aliases: [{ path: '/api/v1/gpr-template', query: { parameter: 'gprTemplateBindingName', sent: true } }],
    from: 'query',
    spellings: nameSpellings,
    request: bindingByNameRequest,
    answer: bindingRecord,
    errors: ['workspace-foreign', 'binding-not-found'],
    handle({ gprTemplateBindingName: workspace }, caller, { world }) {
      requireWorkspace(caller, workspace);
      const binding = world.read.resources.binding(workspace);
      if (binding === undefined) throw new Failure('binding-not-found', { workspace });
      return recordOf(binding);
    },
  }),
  operation({
    operationId: 'listGprTemplateBindings',
    summary: 'List GPR template bindings',
    description: 'Lists the bindings of the workspaces that the caller may see.',
    method: 'GET',
    path: `${path}/list`,
    answer: listBindingsAnswer,
    handle(_request, caller, { world }) {
      const visible = world.read.resources.bindings().filter(visibleTo(caller));
      return { templateBindings: visible.map(recordOf) };
    },
  }),
  operation({
    operationId: 'updateGprTemplateBinding',
    summary: 'Replace the binding of a workspace',
    description:
      'Replaces the binding of a workspace. The body may be an answer: its status members are ignored.',
    method: 'PUT',
    path,
    from: 'body',
    spellings: workspaceSpellings,
    request: bindingRequest,
    answer: updateBindingAnswer,
    errors: [
      'binding-invalid',
      'workspace-foreign',
      'workspace-not-found',
      'workspace-going',
      'binding-not-found',
    ],
    invalid: 'binding-invalid',
    async handle(request, caller, { world }) {
      const workspace = request.workspaceName;
      requireWorkspace(caller, workspace);
      await accepted(world.submit({ kind: 'binding.replace', binding: bindingOf(request) }), {
        invalid: 'binding-invalid',
      });
      const binding = world.read.resources.binding(workspace);
      // Simulated time may have passed since the command, so the workspace may be gone.
      if (binding === undefined) throw new Failure('binding-not-found', { workspace });
      return { ...recordOf(binding), namespace };
    },
  }),
  operation({
    operationId: 'deleteGprTemplateBinding',
    summary: 'Delete the binding of a workspace',
    description: 'Deletes the binding. GPRs that were created from its templates do not change.',
    method: 'DELETE',
    path,
    from: 'body',
    spellings: nameSpellings,
    request: bindingByNameRequest,
    errors: ['workspace-foreign', 'workspace-not-found', 'workspace-going', 'binding-not-found'],
    async handle({ gprTemplateBindingName: workspace }, caller, { world }) {
      requireWorkspace(caller, workspace);
      await accepted(world.submit({ kind: 'binding.delete', workspace }));
      return {};
    },
  }),
];
