// What an Editor or a Viewer sees: its own workspace. An Owner sees every one.
// A workspace is its creation, never its name: what an earlier workspace of the name left behind stays out of sight.

import type { WorkloadTemplateView } from '../../../sim/index.ts';
import type { World } from '../../driver/world.ts';
import { Failure } from '../failure.ts';
import type { Caller } from './roles.ts';

/** Whether things of the workspace with this creation number may be shown to the caller. */
export function opens(caller: Caller, workspaceCreation: number | undefined): boolean {
  return caller.role === 'Owner' || caller.workspaceCreation === workspaceCreation;
}

/**
 * Whether things of the workspace that has this name now may be shown to the caller, whose own is the one that its key
 * was made for: a name used again has ended the key's tokens.
 */
export function opensName(caller: Caller, workspace: string): boolean {
  return caller.role === 'Owner' || caller.workspaceName === workspace;
}

/** Throws unless the caller may name this workspace, whether or not it exists. */
export function requireWorkspace(caller: Caller, workspace: string): void {
  if (!opensName(caller, workspace)) {
    throw new Failure('workspace-foreign', { own: caller.workspaceName, workspace });
  }
}

/** Whether a workload template may be shown to the caller: one that belongs to no workspace is for all. */
export function opensTemplate(
  caller: Caller,
  { workspace, workspaceCreation }: WorkloadTemplateView,
): boolean {
  return workspace === '' || opens(caller, workspaceCreation);
}

/** Whether there is such a GPR and the caller may see it. */
export function seesGpr(world: World, caller: Caller, gprId: string): boolean {
  const creation = world.read.gprWorkspaceCreation(gprId);
  return creation !== undefined && opens(caller, creation);
}

/** Throws unless the caller sees the GPR: one of another workspace is as unknown as one that does not exist. */
export function requireGpr(world: World, caller: Caller, gprId: string): void {
  if (!seesGpr(world, caller, gprId)) throw new Failure('gpr-not-found', { gprId });
}
