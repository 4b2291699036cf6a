import { type CreateGpr, FactKind, Flag, State } from '../../sim/index.ts';
import { enqueue } from './gprs.ts';
import { poolNames } from './nodes.ts';
import { admissible } from './requests.ts';
import { takenBy } from './shares.ts';
import { type Candidate, type Gpr, type NaiveWorld, report, type Workspace } from './state.ts';
import { newest } from './workspaces.ts';

export type Asked = Pick<
  Gpr,
  | 'uid'
  | 'workspace'
  | 'pool'
  | 'nodeCount'
  | 'gpusPerNode'
  | 'types'
  | 'shape'
  | 'priority'
  | 'flags'
  | 'exitMs'
  | 'runLeftMs'
  | 'idleAfterMs'
  | 'idleTimeOutMs'
>;

/** The past of a GPR that replaces another. */
export type History = Pick<
  Gpr,
  | 'order'
  | 'createdAtMs'
  | 'exitLeftMs'
  | 'firstStartedAtMs'
  | 'ranMs'
  | 'costMicro'
  | 'retries'
  | 'provisioningFailures'
  | 'recordedStartMs'
  | 'delays'
>;

export function historyOf(gpr: Gpr): History {
  const { order, createdAtMs, exitLeftMs, firstStartedAtMs, ranMs, costMicro } = gpr;
  const { retries, provisioningFailures, recordedStartMs, delays } = gpr;
  return {
    order,
    createdAtMs,
    exitLeftMs,
    firstStartedAtMs,
    ranMs,
    costMicro,
    retries,
    provisioningFailures,
    recordedStartMs,
    delays,
  };
}

/** @param history of the GPR that it replaces; undefined = the GPR is new */
export function create(world: NaiveWorld, asked: Asked, history?: History): Gpr {
  const gpr: Gpr = {
    ...asked,
    order: world.created++,
    createdAtMs: world.nowMs,
    state: State.queued,
    isHead: false,
    plannedMs: null,
    candidateSinceMs: null,
    users: [],
    isPlaced: false,
    exitLeftMs: asked.exitMs,
    firstStartedAtMs: null,
    startedAtMs: 0,
    successfulAtMs: 0,
    idleSinceMs: null,
    nodes: [],
    got: new Map(),
    ranMs: 0,
    costMicro: 0,
    retries: 0,
    provisioningFailures: 0,
    recordedStartMs: null,
    delays: 0,
    turn: null,
    ...history,
  };
  world.gprs.push(gpr);
  const { uid, workspace, pool, priority, nodeCount, gpusPerNode, exitMs, flags } = gpr;
  const words = [uid, workspace.index, pool.index, priority, nodeCount, gpusPerNode, exitMs, flags];
  report(world, FactKind.gprCreated, ...words);
  if (pool.isShared) {
    const { gpuMilli, cpuMilli, memoryMib } = takenBy(gpr);
    report(world, FactKind.gprShape, uid, workspace.index, gpuMilli, cpuMilli, memoryMib);
  }
  enqueue(world, gpr);
  return gpr;
}

/** Creates the GPR of an admitted request in the pool that it names. @param runMs its hidden run time */
export function createNamed(world: NaiveWorld, request: CreateGpr, uid: number, runMs = Infinity): Gpr {
  const workspace = newest(world, request.workspace)!;
  const found = admissible(world, workspace, request, 0);
  if ('refused' in found) throw new Error(`a GPR was created that is refused: ${found.refused}`);
  const named = JSON.stringify(request.pool);
  const chosen = found.candidates.find(({ pool }) => JSON.stringify(poolNames(world, pool)) === named)!;
  world.names.set(uid, request.gprName);
  return createFrom(world, uid, workspace, chosen, request, runMs);
}

export function createFrom(
  world: NaiveWorld,
  uid: number,
  workspace: Workspace,
  { pool, types }: Candidate,
  request: CreateGpr,
  runMs = Infinity,
): Gpr {
  return create(world, {
    shape: null,
    uid,
    workspace,
    pool,
    types,
    ...membersOf(request),
    exitMs: request.exitMs,
    runLeftMs: runMs,
    idleAfterMs: Infinity,
  });
}

/** The members of a GPR that its request determines, except its exit duration. */
export function membersOf(
  request: CreateGpr,
): Pick<Gpr, 'nodeCount' | 'gpusPerNode' | 'priority' | 'flags' | 'idleTimeOutMs'> {
  const { nodeCount, gpusPerNode, priority, idleTimeOutMs } = request;
  const flags = [
    request.enableEviction === true && Flag.evicts,
    request.requeueOnFailure === true && Flag.requeues,
    request.enforceIdleTimeOut === true && Flag.enforcesIdleTimeOut,
    request.dedicatedNodes && Flag.dedicatedNodes,
    request.carried?.multiNode === true && 16,
  ];
  return {
    nodeCount,
    gpusPerNode,
    priority,
    flags: flags.reduce<number>((sum, flag) => sum + Number(flag), 0),
    idleTimeOutMs: idleTimeOutMs ?? 0,
  };
}
