// Auto selection: of the pools that could serve a request, the one where it would start first; on a tie the first by
// cluster, then instance type.

import { prospectStart } from './availability.ts';
import type { CreateGpr } from './commands.ts';
import { type Candidate, flagsOf } from './request.ts';
import type { WorldParts } from './world-parts.ts';

/** The pool chosen for a request among its candidates (at least one). */
export function chooseCandidate(
  world: WorldParts,
  request: CreateGpr,
  candidates: readonly Candidate[],
): number {
  if (candidates.length === 1) return candidates[0].pool;
  const prospect = {
    workspace: world.directory.workspace(request.workspace),
    priority: request.priority,
    exitMs: request.exitMs,
    flags: flagsOf(request),
    nodeCount: request.nodeCount,
    gpusPerNode: request.gpusPerNode,
    dedicatedNodes: request.dedicatedNodes,
    evicts: request.enableEviction,
  };
  const choices = candidates.map(({ pool, classes }) => ({
    pool,
    startMs: prospectStart(world.core, prospect, pool, classes).startMs,
    ...world.poolNames(pool),
  }));
  choices.sort(
    (a, b) =>
      order(a.startMs, b.startMs) ||
      order(a.cluster, b.cluster) ||
      order(a.instanceType, b.instanceType) ||
      a.pool - b.pool,
  );
  return choices[0].pool;
}

function order<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
