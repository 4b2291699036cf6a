// Editors and Viewers see one workspace; Owners see all. The creation number identifies a workspace, because a name can be
// used again: records of an earlier workspace of the same name stay hidden.

import type { WorkloadTemplateView, WorkspaceView } from '../../../../sim/index.ts';
import type { ReadableWorld } from '../../../driver/world.ts';
import type { ErrorName } from '../errors/error-catalogue.ts';
import { Failure } from '../errors/failure.ts';
import type { Caller } from './roles.ts';

/** Whether the caller may see records of the workspace with this creation number. */
export function opens(caller: Caller, workspaceCreation: number | undefined): boolean {
  return caller.role === 'Owner' || caller.workspaceCreation === workspaceCreation;
}

/** For the worlds' queries, which know workspaces by the numbers of their creation. */
export function seesWorkspaces(caller: Caller): (workspaceCreation: number) => boolean {
  return (workspaceCreation) => opens(caller, workspaceCreation);
}

/** For lists of what belongs to workspaces. */
export function visibleTo(caller: Caller) {
  return ({ workspaceCreation }: { readonly workspaceCreation: number }) => opens(caller, workspaceCreation);
}

/**
 * Whether the caller may see records of the present workspace of this name. Comparing names suffices here: when a name is
 * used again, the tokens of keys of the earlier workspace are revoked.
 */
export function opensName(caller: Caller, workspace: string): boolean {
  return caller.role === 'Owner' || caller.workspaceName === workspace;
}

/** Callers of the same scope see the same records. */
export function scopeOf({ role, workspaceCreation, workspaceName }: Caller): string {
  return role === 'Owner' ? role : JSON.stringify([workspaceCreation, workspaceName]);
}

/** @throws Failure `workspace-foreign` if the workspace, which need not exist, is not the caller's */
export function requireWorkspace(caller: Caller, workspace: string): void {
  if (!opensName(caller, workspace)) {
    throw new Failure('workspace-foreign', { own: caller.workspaceName, workspace });
  }
}

/** The caller's workspace. @throws Failure `workspace-foreign` if it is not the caller's, `missing` if it does not exist */
export function workspaceOf(
  world: ReadableWorld,
  caller: Caller,
  name: string,
  missing: ErrorName = 'workspace-not-found',
): WorkspaceView {
  requireWorkspace(caller, name);
  const workspace = world.read.views.workspace(name);
  if (workspace === undefined) throw new Failure(missing, { workspace: name });
  return workspace;
}

/** Whether the caller may see the workload template. Templates without a workspace are visible to all. */
export function opensTemplate(
  caller: Caller,
  { workspace, workspaceCreation }: WorkloadTemplateView,
): boolean {
  return workspace === '' || opens(caller, workspaceCreation);
}

export function seesGpr(world: ReadableWorld, caller: Caller, gprId: string): boolean {
  const creation = world.read.gprWorkspaceCreation(gprId);
  return creation !== undefined && opens(caller, creation);
}

/** Whether the caller may see the GPR of an id. Owners see also those that are no longer known. */
export function seenBy(caller: Caller, world: ReadableWorld): (gprId: string) => boolean {
  return (gprId) => caller.role === 'Owner' || seesGpr(world, caller, gprId);
}

/** Whether the caller may see the victims of a GPR, which are always of other workspaces. */
export function seesVictims(caller: Caller): boolean {
  return caller.role === 'Owner';
}

/** @throws Failure `gpr-not-found` if the GPR does not exist or belongs to a workspace that the caller does not see */
export function requireGpr(world: ReadableWorld, caller: Caller, gprId: string): void {
  if (!seesGpr(world, caller, gprId)) throw new Failure('gpr-not-found', { gprId });
}

interface Named {
  readonly gprId: string;
  readonly gprName: string | null;
  readonly workspace: string;
}

/** The names of a GPR for callers who may see its workspace, null for others. */
export function namesFor<Of extends Named>(
  caller: Caller,
  { gprId, gprName, workspace, workspaceCreation }: Of & { readonly workspaceCreation: number },
): { [Member in keyof Named]: Of[Member] | null } {
  return opens(caller, workspaceCreation)
    ? { gprId, gprName, workspace }
    : { gprId: null, gprName: null, workspace: null };
}
