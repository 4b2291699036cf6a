// New GPRs.

import { type CreateGpr, FactKind, Flag, State } from '../../sim/index.ts';
import { type Candidate, type Gpr, type NaiveWorld, tell, type Workspace } from './state.ts';

/** What a new GPR is made of. */
export type Asked = Pick<
  Gpr,
  | 'uid'
  | 'workspace'
  | 'pool'
  | 'nodeCount'
  | 'gpusPerNode'
  | 'types'
  | 'priority'
  | 'flags'
  | 'runLeftMs'
  | 'idleAfterMs'
  | 'idleTimeOutMs'
> & { readonly exitMs: number };

export function create(world: NaiveWorld, { exitMs, ...asked }: Asked): void {
  const gpr: Gpr = {
    ...asked,
    order: world.created++,
    createdAtMs: world.nowMs,
    state: State.queued,
    isHead: false,
    exitLeftMs: exitMs,
    firstStartedAtMs: null,
    startedAtMs: 0,
    successfulAtMs: 0,
    idleSinceMs: null,
    nodes: [],
    ranMs: 0,
    costMicro: 0,
    retries: 0,
    provisioningFailures: 0,
    promisedAtMs: null,
    delays: 0,
    turn: null,
  };
  world.gprs.push(gpr);
  const { uid, workspace, pool, priority, nodeCount, gpusPerNode, flags } = gpr;
  const words = [uid, workspace.index, pool.index, priority, nodeCount, gpusPerNode, exitMs, flags];
  tell(world, FactKind.gprCreated, ...words);
}

/** Makes the GPR of an admitted request. */
export function createFrom(
  world: NaiveWorld,
  uid: number,
  workspace: Workspace,
  { pool, types }: Candidate,
  request: CreateGpr,
  runMs = Infinity,
): void {
  const { nodeCount, gpusPerNode, priority, exitMs } = request;
  const flags = [
    request.enableEviction === true && Flag.evicts,
    request.requeueOnFailure === true && Flag.requeues,
    request.enforceIdleTimeOut === true && Flag.enforcesIdleTimeOut,
    request.dedicatedNodes && Flag.dedicatedNodes,
    request.multiNode && Flag.multiNode,
    request.enableRDMA && Flag.rdma,
    request.enableSecondaryNetwork && Flag.secondaryNetwork,
  ];
  create(world, {
    uid,
    workspace,
    pool,
    types,
    nodeCount,
    gpusPerNode,
    priority,
    exitMs,
    flags: flags.reduce<number>((sum, flag) => sum + Number(flag), 0),
    runLeftMs: runMs,
    idleAfterMs: Infinity,
    idleTimeOutMs: request.idleTimeOutMs ?? 0,
  });
}
