// Workspaces come and go. A deletion is queued: new work is refused at once, endpoints, placements, binding and policy go,
// queued GPRs are removed and provisioned ones released, and after a short while the workspace is gone.

import type { Rejection } from '../commands.ts';
import { type Core, Rank, Timer } from '../core.ts';
import { retire } from '../ended.ts';
import { FactKind, noteFact, Reason } from '../facts.ts';
import { NONE } from '../gpr.ts';
import { dismiss } from '../lifecycle.ts';
import { recordOf } from '../queue.ts';
import { SECOND_MS } from '../time.ts';
import { dropEndpoint, endpointsOf } from './endpoints.ts';
import { dropPlacement, placementsOf } from './placements.ts';
import { removeRecordsOf } from './records.ts';

/** How long the clean-up of a deleted workspace takes. */
export const WORKSPACE_CLEANUP_MS = 5 * SECOND_MS;

export const Going = { no: 0, going: 1, gone: 2 } as const;

/** Adds a workspace; `hash` of its name and clusters enters the fact. Workspaces of a workload leave no fact each. */
export function addWorkspace(core: Core, hash: number): number {
  const workspace = core.workspaces.add();
  noteFact(core.facts, FactKind.workspaceCreated, core.now, [workspace, hash]);
  return workspace;
}

/** Why nothing new can be had in the workspace of this name, undefined where it can. */
export function workspaceRejection(core: Core, name: string): Rejection | undefined {
  const workspace = core.directory.workspace(name);
  const going = workspace < 0 ? Going.gone : core.workspaces.going[recordOf(workspace)];
  if (going === Going.gone) return { code: 'workspace-unknown', workspace: name };
  return going === Going.going ? { code: 'workspace-going', workspace: name } : undefined;
}

export function deleteWorkspace(core: Core, workspace: number): void {
  const { gprs, workspaces, facts } = core;
  workspaces.going[recordOf(workspace)] = Going.going;
  noteFact(facts, FactKind.workspaceGoing, core.now, [workspace]);
  removeResourcesOf(core, workspace);
  // Ending one may push another out of memory, so the list is read before it changes.
  const rows: number[] = [];
  for (let row = workspaces.firstGpr[recordOf(workspace)]; row !== NONE; row = gprs.siblingNext[row]) {
    if (!gprs.isEnded(row)) rows.push(row);
  }
  for (const row of rows) {
    dismiss(core, row, Reason.workspaceDeleted);
  }
  core.setTimer(Timer.workspace, workspace, core.now + WORKSPACE_CLEANUP_MS, Rank.world);
}

/** What stands on the workspace's GPRs goes first: nothing of it shall see them end. */
function removeResourcesOf(core: Core, workspace: number): void {
  for (const endpoint of endpointsOf(core, workspace)) dropEndpoint(core, endpoint);
  for (const placement of placementsOf(core, workspace)) dropPlacement(core, placement, false);
  removeRecordsOf(core, workspace);
}

/** The clean-up is over: what the workspace still has in memory leaves it, and its name is free. */
export function finishWorkspace(core: Core, workspace: number): void {
  const { workspaces, facts } = core;
  while (workspaces.firstGpr[recordOf(workspace)] !== NONE)
    retire(core, workspaces.firstGpr[recordOf(workspace)]);
  workspaces.going[recordOf(workspace)] = Going.gone;
  noteFact(facts, FactKind.workspaceGone, core.now, [workspace]);
}
