// Deletion of workspaces. At once: new work is refused, endpoints, placements, binding and policy are deleted, queued GPRs are
// removed and provisioned ones end. After WORKSPACE_CLEANUP_MS the workspace is gone.

import { SECOND_MS } from '../base/numbers/time.ts';
import { FactKind } from '../facts/fact-catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { Reason } from '../facts/numbered.ts';
import { removeOrEnd } from '../kernel/gprs/lifecycle.ts';
import { Timer } from '../kernel/timers.ts';
import type { Rejection } from '../language/commands.ts';
import { WorkspaceBit } from '../tables/workspace-table.ts';
import { findWorkspace, type World } from '../world.ts';
import { dropEndpoint, endpointsOf } from './endpoints.ts';
import { dropPlacement, placementsOf } from './placements/placements.ts';
import { removeRecordsOf } from './records.ts';

const WORKSPACE_CLEANUP_MS = 5 * SECOND_MS;

/** Why the workspace of this name accepts no new work; undefined = it does. */
export function workspaceRejection(world: World, name: string): Rejection | undefined {
  const workspace = findWorkspace(world, name);
  if (workspace < 0) return { code: 'workspace-unknown', workspace: name };
  return world.core.workspaces.has(workspace, WorkspaceBit.going)
    ? { code: 'workspace-going', workspace: name }
    : undefined;
}

export function deleteWorkspace(world: World, workspace: number): void {
  const { core } = world;
  const { workspaces, facts } = core;
  workspaces.setBit(workspace, WorkspaceBit.going, true);
  noteFact(facts, FactKind.workspaceGoing, core.now, { workspace });
  removeResourcesOf(world, workspace);
  for (const row of world.index.ofWorkspace(workspace)) removeOrEnd(core, row, Reason.workspaceDeleted);
  core.timers.set(Timer.workspace, workspace, core.now + WORKSPACE_CLEANUP_MS);
}

/** Deletes a workspace's endpoints, placements and records. Called before its GPRs end, so that no controller is notified. */
function removeResourcesOf(world: World, workspace: number): void {
  for (const endpoint of endpointsOf(world, workspace)) dropEndpoint(world, endpoint);
  for (const placement of placementsOf(world, workspace)) dropPlacement(world, placement, false);
  removeRecordsOf(world, workspace);
}
