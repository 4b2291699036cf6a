import { FactKind, textHash } from '../../sim/index.ts';
import { type NaiveWorld, report, type Workspace } from './state.ts';

export function addWorkspace(world: NaiveWorld, name: string, clusters: readonly string[]): Workspace {
  const index = world.workspaces.length;
  const workspace: Workspace = { index, name, clusters, going: 'no', turn: null, policy: null };
  world.workspaces.push(workspace);
  return workspace;
}

export function declareWorkspace(world: NaiveWorld, record: Pick<Workspace, 'name' | 'clusters'>): Workspace {
  const workspace = addWorkspace(world, record.name, record.clusters);
  report(world, FactKind.workspaceCreated, workspace.index, textHash(JSON.stringify(record)));
  return workspace;
}

/** The newest workspace of a name, if it accepts new resources; else the reason. */
export function openWorkspace(world: NaiveWorld, name: string): Workspace | string {
  const workspace = newest(world, name);
  if (workspace === undefined || workspace.going === 'gone') return 'workspace-unknown';
  return workspace.going === 'going' ? 'workspace-going' : workspace;
}

export function newest(world: NaiveWorld, name: string): Workspace | undefined {
  return world.workspaces.findLast((known) => known.name === name);
}
