// Checks a request for GPUs against the pools and the policy of its workspace.

import type { CreateGpr } from '../../sim/index.ts';
import { breachOf, isShape, isType } from './policies.ts';
import { type Candidate, type NaiveWorld, typeOf, type Workspace } from './state.ts';

/** The candidate pools; or the code of the rejection, and the limit of the policy that is exceeded. */
export type Found =
  | { readonly candidates: readonly Candidate[] }
  | { readonly refused: string; readonly breach?: string };

/**
 * The pools that could serve a request if every node were up and empty, and that the policy allows.
 * @param more GPRs that the workspace will have besides its present ones
 */
export function admissible(world: NaiveWorld, workspace: Workspace, request: CreateGpr, more: number): Found {
  const { clusters } = world.scenario;
  if (request.clusters.some((name) => !clusters.some((known) => known.name === name)))
    return { refused: 'cluster-unknown' };
  if (request.clusters.some((name) => !workspace.clusters.includes(name)))
    return { refused: 'cluster-not-in-workspace' };
  const found = able(world, request, request.clusters.length > 0 ? request.clusters : workspace.clusters);
  if ('refused' in found) return found;

  const breaches: string[] = [];
  const candidates = found.candidates
    .map(({ pool, types }) => ({
      pool,
      types: types.filter((index) => {
        const breach = breachOf(world, workspace, request, index, more);
        if (breach !== null) breaches.push(breach);
        return breach === null;
      }),
    }))
    .filter(({ types }) => types.length > 0);
  return candidates.length > 0 ? { candidates } : { refused: 'policy', breach: breaches[0] };
}

function able(world: NaiveWorld, request: CreateGpr, names: readonly string[]): Found {
  const { clusters, instanceTypes } = world.scenario;
  const { instanceType, gpuShape } = request;
  if (!instanceTypes.some((type) => isType(type, instanceType))) return { refused: 'instance-type-unknown' };
  if (!instanceTypes.some((type) => isShape(type, gpuShape))) return { refused: 'gpu-shape-unknown' };
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

  const candidates = named
    .map(({ pool, types }) => ({ pool, types: types.filter((index) => serves(world, index, request)) }))
    .filter(({ pool, types }) => {
      const nodes = world.nodes.filter(
        (node) => node.pool === pool && types.includes(node.type) && node.state !== 'removed',
      );
      return types.length > 0 && nodes.length >= request.nodeCount;
    });
  return candidates.length > 0 ? { candidates } : { refused: 'demand-never-fits' };
}

function serves(world: NaiveWorld, index: number, request: CreateGpr): boolean {
  const { gpuCount, memoryGb } = typeOf(world, index);
  return gpuCount >= request.gpusPerNode && memoryGb >= (request.memoryGbPerGpu ?? 0);
}
