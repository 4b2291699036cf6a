// Workspaces as the kernel knows them: they come, and at the end of a deletion they go.

import { FactKind } from '../facts/catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { WorkspaceBit } from '../tables/workspaces.ts';
import type { Core } from './core.ts';

/** Adds a workspace; `hash` of its name and clusters enters the fact. Workspaces of a workload leave no fact each. */
export function addWorkspace(core: Core, hash: number): number {
  const workspace = core.workspaces.add();
  noteFact(core.facts, FactKind.workspaceCreated, core.now, { workspace, hash });
  return workspace;
}

/** The clean-up is over: the name of the workspace is free. Who keeps its ended GPRs forgets them. */
export function finishWorkspace(core: Core, workspace: number): void {
  const { workspaces, facts } = core;
  workspaces.setBit(workspace, WorkspaceBit.going, false);
  workspaces.setBit(workspace, WorkspaceBit.gone, true);
  noteFact(facts, FactKind.workspaceGone, core.now, { workspace });
}
