// The parts of a world, for layers that need more than the state of the kernel; and how to find GPRs and workspaces in it.

import { type IdCipher, Origin, uidOf } from './base/numbers/ids.ts';
import type { EndedGprs } from './followers/indexes/ended-gprs.ts';
import type { GprIndex } from './followers/indexes/gpr-index.ts';
import type { Invalidations } from './followers/invalidations.ts';
import type { Core } from './kernel/core.ts';
import type { OwnPolicies } from './kernel/own-policies.ts';
import type { Directory } from './language/directory.ts';
import type { Scenario } from './language/scenario.ts';
import { type GprTable, NONE } from './tables/gprs/gpr-table.ts';
import type { Resources } from './tables/resource-tables.ts';
import { WorkspaceBit } from './tables/workspace-table.ts';

export interface World {
  readonly scenario: Scenario;
  readonly ownPolicies: OwnPolicies;
  readonly core: Core;
  readonly resources: Resources;
  /** A forecast shares it with its world and changes nothing in it. */
  readonly directory: Directory;
  readonly ids: IdCipher;
  readonly invalidations: Invalidations;
  /** GPRs by uid and by workspace, and ended GPRs. A forecast reads neither. */
  readonly index: GprIndex;
  readonly ended: EndedGprs;
  /** true: a forecast's copy, which runs ahead. It may leave out names and messages. */
  readonly isCopy: boolean;
}

/** A GPR in memory: its row in the table of GPRs or, after its end, of ended GPRs. */
export interface FoundGpr {
  readonly gprs: GprTable;
  readonly row: number;
}

/** The uid of the resource that the next command of a client would create. */
export function commandUid({ core }: World): number {
  return uidOf(Origin.command, core.commands);
}

/** Finds a GPR; undefined = not in memory. @param uid −1 = of no GPR */
export function findGpr({ core, index, ended }: World, uid: number): FoundGpr | undefined {
  const row = index.rowOf(uid);
  if (row !== NONE) return { gprs: core.gprs, row };
  const endedRow = ended.rowOf(uid);
  return endedRow === NONE ? undefined : { gprs: ended.table, row: endedRow };
}

/** The workspace of a name, even while it is being deleted; −1 = unknown or gone. */
export function findWorkspace({ core, directory }: World, name: string): number {
  const workspace = directory.workspace(name);
  return workspace >= 0 && core.workspaces.has(workspace, WorkspaceBit.gone) ? -1 : workspace;
}
