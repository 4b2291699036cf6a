// Whether a request may become a GPR, and in which pool: where it starts first, then by cluster and instance type.

import { inOrder } from './availability.ts';
import type { Rejection } from './commands.ts';
import { admissible } from './creation.ts';
import type { WorldWithForecast } from './foresight/foresight.ts';
import type { CreateGpr } from './world/data.ts';
import { policyOf, withFlags } from './world/policies.ts';

export type Admission =
  /** With its flags and its pool filled in. */
  { readonly ok: true; readonly request: CreateGpr } | { readonly ok: false; readonly rejection: Rejection };

/**
 * Whether a workspace may have this GPR, and where it would start first. The workspace exists. Changes nothing.
 * @param more GPRs that will be there besides those there are
 */
export function admit(world: WorldWithForecast, request: CreateGpr, more = 0): Admission {
  const { core, directory } = world;
  const workspace = directory.workspace(request.workspace);
  const full = withFlags(policyOf(core, workspace), request);
  const found = admissible(core, workspace, full, more);
  if (!found.ok) return found;
  const { candidates } = found;
  const inquire = () => world.foresight.ask(workspace, full, candidates, true).finish();
  const [{ pool }] = candidates.length === 1 ? candidates : inOrder(world, inquire());
  return { ok: true, request: { ...full, pool: directory.poolNames(pool) } };
}
