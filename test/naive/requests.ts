// A request for GPUs against the pools there are and the policy of its workspace.

import type { CreateGpr } from '../../sim/index.ts';
import { prospects } from './forecast.ts';
import { poolNames } from './nodes.ts';
import { type Candidate, isEnded, type NaiveWorld, typeOf, type Workspace } from './state.ts';
import { policyOf } from './workspaces.ts';

/** What can be had, or why nothing can. */
export type Found = { readonly candidates: readonly Candidate[] } | { readonly refused: string };

/** A request with the flags that it left unset. */
export function withFlags(workspace: Workspace, request: CreateGpr): CreateGpr {
  const policy = policyOf(workspace);
  const { enforceIdleTimeOut, enableEviction, requeueOnFailure, idleTimeOutMs } = request;
  return {
    ...request,
    enforceIdleTimeOut: enforceIdleTimeOut ?? (idleTimeOutMs !== null || policy.enforceIdleTimeOut),
    enableEviction: enableEviction ?? policy.enableEviction,
    requeueOnFailure: requeueOnFailure ?? policy.requeueOnFailure,
  };
}

/** The request as it is admitted: with its flags, and with the pool where it would start first. */
export function admit(world: NaiveWorld, workspace: Workspace, request: CreateGpr): CreateGpr | string {
  const full = withFlags(workspace, request);
  const found = admissible(world, workspace, full);
  if ('refused' in found) return found.refused;
  const [first, ...others] = found.candidates;
  if (others.length === 0) return { ...full, pool: poolNames(world, first.pool) };
  const [{ startMs: _, victims: __, ...pool }] = prospects(world, workspace.index, full, found.candidates);
  return { ...full, pool };
}

/** The pools that could serve a request with every node up and empty, as far as the policy allows. */
export function admissible(world: NaiveWorld, workspace: Workspace, request: CreateGpr): Found {
  const { clusters, instanceTypes } = world.scenario;
  const { instanceType, gpuShape } = request;
  if (request.clusters.some((name) => !clusters.some((known) => known.name === name)))
    return { refused: 'cluster-unknown' };
  if (request.clusters.some((name) => !workspace.clusters.includes(name)))
    return { refused: 'cluster-not-in-workspace' };
  if (!instanceTypes.some((type) => isType(type, instanceType))) return { refused: 'instance-type-unknown' };
  if (!instanceTypes.some((type) => isShape(type, gpuShape))) return { refused: 'gpu-shape-unknown' };

  const names = request.clusters.length > 0 ? request.clusters : workspace.clusters;
  const named = world.pools
    .filter(({ cluster }) => names.includes(clusters[cluster].name))
    .map((pool) => ({
      pool,
      types: pool.types.filter((index) => {
        const type = typeOf(world, index);
        return isType(type, instanceType) && isShape(type, gpuShape);
      }),
    }))
    .filter(({ types }) => types.length > 0);
  if (named.length === 0) return { refused: 'kind-not-there' };

  const fitting = named
    .map(({ pool, types }) => ({ pool, types: types.filter((index) => serves(world, index, request)) }))
    .filter(({ pool, types }) => {
      const nodes = world.nodes.filter(
        (node) => node.pool === pool && types.includes(node.type) && node.state !== 'removed',
      );
      return types.length > 0 && nodes.length >= request.nodeCount;
    });
  if (fitting.length === 0) return { refused: 'demand-never-fits' };

  const candidates = fitting
    .map(({ pool, types }) => ({
      pool,
      types: types.filter((index) => policyAllows(world, workspace, request, index)),
    }))
    .filter(({ types }) => types.length > 0);
  return candidates.length > 0 ? { candidates } : { refused: 'policy' };
}

export function policyAllows(
  world: NaiveWorld,
  workspace: Workspace,
  request: Pick<CreateGpr, 'priority' | 'exitMs' | 'gpusPerNode' | 'nodeCount' | 'memoryGbPerGpu'>,
  typeIndex: number,
): boolean {
  const { priority, maxGprs, maxExit, gpuShapes, maxGpusPerGpr, maxMemoryMbPerGpr } = policyOf(workspace);
  const type = typeOf(world, typeIndex);
  const open = world.gprs.filter((gpr) => gpr.workspace === workspace && !isEnded(gpr)).length;
  const gpus = request.gpusPerNode * request.nodeCount;
  const memoryMb = gpus * (request.memoryGbPerGpu ?? type.memoryGb) * 1000;
  const within = (value: number, limit: number) => limit === 0 || value <= limit;
  return (
    request.priority >= priority.from &&
    request.priority <= priority.to &&
    within(open + 1, maxGprs) &&
    within(request.exitMs, maxExit.ms) &&
    within(gpus, maxGpusPerGpr) &&
    within(memoryMb, maxMemoryMbPerGpr) &&
    (gpuShapes.length === 0 || gpuShapes.some((shape) => isShape(type, shape)))
  );
}

function serves(world: NaiveWorld, index: number, request: CreateGpr): boolean {
  const { gpuCount, memoryGb } = typeOf(world, index);
  return gpuCount >= request.gpusPerNode && memoryGb >= (request.memoryGbPerGpu ?? 0);
}

type Named = { readonly instanceType: string; readonly gpuModelName: string };

/** '' = any. */
function isType(type: Named, name: string): boolean {
  return name === '' || same(type.instanceType, name);
}

function isShape(type: Named, name: string): boolean {
  return name === '' || same(type.gpuModelName, name) || same(type.instanceType, name);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
