// GPRs that endpoints and placements have: made for them, or attached to because they were there.

import type { CreateGpr } from '../commands.ts';
import type { Core } from '../core.ts';
import { createFrom } from '../creation.ts';
import { poolNames } from '../fact-view.ts';
import { NONE, STATE_NAMES, State } from '../gpr.ts';
import type { IdCipher } from '../ids.ts';
import type { FullGpuSpec } from './data.ts';
import type { OwnedGpr } from './state.ts';
import type { OwnedGprView } from './views.ts';
import { watch } from './watch.ts';

/** Makes a GPR for a machine, which will be told of its states. */
export function makeOwned(
  core: Core,
  request: CreateGpr,
  uid: number,
  by: OwnedGpr['by'],
  timer: number,
  age?: { readonly order: number; readonly createdAt: number },
): OwnedGpr {
  const row = createFrom(core, request, uid, undefined, age);
  watch(core, uid, timer);
  return ownedOf(core, row, request.gprName, by);
}

/** Has a machine look after a GPR that was there before. */
export function attachOwned(core: Core, row: number, timer: number): OwnedGpr {
  const uid = core.gprs.uid[row];
  watch(core, uid, timer);
  return ownedOf(core, row, core.directory.gprName(uid), 'attached');
}

function ownedOf(core: Core, row: number, name: string, by: OwnedGpr['by']): OwnedGpr {
  const { gprs, demands } = core;
  const demand = gprs.demand[row];
  return {
    uid: gprs.uid[row],
    name,
    by,
    pool: gprs.pool[row],
    gpusPerNode: demands.gpus[demand],
    nodeCount: demands.nodes[demand],
    memoryGb: gprs.memoryGb[row],
  };
}

/** The request that a specification comes to. */
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
    multiNode: spec.nodeCount > 1,
    enableRDMA: false,
    enableSecondaryNetwork: false,
  };
}

export function viewOwned(core: Core, ids: IdCipher, gpr: OwnedGpr): OwnedGprView {
  const row = core.uids.get(gpr.uid);
  const { gprs } = core;
  const left = core.world.watches.get(gpr.uid);
  const { uid, name, by, pool, gpusPerNode, nodeCount, memoryGb } = gpr;
  const isGone = row === NONE;
  return {
    gprId: ids.gprId(uid),
    gprName: isGone ? name : core.directory.gprName(uid),
    ...poolNames(core.directory, pool),
    gpusPerNode,
    nodeCount,
    memoryGbPerGpu: memoryGb,
    state: isGone ? endName(left?.endState ?? State.none) : STATE_NAMES[gprs.state[row]],
    startedAtMs: instant(isGone ? (left?.startedAt ?? -1) : gprs.startedAt[row]),
    endedAtMs: instant(isGone ? (left?.endedAt ?? -1) : gprs.endedAt[row]),
    by,
  };
}

function endName(state: number): OwnedGprView['state'] {
  return state >= State.complete ? STATE_NAMES[state] : 'Released';
}

function instant(atMs: number): number | null {
  return atMs < 0 ? null : atMs;
}
