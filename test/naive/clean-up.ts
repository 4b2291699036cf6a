import { FactKind, Reason } from '../../sim/index.ts';
import { dropEndpoint } from './endpoints.ts';
import { dismiss, forget } from './gprs.ts';
import { dropPlacement } from './placements.ts';
import { bindingOf, removeBinding, removePolicy } from './records.ts';
import { dueAt, type NaiveWorld, report, type Workspace } from './state.ts';

const CLEAN_UP_MS = 5_000;

/** Begins a deletion: refuses new work, drops resources, then ends all GPRs. Dropped resources do not report their GPRs' ends. */
export function deleteWorkspace(world: NaiveWorld, workspace: Workspace): void {
  const isOwn = (thing: { readonly workspace: Workspace }) => thing.workspace === workspace;
  workspace.going = 'going';
  report(world, FactKind.workspaceGoing, workspace.index);
  for (const endpoint of world.endpoints.filter(isOwn)) dropEndpoint(world, endpoint);
  for (const placement of world.placements.filter(isOwn)) dropPlacement(world, placement, false);
  if (bindingOf(world, workspace) !== undefined) removeBinding(world, workspace);
  if (workspace.policy !== null) removePolicy(world, workspace);
  for (const gpr of world.gprs.filter(isOwn)) dismiss(world, gpr, Reason.workspaceDeleted);
  workspace.turn = dueAt(world, world.nowMs + CLEAN_UP_MS);
}

export function finishCleanUp(world: NaiveWorld, workspace: Workspace): void {
  workspace.turn = null;
  for (const gpr of world.gprs.filter((known) => known.workspace === workspace)) forget(world, gpr);
  workspace.going = 'gone';
  report(world, FactKind.workspaceGone, workspace.index);
}
