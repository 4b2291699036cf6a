// Admits a request by the pools and by the policy of its workspace, then creates the GPR in the pool that the request names.

import { NEVER } from '../base/numbers/time.ts';
import { create } from '../kernel/gprs/lifecycle.ts';
import type { CreateGpr } from '../language/gpr.ts';
import type { Breach } from '../language/resource-commands.ts';
import { ANY_CLASS } from '../tables/demand-table.ts';
import type { World } from '../world.ts';
import { type Candidate, type Candidates, candidatesFor } from './candidates.ts';
import { requestedFields } from './gpr-row.ts';
import { refuse } from './rejections.ts';
import { breachOf, policyRejection } from './workspace-policy.ts';

/**
 * The pools that could serve a request and that the workspace's policy allows.
 * @param more added to the number of the workspace's GPRs that have not ended: −1 if the new GPR replaces one
 */
export function admissible(world: World, workspace: number, request: CreateGpr, more: number): Candidates {
  const { core } = world;
  const found = candidatesFor(world, request, world.directory.clustersOf(workspace));
  const policy = world.resources.policies.get(workspace);
  if (!found.ok || policy === undefined) return found;
  const open = core.workspaces.openOf(workspace) + more;
  const { priority, exitMs, gpusPerNode, nodeCount, memoryGbPerGpu } = request;
  let first: Breach | undefined;
  const candidates: Candidate[] = [];
  for (const candidate of found.candidates) {
    const { classes } = core.pools[candidate.pool];
    let allowed = 0;
    classes.forEach((index, nodeClass) => {
      if ((candidate.classes & (1 << nodeClass)) === 0) return;
      const type = core.rules.instanceTypes[index];
      const memoryGb = memoryGbPerGpu ?? type.memoryGb;
      const judged = { priority, exitMs, gpus: gpusPerNode * nodeCount, memoryGb, type };
      const breach = breachOf(policy, judged, open);
      if (breach === undefined) allowed |= 1 << nodeClass;
      else first ??= breach;
    });
    if (allowed === 0) continue;
    const all = allowed === 2 ** classes.length - 1;
    candidates.push({ pool: candidate.pool, classes: all ? ANY_CLASS : allowed });
  }
  if (candidates.length > 0) return { ok: true, candidates };
  return refuse(policyRejection(request.workspace, first!));
}

/** Creates the GPR of a request that was admitted with its pool. Returns its row. @param candidate that pool, if known */
export function createFrom(
  world: World,
  request: CreateGpr,
  uid: number,
  runMs: number = NEVER,
  candidate?: Candidate,
): number {
  const { directory } = world;
  const workspace = directory.workspace(request.workspace);
  const pool = candidate ?? candidateOf(world, workspace, request);
  directory.give(uid, request.gprName, request.carried);
  return createIn(world, pool, workspace, request, uid, runMs);
}

/** Creates a GPR in one of the pools that could serve its request. Returns its row. */
export function createIn(
  world: World,
  candidate: Candidate,
  workspace: number,
  request: CreateGpr,
  uid: number,
  runMs: number = NEVER,
): number {
  const { core } = world;
  const row = core.gprs.add();
  core.gprs.fill(row, {
    ...requestedFields(world, request, candidate),
    uid,
    workspace,
    runLeftMs: Math.min(runMs, request.exitMs),
    idleAfterMs: NEVER,
  });
  create(core, row);
  return row;
}

function candidateOf(world: World, workspace: number, request: CreateGpr): Candidate {
  const found = admissible(world, workspace, request, 0);
  const chosen = found.ok ? found.candidates.find(({ pool }) => isNamed(world, pool, request)) : undefined;
  if (chosen === undefined)
    throw new Error(`request for a GPR names no admissible pool in ${request.workspace}; check it first`);
  return chosen;
}

function isNamed(world: World, pool: number, { pool: named }: CreateGpr): boolean {
  const { cluster, instanceType, gpuModelName } = world.directory.poolNames(pool);
  return (
    cluster === named?.cluster && instanceType === named.instanceType && gpuModelName === named.gpuModelName
  );
}
