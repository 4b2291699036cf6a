import * as v from 'valibot';
import { tooManyClusters, workspaceClustersMax } from '../../../wire/workspace.ts';
import { list, string, strings, whole } from '../../frame/answers/shapes.ts';
import { distinctNames, pathName, text } from '../../frame/request/fields.ts';

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

export const createWorkspaceAnswer = v.object({ workspaceName: string });

export const workspaceItem = v.object({
  name: string,
  overlayNetworkDeploymentMode: string,
  maxClusters: whole,
  sliceDescription: string,
  clusters: strings,
  namespaces: list(v.object({ namespace: string, clusters: strings })),
});

export const listWorkspacesAnswer = v.object({
  workspaces: list(v.pipe(workspaceItem, v.title('Workspace'))),
});

export const kubeConfigRequest = v.object({ workspaceName: text(), clusterName: text() });

export const kubeConfigAnswer = v.object({ kubeConfig: string });

export const deleteWorkspaceRequest = v.object({ workspaceName: text() });
