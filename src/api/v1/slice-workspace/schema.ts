import * as v from 'valibot';
import { tooManyClusters, workspaceClustersMax } from '../../../wire/workspace.ts';
import { whole } from '../../frame/answers/whole.ts';
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

export const createWorkspaceAnswer = v.object({ workspaceName: v.string() });

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

export const kubeConfigRequest = v.object({ workspaceName: text(), clusterName: text() });

export const kubeConfigAnswer = v.object({ kubeConfig: v.string() });

export const deleteWorkspaceRequest = v.object({ workspaceName: text() });
