// What an Editor or a Viewer sees: its own workspace. An Owner sees every one.
// A workspace is its creation, never its name: what an earlier workspace of the name left behind stays out of sight.

import type { GprView, WorkloadTemplateView } from '../../../sim/index.ts';
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

/** The GPR; undefined if there is none or it is not for the caller. */
export function visibleGpr(world: World, caller: Caller, gprId: string): GprView | undefined {
  const gpr = world.read.gpr(gprId);
  return gpr !== undefined && opens(caller, gpr.workspaceCreation) ? gpr : undefined;
}

/** The GPR; one of another workspace is as unknown as one that does not exist. */
export function requireGpr(world: World, caller: Caller, gprId: string): GprView {
  const gpr = visibleGpr(world, caller, gprId);
  if (gpr === undefined) throw new Failure('gpr-not-found', { gprId });
  return gpr;
}
