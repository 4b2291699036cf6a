// The row of a GPR: what its request sets there, and what its view shows.

import { REASON_NAMES, Reason, STATE_NAMES, State } from '../facts/numbered.ts';
import { runningCostMicro } from '../kernel/gprs/lifecycle.ts';
import { type Carried, carriedBits } from '../language/carried.ts';
import type { CreateGpr, GprView } from '../language/gpr.ts';
import { phrase, type Sentence } from '../language/sentence.ts';
import type { PoolName } from '../language/values.ts';
import { Flag, type GprTable } from '../tables/gprs/gpr-table.ts';
import type { World } from '../world.ts';
import type { Candidate } from './candidates.ts';

/** What a request sets in the row of its GPR in one of the pools that could serve it. */
export function requestedFields(world: World, request: CreateGpr, { pool, classes }: Candidate) {
  const { core, directory } = world;
  return {
    pool,
    demand: demandOf(world, request, classes),
    priority: request.priority,
    flags: flagsOf(request),
    memoryGb: request.memoryGbPerGpu ?? directory.instanceTypes[core.pools[pool].classes[0]].memoryGb,
    exitLeftMs: request.exitMs,
    runLeftMs: request.exitMs,
    idleTimeOutMs: request.idleTimeOutMs ?? 0,
  };
}

function flagsOf(request: CreateGpr): number {
  return (
    (request.enableEviction ? Flag.evicts : 0) |
    (request.requeueOnFailure ? Flag.requeues : 0) |
    (request.enforceIdleTimeOut ? Flag.enforcesIdleTimeOut : 0) |
    (request.dedicatedNodes ? Flag.dedicatedNodes : 0) |
    carriedBits(request.carried)
  );
}

/** The index of a request in the demand table. @param classes mask of the node classes that it accepts */
export function demandOf(world: World, request: CreateGpr, classes: number): number {
  const { core } = world;
  const { nodeCount, gpusPerNode, dedicatedNodes, enableEviction } = request;
  return core.demands.of(nodeCount, gpusPerNode, dedicatedNodes, enableEviction === true, classes);
}

/**
 * @param gprs the table that the row is in
 * @param held the nodes that the GPR holds
 */
export function viewGpr(
  world: World,
  gprs: GprTable,
  row: number,
  held: readonly number[],
  gprId: string,
  gprName: string,
  carried: Carried | undefined,
): GprView {
  const { core, directory } = world;
  const { demands } = core;
  const demand = gprs.demand[row];
  const flags = gprs.flags[row];
  const state = gprs.state[row];
  const provisioned = gprs.isProvisioned(row);
  const isRequeued = state === State.queued && (flags & Flag.requeued) !== 0;
  const { cluster, instanceType, gpuModelName } = poolOf(world, gprs.pool[row], held);
  return {
    gprId,
    gprName,
    workspace: directory.workspaceName(gprs.workspace[row]),
    workspaceCreation: directory.creationOf(gprs.workspace[row]),
    cluster,
    instanceType,
    gpuModelName,
    gpusPerNode: demands.gpus[demand],
    nodeCount: demands.nodes[demand],
    memoryGbPerGpu: gprs.memoryGb[row],
    priority: gprs.priority[row],
    exitMs: gprs.exitLeftMs[row] + gprs.ranMs[row],
    idleTimeOutMs: gprs.idleTimeOutMs[row] > 0 ? gprs.idleTimeOutMs[row] : null,
    enforceIdleTimeOut: (flags & Flag.enforcesIdleTimeOut) !== 0,
    enableEviction: (flags & Flag.evicts) !== 0,
    requeueOnFailure: (flags & Flag.requeues) !== 0,
    dedicatedNodes: (flags & Flag.dedicatedNodes) !== 0,
    carried,
    earlyRelease: (flags & Flag.earlyRelease) !== 0,
    state: STATE_NAMES[state],
    failureReason: state === State.failed || isRequeued ? failureReason(world, gprs, row) : [],
    idle: gprs.idleSince[row] >= 0,
    createdAtMs: gprs.createdAt[row],
    startedAtMs: instant(gprs.startedAt[row]),
    firstStartedAtMs: instant(gprs.firstStart(row)),
    endedAtMs: gprs === core.gprs ? null : instant(gprs.endedAt[row]),
    allocatedGpus: provisioned ? gprs.gpusHeld[row] : 0,
    nodes: held.length === 0 ? null : held.map((node) => directory.nodeNames[node]),
    retryCount: gprs.retries[row],
    delayedCount: (flags & Flag.delayed) !== 0 ? gprs.delays[row] : 0,
    costMicro: gprs.costMicro[row] + (gprs === core.gprs ? runningCostMicro(core, row) : 0),
  };
}

/** The pool of a GPR. If the pool has several instance types and the GPR holds nodes, the type is that of its last node. */
function poolOf({ core, directory }: World, index: number, held: readonly number[]): PoolName {
  const names = directory.poolNames(index);
  const pool = core.pools[index];
  if (pool.classes.length === 1 || held.length === 0) return names;
  const type = directory.instanceTypes[pool.classes[core.nodes.nodeClass[held[held.length - 1]]]];
  return { cluster: names.cluster, instanceType: type.instanceType, gpuModelName: type.gpuModelName };
}

function failureReason({ ids, directory }: World, gprs: GprTable, row: number): Sentence {
  const reason = gprs.reason[row];
  const culprit = gprs.culprit[row];
  if (reason === Reason.eviction) return phrase`Evicted by ${{ gprId: ids.gprId(culprit) }}`;
  if (reason === Reason.nodeFailure) return [`Node ${directory.nodeNames[culprit]} failed`];
  const name = REASON_NAMES[reason];
  return [name.charAt(0).toUpperCase() + name.slice(1)];
}

/** −1 becomes null. */
export function instant(atMs: number): number | null {
  return atMs < 0 ? null : atMs;
}
