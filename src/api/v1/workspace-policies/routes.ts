import type { PolicyView } from '../../../../sim/index.ts';
import type { ReadableWorld } from '../../../driver/world.ts';
import { requireWorkspace, visibleTo } from '../../frame/access/scope.ts';
import { Failure } from '../../frame/errors/failure.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { accepted } from '../rejection-errors.ts';
import { changesOf, policyFields, recordOf } from './record.ts';
import { listPoliciesAnswer, policyByNameRequest, policyRecord, updatePolicyRequest } from './schema.ts';

const path = '/api/v1/workspace-policies';

export const policyOperations: readonly Operation[] = [
  operation({
    operationId: 'listWorkspacePolicies',
    summary: 'List workspace policies',
    description: 'Lists the policies of the workspaces that the caller may see.',
    method: 'GET',
    path,
    answer: listPoliciesAnswer,
    handle(_request, caller, { world }) {
      const visible = world.read.resources.policies().filter(visibleTo(caller));
      return visible.map(recordOf);
    },
  }),
  operation({
    operationId: 'getWorkspacePolicy',
    summary: 'View a workspace policy',
    description: 'Returns the policy of a workspace. The policy has the name of its workspace.',
    method: 'GET',
    path: `${path}/{policyName}`,
    request: policyByNameRequest,
    answer: policyRecord,
    errors: ['workspace-foreign', 'policy-not-found'],
    handle({ policyName }, caller, { world }) {
      requireWorkspace(caller, policyName);
      return recordOf(requirePolicy(world, policyName));
    },
  }),
  operation({
    operationId: 'updateWorkspacePolicy',
    summary: 'Update a workspace policy',
    description:
      'Changes the sent members, at least one. A limit of 0 means no limit. Limits apply to new GPRs and to new priorities.',
    method: 'PUT',
    path: `${path}/{policyName}`,
    from: 'body',
    spellings: { PriorityRange: 'priorityRange', maxGPUPerGpr: 'maxGpuPerGpr' },
    request: updatePolicyRequest,
    answer: policyRecord,
    errors: ['policy-empty', 'policy-invalid', 'policy-not-found', 'workspace-going'],
    example: { priorityRange: '1-200', maxGPRs: 10, maxExitDurationPerGPR: '1d' },
    invalid: 'policy-invalid',
    async handle(request, _caller, { world }) {
      const { policyName } = request;
      const changes = changesOf(request);
      if (Object.keys(changes).length === 0) throw new Failure('policy-empty');
      requirePolicy(world, policyName);
      await accepted(world.submit({ kind: 'policy.set', workspace: policyName, changes }), {
        invalid: 'policy-invalid',
        workspaceNotFound: 'policy-not-found',
        fields: policyFields,
      });
      return recordOf(requirePolicy(world, policyName));
    },
  }),
];

function requirePolicy(world: ReadableWorld, workspace: string): PolicyView {
  const policy = world.read.resources.policy(workspace);
  if (policy === undefined) throw new Failure('policy-not-found', { workspace });
  return policy;
}
