// Workspaces come and go. A deletion is queued: new work is refused at once, endpoints, placements, binding and policy go,
// queued GPRs are removed and provisioned ones released, and after a short while the workspace is gone.

import { SECOND_MS } from '../base/time.ts';
import { FactKind } from '../facts/catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { Reason } from '../facts/numbered.ts';
import { Rank, Timer } from '../kernel/core.ts';
import { dismiss } from '../kernel/lifecycle.ts';
import type { Rejection } from '../language/commands.ts';
import { WorkspaceBit } from '../tables/workspaces.ts';
import type { World } from '../world.ts';
import { dropEndpoint, endpointsOf } from './endpoints.ts';
import { dropPlacement, placementsOf } from './placements.ts';
import { removeRecordsOf } from './records.ts';

/** How long the clean-up of a deleted workspace takes. */
export const WORKSPACE_CLEANUP_MS = 5 * SECOND_MS;

/** Why nothing new can be had in the workspace of this name, undefined where it can. */
export function workspaceRejection(world: World, name: string): Rejection | undefined {
  const workspace = world.directory.workspace(name);
  const { workspaces } = world.core;
  if (workspace < 0 || workspaces.has(workspace, WorkspaceBit.gone)) {
    return { code: 'workspace-unknown', workspace: name };
  }
  return workspaces.has(workspace, WorkspaceBit.going)
    ? { code: 'workspace-going', workspace: name }
    : undefined;
}

export function deleteWorkspace(world: World, workspace: number): void {
  const { core } = world;
  const { workspaces, facts } = core;
  workspaces.setBit(workspace, WorkspaceBit.going, true);
  noteFact(facts, FactKind.workspaceGoing, core.now, { workspace });
  removeResourcesOf(world, workspace);
  for (const row of world.index.ofWorkspace(workspace)) dismiss(core, row, Reason.workspaceDeleted);
  core.setTimer(Timer.workspace, workspace, core.now + WORKSPACE_CLEANUP_MS, Rank.world);
}

/** What stands on the workspace's GPRs goes first: nothing of it shall see them end. */
function removeResourcesOf(world: World, workspace: number): void {
  for (const endpoint of endpointsOf(world, workspace)) dropEndpoint(world, endpoint);
  for (const placement of placementsOf(world, workspace)) dropPlacement(world, placement, false);
  removeRecordsOf(world, workspace);
}
