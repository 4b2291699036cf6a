// The request for the GPR of a bursting decision in its new cluster.

import { policyOf, withFlags } from '../../admission/workspace-policy.ts';
import type { CreateGpr } from '../../language/gpr.ts';
import { Flag } from '../../tables/gprs/gpr-table.ts';
import type { Decision } from '../../tables/resource-tables.ts';
import type { World } from '../../world.ts';
import { defaultRequest } from '../gprs/auto-gpr.ts';

export interface MovedRequest {
  /** With the changes that clients made to the present GPR. */
  readonly request: CreateGpr;
  /** Without these changes. */
  readonly unchanged: CreateGpr;
  readonly exitLeftMs: number;
  readonly runLeftMs: number;
}

/** A GPR from a template gets the default template of the new cluster; undefined = the cluster has none. */
export function requestIn(
  world: World,
  decision: Decision,
  row: number,
  cluster: string,
): MovedRequest | undefined {
  const { gprs } = world.core;
  const request = decision.request!;
  const isFromTemplate = decision.gpr!.by === 'template';
  const unchanged = isFromTemplate
    ? templated(world, gprs.workspace[row], cluster, request.gprName)
    : { ...request, clusters: [cluster] };
  if (unchanged === undefined) return undefined;
  const is = {
    priority: gprs.priority[row],
    enableEviction: (gprs.flags[row] & Flag.evicts) !== 0,
    requeueOnFailure: (gprs.flags[row] & Flag.requeues) !== 0,
  };
  const changed = Object.entries(is).filter(
    ([member, value]) => value !== request[member as keyof typeof is],
  );
  // With a template, the exit duration begins again, like the steps.
  const leftMs = isFromTemplate
    ? { exitLeftMs: unchanged.exitMs, runLeftMs: unchanged.exitMs }
    : { exitLeftMs: gprs.exitLeftMs[row], runLeftMs: gprs.runLeftMs[row] };
  return { request: { ...unchanged, ...Object.fromEntries(changed) }, unchanged, ...leftMs };
}

function templated(world: World, workspace: number, cluster: string, name: string): CreateGpr | undefined {
  const request = defaultRequest(world, workspace, cluster, name);
  return request && withFlags(policyOf(world, workspace), request);
}
