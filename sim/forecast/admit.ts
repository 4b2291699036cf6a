// Whether a request may become a GPR, and in which pool: where it starts first, then by cluster and instance type.

import { admissible } from '../admission/create.ts';
import { policyOf, withFlags } from '../admission/policy.ts';
import type { Rejection } from '../language/commands.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import type { WorldWithForecast } from './foresight.ts';
import { inOrder } from './inquiry.ts';

export type Admission =
  /** With its flags and its pool filled in. */
  { readonly ok: true; readonly request: CreateGpr } | { readonly ok: false; readonly rejection: Rejection };

/**
 * Whether a workspace may have this GPR, and where it would start first. The workspace exists. Changes nothing.
 * @param more GPRs that will be there besides those there are
 */
export function admit(world: WorldWithForecast, request: CreateGpr, more = 0): Admission {
  const { directory, foresight } = world;
  const workspace = directory.workspace(request.workspace);
  const full = withFlags(policyOf(world, workspace), request);
  const found = admissible(world, workspace, full, more);
  if (!found.ok) return found;
  const inquire = () => foresight.ask(workspace, full, found.candidates, true).finish();
  const [{ pool }] = found.candidates.length === 1 ? found.candidates : inOrder(world, inquire());
  return { ok: true, request: { ...full, pool: directory.poolNames(pool) } };
}
