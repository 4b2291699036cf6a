// Workspaces as the kernel knows them: they come, and at the end of a deletion they go.

import { FactKind } from '../facts/catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { NONE } from '../tables/gpr.ts';
import { recordOf, WorkspaceBit } from '../tables/queue.ts';
import type { Core } from './core.ts';
import { retire } from './ended.ts';

/** Adds a workspace; `hash` of its name and clusters enters the fact. Workspaces of a workload leave no fact each. */
export function addWorkspace(core: Core, hash: number): number {
  const workspace = core.workspaces.add();
  noteFact(core.facts, FactKind.workspaceCreated, core.now, { workspace, hash });
  return workspace;
}

/** The clean-up is over: what the workspace still has in memory leaves it, and its name is free. */
export function finishWorkspace(core: Core, workspace: number): void {
  const { workspaces, facts } = core;
  while (workspaces.firstGpr[recordOf(workspace)] !== NONE)
    retire(core, workspaces.firstGpr[recordOf(workspace)]);
  workspaces.setBit(workspace, WorkspaceBit.going, false);
  workspaces.setBit(workspace, WorkspaceBit.gone, true);
  noteFact(facts, FactKind.workspaceGone, core.now, { workspace });
}
