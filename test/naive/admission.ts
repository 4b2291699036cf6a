// Whether a workspace may have a GPR, and in which pool.

import type { CreateGpr } from '../../sim/index.ts';
import { prospects } from './forecast.ts';
import { poolNames } from './nodes.ts';
import { withFlags } from './policies.ts';
import { admissible } from './requests.ts';
import type { NaiveWorld, Workspace } from './state.ts';

/**
 * The admitted request, with its flags and its pool (the one with the earliest start); or the code of its rejection.
 * @param uid of the GPR
 * @param more GPRs that the workspace will have besides its present ones
 */
export function admit(
  world: NaiveWorld,
  workspace: Workspace,
  request: CreateGpr,
  uid: number,
  more = 0,
): CreateGpr | string {
  const full = withFlags(workspace, request);
  const found = admissible(world, workspace, full, more);
  if ('refused' in found) return found.refused;
  const [first, ...others] = found.candidates;
  if (others.length === 0) return { ...full, pool: poolNames(world, first.pool) };
  const starts = prospects(world, workspace.index, full, found.candidates, uid);
  const [{ startMs: _, victims: __, ...pool }] = starts;
  return { ...full, pool };
}
