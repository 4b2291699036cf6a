// What an Editor or a Viewer sees: its own workspace. An Owner sees every one.
// The caller's workspace is known to be the one its key was made for; a name used again has ended the key's tokens.

import type { GprView } from '../../../sim/index.ts';
import type { World } from '../../driver/world.ts';
import { Failure } from '../failure.ts';
import type { Caller } from './roles.ts';

/** Whether things of the workspace may be shown to the caller. */
export function opens(caller: Caller, workspace: string): boolean {
  return caller.role === 'Owner' || caller.workspaceName === workspace;
}

/** Throws unless the caller may name this workspace, whether or not it exists. */
export function requireWorkspace(caller: Caller, workspace: string): void {
  if (!opens(caller, workspace)) {
    throw new Failure('workspace-foreign', { own: caller.workspaceName, workspace });
  }
}

/** The GPR; one of another workspace is as unknown as one that does not exist. */
export function requireGpr(world: World, caller: Caller, gprId: string): GprView {
  const gpr = world.read.gpr(gprId);
  if (gpr === undefined || !opens(caller, gpr.workspace)) throw new Failure('gpr-not-found', { gprId });
  return gpr;
}
