// The GPRs of endpoints and workload placements: created for them, or attached to because the workspace had one.

import { createFrom } from '../../admission/create.ts';
import { instant } from '../../admission/gpr-row.ts';
import type { IdCipher } from '../../base/numbers/ids.ts';
import { STATE_NAMES, State } from '../../facts/numbered.ts';
import { carriedFor } from '../../language/carried.ts';
import type { CreateGpr } from '../../language/gpr.ts';
import type { GprChoice } from '../../language/resource-commands.ts';
import type { FullGpuSpec } from '../../language/resource-data.ts';
import type { OwnedGprView } from '../../language/resource-views.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import type { OwnedGpr } from '../../tables/resource-tables.ts';
import type { World } from '../../world.ts';
import { rowOf, watch } from './watch.ts';

/** Creates or attaches the chosen GPR and watches it. @param uid for a new GPR @param timer id of the controller's timer */
export function obtain(world: World, choice: GprChoice, uid: number, timer: number): OwnedGpr | null {
  if (choice.kind === 'none') return null;
  if (choice.kind === 'make') {
    const row = createFrom(world, choice.request, uid);
    watch(world, row, timer);
    return ownedOf(world, row, choice.request.gprName, choice.by, true);
  }
  const held = world.ids.uid(choice.gprId);
  const row = world.index.rowOf(held);
  if (row === NONE) throw new Error(`unknown GPR ${choice.gprId}; attaching needs a GPR that has not ended`);
  watch(world, row, timer);
  return ownedOf(world, row, world.directory.gprName(held), 'attached', false);
}

/** The record that a controller keeps of its GPR; it remains valid after the GPR has ended. */
export function ownedOf(
  world: World,
  row: number,
  name: string,
  by: OwnedGpr['by'],
  owns: boolean,
): OwnedGpr {
  const { core } = world;
  const { gprs, demands } = core;
  const demand = gprs.demand[row];
  return {
    uid: gprs.uid[row],
    row,
    name,
    by,
    owns,
    pool: gprs.pool[row],
    gpusPerNode: demands.gpus[demand],
    nodeCount: demands.nodes[demand],
    memoryGb: gprs.memoryGb[row],
  };
}

export function specRequest(
  spec: FullGpuSpec,
  workspace: string,
  cluster: string,
  gprName: string,
): CreateGpr {
  return {
    kind: 'gpr.create',
    gprName,
    workspace,
    clusters: [cluster],
    ...spec,
    idleTimeOutMs: null,
    enforceIdleTimeOut: null,
    dedicatedNodes: false,
    ...carriedFor(spec.nodeCount),
  };
}

export function viewOwned(world: World, ids: IdCipher, gpr: OwnedGpr): OwnedGprView {
  const { core } = world;
  const row = rowOf(world, gpr);
  const { gprs } = core;
  const left = world.resources.watches.get(gpr.uid);
  const { uid, name, by, pool, gpusPerNode, nodeCount, memoryGb } = gpr;
  const isGone = row === NONE;
  return {
    gprId: ids.gprId(uid),
    gprName: isGone ? left?.name || name : world.directory.gprName(uid),
    ...world.directory.poolNames(pool),
    gpusPerNode,
    nodeCount,
    memoryGbPerGpu: memoryGb,
    state: isGone ? endName(left?.endState ?? State.none) : STATE_NAMES[gprs.state[row]],
    startedAtMs: instant(isGone ? (left?.startedAt ?? -1) : gprs.startedAt[row]),
    endedAtMs: instant(isGone ? (left?.endedAt ?? -1) : -1),
    by,
  };
}

function endName(state: number): OwnedGprView['state'] {
  return state >= State.complete ? STATE_NAMES[state] : 'Failed';
}
