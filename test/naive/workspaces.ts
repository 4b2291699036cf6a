// Workspaces and their policies.

import { FactKind, type Policy, RecordTable, textHash } from '../../sim/index.ts';
import { PERMISSIVE } from '../../sim/world/policies.ts';
import { dismiss, forget } from './gprs.ts';
import { dueAt, isEnded, type NaiveWorld, tell, type Workspace } from './state.ts';

const CLEAN_UP_MS = 5_000;

/** A workspace that a workload made for itself leaves no fact. */
export function addWorkspace(world: NaiveWorld, name: string, clusters: readonly string[]): Workspace {
  const index = world.workspaces.length;
  const workspace: Workspace = { index, name, clusters, going: 'no', turn: null, policy: null };
  world.workspaces.push(workspace);
  return workspace;
}

/** A workspace that was declared or created by command. */
export function declareWorkspace(world: NaiveWorld, record: Pick<Workspace, 'name' | 'clusters'>): Workspace {
  const workspace = addWorkspace(world, record.name, record.clusters);
  tell(world, FactKind.workspaceCreated, workspace.index, textHash(JSON.stringify(record)));
  return workspace;
}

/** The newest workspace of a name in which something new can be had; else why there is none. */
export function openWorkspace(world: NaiveWorld, name: string): Workspace | string {
  const workspace = newest(world, name);
  if (workspace === undefined || workspace.going === 'gone') return 'workspace-unknown';
  return workspace.going === 'going' ? 'workspace-going' : workspace;
}

export function newest(world: NaiveWorld, name: string): Workspace | undefined {
  return world.workspaces.findLast((known) => known.name === name);
}

export function setPolicy(world: NaiveWorld, workspace: Workspace, changes: Partial<Policy>): void {
  workspace.policy = { ...policyOf(workspace), ...changes };
  const hash = textHash(JSON.stringify(workspace.policy));
  tell(world, FactKind.recordSet, ...policyWords(world, workspace), hash);
}

export function policyOf({ policy }: Workspace): Policy {
  return policy ?? PERMISSIVE;
}

/** Nothing new, nobody stays; after a while it is gone. */
export function deleteWorkspace(world: NaiveWorld, workspace: Workspace): void {
  workspace.going = 'going';
  tell(world, FactKind.workspaceGoing, workspace.index);
  if (workspace.policy !== null) tell(world, FactKind.recordRemoved, ...policyWords(world, workspace));
  workspace.policy = null;
  for (const gpr of world.gprs.filter((known) => known.workspace === workspace)) {
    if (!isEnded(gpr)) dismiss(world, gpr);
  }
  workspace.turn = dueAt(world, world.nowMs + CLEAN_UP_MS);
}

export function finishCleanUp(world: NaiveWorld, workspace: Workspace): void {
  workspace.turn = null;
  for (const gpr of world.gprs.filter((known) => known.workspace === workspace)) forget(world, gpr);
  workspace.going = 'gone';
  tell(world, FactKind.workspaceGone, workspace.index);
}

function policyWords({ texts }: NaiveWorld, { index, name }: Workspace): number[] {
  // Texts are numbered in the order of their first use.
  if (!texts.includes(name)) texts.push(name);
  return [RecordTable.policy, texts.indexOf(name), index];
}
