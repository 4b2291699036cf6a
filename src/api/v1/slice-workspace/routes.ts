import type * as v from 'valibot';
import type { WorkspaceView } from '../../../../sim/index.ts';
import { TOKEN_TTL_SECONDS } from '../../../wire/time/token-lifetime.ts';
import { workspaceClustersMax } from '../../../wire/workspace.ts';
import { opens, workspaceOf } from '../../frame/access/scope.ts';
import type { Problem } from '../../frame/errors/entry.ts';
import { invalid } from '../../frame/errors/failure.ts';
import { oneOf } from '../../frame/errors/problems.ts';
import { type Operation, operation } from '../../frame/operation/operation.ts';
import { accepted } from '../rejection-errors.ts';
import { kubeConfig } from './kube-config.ts';
import {
  createWorkspaceAnswer,
  createWorkspaceRequest,
  deleteWorkspaceRequest,
  kubeConfigAnswer,
  kubeConfigRequest,
  listWorkspacesAnswer,
  type workspaceItem,
} from './schema.ts';

const path = '/api/v1/slice-workspace';
const spellings = { workspace: 'workspaceName', sliceName: 'workspaceName' };

export const workspaceOperations: readonly Operation[] = [
  operation({
    operationId: 'createWorkspace',
    summary: 'Create a slice workspace',
    description:
      'Creates a workspace and its policy, which limits nothing at first. Repeated clusters and namespaces are listed once.',
    method: 'POST',
    path,
    from: 'body',
    spellings,
    request: createWorkspaceRequest,
    answer: createWorkspaceAnswer,
    errors: ['workspace-exists', 'workspace-going', 'workspace-invalid', 'workspace-clusters-required'],
    invalid: (problems) =>
      lacksOnly(problems, 'clusters') ? 'workspace-clusters-required' : 'workspace-invalid',
    async handle({ workspaceName: name, clusters, namespaces, username, email }, _caller, { world }) {
      const command = { kind: 'workspace.create', name, clusters, namespaces, username, email } as const;
      await accepted(world.submit(command), { invalid: 'workspace-invalid', workspace: name });
      return { workspaceName: name };
    },
  }),
  operation({
    operationId: 'listWorkspaces',
    summary: 'List slice workspaces',
    description: 'Lists the workspaces that the caller may see.',
    method: 'GET',
    path: `${path}/list`,
    answer: listWorkspacesAnswer,
    handle(_request, caller, { world }) {
      const visible = world.read.views.workspaces().filter(({ creation }) => opens(caller, creation));
      return { workspaces: visible.map(itemOf) };
    },
  }),
  operation({
    operationId: 'getKubeConfig',
    summary: 'Get a cluster-access document',
    description:
      'Returns a configuration in YAML for one cluster of the workspace. The cluster is simulated: the address leads nowhere, and this interface refuses the token. The members may be query parameters or members of a body.',
    method: 'GET',
    path: `${path}/kube-config`,
    aliases: [{ operationId: 'postKubeConfig', method: 'POST' }],
    from: 'body or query',
    isTimeless: 'this operation issues a token for the present',
    spellings: { ...spellings, cluster: 'clusterName' },
    request: kubeConfigRequest,
    answer: kubeConfigAnswer,
    errors: ['worker-required', 'invalid', 'workspace-foreign', 'workspace-not-found'],
    invalid: (problems) => (lacksOnly(problems, 'clusterName', 'cluster') ? 'worker-required' : 'invalid'),
    async handle({ workspaceName, clusterName }, caller, { world, tokens }) {
      const workspace = workspaceOf(world, caller, workspaceName);
      if (!workspace.clusters.includes(clusterName)) {
        const why = oneOf('a cluster of the workspace', workspace.clusters, clusterName);
        throw invalid('clusterName', why);
      }
      const namespace = workspace.namespaces[0] ?? 'default';
      const subject = `system:serviceaccount:${namespace}:${workspaceName}-workspace`;
      const token = await tokens.sign(subject, `cluster:${clusterName}`, TOKEN_TTL_SECONDS);
      return { kubeConfig: kubeConfig({ cluster: clusterName, workspace: workspaceName, namespace, token }) };
    },
  }),
  operation({
    operationId: 'deleteWorkspace',
    summary: 'Delete a slice workspace',
    description:
      'Queues the deletion. The workspace accepts no new work, its GPRs are released or removed, and it leaves the list a few simulated seconds later. Until then, requests that need the workspace are answered with 409.',
    method: 'DELETE',
    path,
    from: 'body',
    spellings,
    request: deleteWorkspaceRequest,
    errors: ['workspace-not-found', 'workspace-going'],
    async handle({ workspaceName: name }, _caller, { world }) {
      await accepted(world.submit({ kind: 'workspace.delete', name }));
      return {};
    },
  }),
];

/** Whether the only problem is that the member, in one of its spellings, has no value. */
function lacksOnly([first, ...others]: readonly Problem[], ...spellings: readonly string[]): boolean {
  const isMissing = first?.reason === 'FieldValueRequired' && spellings.includes(first.field);
  return isMissing && others.length === 0;
}

function itemOf({ name, clusters, namespaces }: WorkspaceView): v.InferOutput<typeof workspaceItem> {
  return {
    name,
    overlayNetworkDeploymentMode: 'no-network',
    maxClusters: workspaceClustersMax,
    sliceDescription: 'Created via slice workspace API',
    clusters,
    namespaces: namespaces.map((namespace) => ({ namespace, clusters })),
  };
}
