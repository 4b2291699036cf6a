import { FactKind } from '../facts/fact-catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { WorkspaceBit } from '../tables/workspace-table.ts';
import type { Core } from './core.ts';

/** Adds a workspace and returns its number. @param hash of its name and clusters, for the fact */
export function addWorkspace(core: Core, hash: number): number {
  const workspace = core.workspaces.add();
  noteFact(core.facts, FactKind.workspaceCreated, core.now, { workspace, hash });
  return workspace;
}

/** Ends the clean-up of a deleted workspace: its name is free again. Followers of the fact drop its ended GPRs. */
export function finishWorkspace(core: Core, workspace: number): void {
  const { workspaces, facts } = core;
  workspaces.setBit(workspace, WorkspaceBit.going, false);
  workspaces.setBit(workspace, WorkspaceBit.gone, true);
  noteFact(facts, FactKind.workspaceGone, core.now, { workspace });
}
