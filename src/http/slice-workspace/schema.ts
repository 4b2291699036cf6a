import * as v from 'valibot';
import { tooManyClusters, workspaceClustersMax } from '../../wire/workspace.ts';
import { whole } from '../answered.ts';
import { distinctNames, optionalText, pathName, text } from '../fields.ts';

export const createWorkspaceRequest = v.object({
  workspaceName: pathName(),
  clusters: v.pipe(
    distinctNames(),
    v.check(
      (clusters) => clusters.length <= workspaceClustersMax,
      ({ input }) => tooManyClusters(input.length),
    ),
  ),
  namespaces: distinctNames(),
  username: text(),
  email: text(),
});

export const createWorkspaceAnswer = v.object({ workspaceName: v.string() });

export const listWorkspacesRequest = v.object({});

const nameList = v.pipe(v.array(v.string()), v.readonly());

export const workspaceItem = v.object({
  name: v.string(),
  overlayNetworkDeploymentMode: v.string(),
  maxClusters: whole,
  sliceDescription: v.string(),
  clusters: nameList,
  namespaces: v.array(v.object({ namespace: v.string(), clusters: nameList })),
});

export const listWorkspacesAnswer = v.object({
  workspaces: v.array(v.pipe(workspaceItem, v.title('Workspace'))),
});

/** The cluster is optional here, because the operation has a specific error for a missing one. */
export const kubeConfigRequest = v.pipe(
  v.object({ workspaceName: text(), clusterName: optionalText() }),
  v.metadata({ required: ['workspaceName', 'clusterName'] }),
);

export const kubeConfigAnswer = v.object({ kubeConfig: v.string() });

export const deleteWorkspaceRequest = v.object({ workspaceName: text() });

export const deleteWorkspaceAnswer = v.strictObject({});
