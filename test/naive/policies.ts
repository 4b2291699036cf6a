import type { CreateGpr, FullGpuSpec, GpuSpec, Policy } from '../../sim/index.ts';
import { type Gpr, isEnded, type NaiveWorld, typeOf, type Workspace } from './state.ts';

const PERMISSIVE: Policy = {
  priority: { from: 1, to: 300 },
  maxGprs: 0,
  maxExit: { text: '0h0m0s', ms: 0 },
  gpuShapes: [],
  maxGpusPerGpr: 0,
  maxMemoryMbPerGpr: 0,
  enforceIdleTimeOut: false,
  enableEviction: false,
  requeueOnFailure: false,
};

const DEFAULT_PRIORITY = 101;
const DAY_MS = 24 * 3_600_000;

export function policyOf({ policy }: Workspace): Policy {
  return policy ?? PERMISSIVE;
}

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

/** The request of an endpoint or a placement with its unset members filled in. Defaults are limited by the policy first. */
export function withDefaults(workspace: Workspace, spec: GpuSpec): FullGpuSpec {
  const { priority, maxExit, enableEviction, requeueOnFailure } = policyOf(workspace);
  const longestMs = maxExit.ms === 0 ? Infinity : maxExit.ms;
  return {
    ...spec,
    priority: spec.priority ?? Math.max(priority.from, Math.min(priority.to, DEFAULT_PRIORITY)),
    exitMs: spec.exitMs ?? Math.min(DAY_MS, longestMs),
    enableEviction: spec.enableEviction ?? enableEviction,
    requeueOnFailure: spec.requeueOnFailure ?? requeueOnFailure,
  };
}

/**
 * The first limit that a request for nodes of a type exceeds, as text; null = none.
 * @param more GPRs that the workspace will have besides its present ones
 */
export function breachOf(
  world: NaiveWorld,
  workspace: Workspace,
  request: Pick<CreateGpr, 'priority' | 'exitMs' | 'gpusPerNode' | 'nodeCount' | 'memoryGbPerGpu'>,
  typeIndex: number,
  more: number,
): string | null {
  const { priority, maxGprs, maxExit, gpuShapes, maxGpusPerGpr, maxMemoryMbPerGpr } = policyOf(workspace);
  const type = typeOf(world, typeIndex);
  const isOpen = (gpr: Gpr) => gpr.workspace === workspace && !isEnded(gpr);
  const gprs = world.gprs.filter(isOpen).length + more + 1;
  const gpus = request.gpusPerNode * request.nodeCount;
  const memoryMb = gpus * (request.memoryGbPerGpu ?? type.memoryGb) * 1000;
  const isBeyond = (value: number, limit: number) => limit !== 0 && value > limit;
  if (request.priority < priority.from || request.priority > priority.to)
    return `priority ${request.priority}, not ${priority.from}-${priority.to}`;
  if (isBeyond(gprs, maxGprs)) return `${gprs} GPRs, not ${maxGprs}`;
  if (isBeyond(request.exitMs, maxExit.ms)) return `${request.exitMs} ms, not ${maxExit.text}`;
  if (gpuShapes.length > 0 && !gpuShapes.some((shape) => isShape(type, shape)))
    return `${type.gpuModelName}, not ${gpuShapes.join()}`;
  if (isBeyond(gpus, maxGpusPerGpr)) return `${gpus} GPUs, not ${maxGpusPerGpr}`;
  if (isBeyond(memoryMb, maxMemoryMbPerGpr)) return `${memoryMb} MB, not ${maxMemoryMbPerGpr}`;
  return null;
}

type Named = { readonly instanceType: string; readonly gpuModelName: string };

/** '' = any. */
export function isType(type: Named, name: string): boolean {
  return name === '' || same(type.instanceType, name);
}

/** A shape is a GPU model or an instance type; '' = any. */
export function isShape(type: Named, name: string): boolean {
  return name === '' || same(type.gpuModelName, name) || same(type.instanceType, name);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
