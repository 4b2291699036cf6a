// Workspace policies: limits for the GPRs of a workspace, and defaults for members that a request leaves unset. A policy
// applies to each new GPR, also of workloads and controllers, and to each new priority.

import { FactKind } from '../facts/fact-catalogue.ts';
import { noteFact } from '../facts/log.ts';
import type { Rejection } from '../language/commands.ts';
import type { CreateGpr } from '../language/gpr.ts';
import { PRIORITY_MAX } from '../language/limits.ts';
import type { Breach } from '../language/resource-commands.ts';
import type { FullGpuSpec, GpuSpec, Policy } from '../language/resource-data.ts';
import type { InstanceType } from '../language/scenario.ts';
import { PRIORITY_MIN } from '../tables/gprs/gpr-table.ts';
import type { World } from '../world.ts';
import { hasShape } from './names.ts';

/** Instance types give GPU memory in GB; policies limit it in MB. */
const MB_PER_GB = 1000;

/** The policy of a workspace for which none was set. */
export const PERMISSIVE: Policy = {
  priority: { from: PRIORITY_MIN, to: PRIORITY_MAX },
  maxGprs: 0,
  maxExit: { text: '0h0m0s', ms: 0 },
  gpuShapes: [],
  maxGpusPerGpr: 0,
  maxMemoryMbPerGpr: 0,
  enforceIdleTimeOut: false,
  enableEviction: false,
  requeueOnFailure: false,
};

/** Defaults for the GPRs of endpoints and placements. */
const DEFAULT_PRIORITY = 101;
const DEFAULT_EXIT_MS = 24 * 3_600_000;

export function policyOf(world: World, workspace: number): Policy {
  return world.resources.policies.get(workspace) ?? PERMISSIVE;
}

/** The properties of a GPR that a policy limits. `gpus`: of all its nodes; `memoryGb`: of one GPU. */
export interface Judged {
  readonly priority: number;
  readonly exitMs: number;
  readonly gpus: number;
  readonly memoryGb: number;
  readonly type: InstanceType;
}

/** The first limit that a GPR exceeds; undefined = none. @param open number of other GPRs of the workspace that have not ended */
export function breachOf(policy: Policy, judged: Judged, open: number): Breach | undefined {
  const { priority, maxGprs, maxExit, gpuShapes, maxGpusPerGpr, maxMemoryMbPerGpr } = policy;
  const { type } = judged;
  if (judged.priority < priority.from || judged.priority > priority.to)
    return priorityBreach(policy, judged.priority);
  if (maxGprs > 0 && open >= maxGprs) return breach('maxGprs', '', maxGprs, open + 1);
  if (maxExit.ms > 0 && judged.exitMs > maxExit.ms) {
    return breach('maxExit', 'exitMs', maxExit.text, durationText(judged.exitMs));
  }
  if (gpuShapes.length > 0 && !gpuShapes.some((shape) => hasShape(type, shape))) {
    return breach('gpuShapes', 'gpuShape', gpuShapes.join(', '), type.gpuModelName);
  }
  if (maxGpusPerGpr > 0 && judged.gpus > maxGpusPerGpr) {
    return breach('maxGpusPerGpr', 'gpusPerNode', maxGpusPerGpr, judged.gpus);
  }
  const memoryMb = judged.memoryGb * MB_PER_GB * judged.gpus;
  if (maxMemoryMbPerGpr > 0 && memoryMb > maxMemoryMbPerGpr) {
    return breach('maxMemoryMbPerGpr', 'memoryGbPerGpu', `${maxMemoryMbPerGpr} MB`, `${memoryMb} MB`);
  }
  return undefined;
}

/** The breach if the policy does not accept a priority; undefined = it does. */
export function priorityBreach({ priority: { from, to } }: Policy, value: number): Breach | undefined {
  return value >= from && value <= to ? undefined : breach('priority', 'priority', `${from}-${to}`, value);
}

export function policyRejection(workspace: string, found: Breach): Rejection {
  return { code: 'policy', workspace, ...found };
}

/** Whether the workspace's policy refuses a GPR of a workload. If so, writes a fact: no client waits for an answer. */
export function refusesArrival(
  world: World,
  uid: number,
  workspace: number,
  pool: number,
  judged: Omit<Judged, 'type'>,
): boolean {
  const { core } = world;
  const type = core.rules.instanceTypes[core.pools[pool].classes[0]];
  const found = breachOf(policyOf(world, workspace), { ...judged, type }, core.workspaces.openOf(workspace));
  if (found === undefined) return false;
  noteFact(core.facts, FactKind.arrivalRefused, core.now, { uid, workspace, pool });
  return true;
}

/** A request with its unset flags filled in from the policy. */
export function withFlags(policy: Policy, request: CreateGpr): CreateGpr {
  const { enforceIdleTimeOut, enableEviction, requeueOnFailure, idleTimeOutMs } = request;
  return {
    ...request,
    enforceIdleTimeOut: enforceIdleTimeOut ?? (idleTimeOutMs !== null || policy.enforceIdleTimeOut),
    enableEviction: enableEviction ?? policy.enableEviction,
    requeueOnFailure: requeueOnFailure ?? policy.requeueOnFailure,
  };
}

/** A specification with its unset members filled in: the defaults, moved within the limits of the policy. */
export function withDefaults(policy: Policy, spec: GpuSpec): FullGpuSpec {
  const { from, to } = policy.priority;
  const longestMs = policy.maxExit.ms > 0 ? policy.maxExit.ms : DEFAULT_EXIT_MS;
  return {
    ...spec,
    priority: spec.priority ?? Math.min(to, Math.max(from, DEFAULT_PRIORITY)),
    exitMs: spec.exitMs ?? Math.min(DEFAULT_EXIT_MS, longestMs),
    enableEviction: spec.enableEviction ?? policy.enableEviction,
    requeueOnFailure: spec.requeueOnFailure ?? policy.requeueOnFailure,
  };
}

/** `<h>h<m>m<s>s`, rounded up to the second. */
function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds % 60}s`;
}

function breach(rule: keyof Policy, field: string, limit: number | string, value: number | string): Breach {
  return { rule, field, limit: String(limit), value: String(value) };
}
