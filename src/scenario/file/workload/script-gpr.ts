// A GPR of a script: converts the members of the contract's POST /gpr to the engine's command.

import * as v from 'valibot';
import type { CreateGpr } from '../../../../sim/index.ts';
import { carriedMembers, carriedOf, limits, NAME_LENGTH_MAX } from '../../../../sim/index.ts';
import { duration, either, flag, list, members, name, text, whole } from '../../fields/strict-fields.ts';

const flagOrUnset = v.nullish(flag());
const textOrUnset = v.nullish(text(NAME_LENGTH_MAX));
const memoryOrUnset = v.nullish(whole(1, limits.gpuMemoryGb));

/** `null` and `""` count as unset, as in the contract's requests. */
const body = members({
  gprName: name(),
  sliceName: name(),
  clusterName: textOrUnset,
  preferredClusters: v.nullish(list(name(), 0, limits.clusters)),
  enableAutoClusterSelection: flagOrUnset,
  enableAutoGpuSelection: flagOrUnset,
  instanceType: textOrUnset,
  gpuShape: textOrUnset,
  numberOfGPUs: v.nullish(whole(1, limits.gpusPerNode)),
  numberOfGPUNodes: whole(1, limits.nodes),
  memoryPerGPU: memoryOrUnset,
  memoryPerGpu: memoryOrUnset,
  priority: whole(1, limits.priority),
  exitDuration: duration(),
  idleTimeOutDuration: v.nullish(either([v.literal(''), duration()], 'a duration such as "30m"')),
  enforceIdleTimeOut: flagOrUnset,
  enableEviction: flagOrUnset,
  requeueOnFailure: flagOrUnset,
  dedicatedNodes: flagOrUnset,
  ...carriedMembers(() => flagOrUnset),
});

type Body = v.InferOutput<typeof body>;

export const gprBody = v.pipe(
  body,
  v.check(
    (gpr) => (gpr.enableAutoClusterSelection === true) !== clusters(gpr).length > 0,
    'must have exactly one of a cluster (clusterName or preferredClusters) and enableAutoClusterSelection',
  ),
  v.check(
    ({ clusterName, preferredClusters }) =>
      !clusterName || !preferredClusters?.length || preferredClusters.includes(clusterName),
    'must have a clusterName that is one of its preferredClusters',
  ),
  v.check(
    (gpr) => (gpr.enableAutoGpuSelection === true) !== Boolean(gpr.instanceType || gpr.gpuShape),
    'must have exactly one of a GPU (instanceType or gpuShape) and enableAutoGpuSelection',
  ),
  v.check(
    (gpr) => !gpr.memoryPerGPU || !gpr.memoryPerGpu || gpr.memoryPerGPU === gpr.memoryPerGpu,
    'must not have different values for memoryPerGPU and memoryPerGpu',
  ),
  v.transform(createGpr),
);

function clusters(gpr: Body): readonly string[] {
  return gpr.clusterName ? [gpr.clusterName] : (gpr.preferredClusters ?? []);
}

function createGpr(gpr: Body): CreateGpr {
  return {
    kind: 'gpr.create',
    gprName: gpr.gprName,
    workspace: gpr.sliceName,
    clusters: clusters(gpr),
    instanceType: gpr.instanceType ?? '',
    gpuShape: gpr.gpuShape ?? '',
    gpusPerNode: gpr.numberOfGPUs ?? 1,
    nodeCount: gpr.numberOfGPUNodes,
    memoryGbPerGpu: gpr.memoryPerGPU ?? gpr.memoryPerGpu ?? null,
    priority: gpr.priority,
    exitMs: gpr.exitDuration,
    idleTimeOutMs: gpr.idleTimeOutDuration || null,
    enforceIdleTimeOut: gpr.enforceIdleTimeOut ?? null,
    enableEviction: gpr.enableEviction ?? null,
    requeueOnFailure: gpr.requeueOnFailure ?? null,
    dedicatedNodes: gpr.dedicatedNodes ?? false,
    ...carriedOf({ ...gpr, multiNode: gpr.multiNode ?? gpr.numberOfGPUNodes > 1 }),
  };
}
