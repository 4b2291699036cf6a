import type { ClusterView, NodeView, NodesOfType as TypeView } from '../../../../sim/index.ts';
import { commonPrefix } from '../../../looks/prefix.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { namesFor } from '../../frame/access/scope.ts';
import type { ClusterState, NodeState, NodesOfType } from './schema.ts';

const MINUTE_MS = 60_000;

/** The allocations of workspaces that the caller does not see have no names. */
export function nodeState(node: NodeView, caller: Caller, timeline: Timeline): NodeState {
  const { name, cluster, instanceType, gpuModelName, gpuCount, up, repairAtMs, freeGpus } = node;
  const allocations = node.allocations.map((allocation) => {
    const { priority, gpus, sinceMs, state, idle } = allocation;
    return {
      ...namesFor(caller, allocation),
      priority,
      gpus,
      since: timeline.iso(sinceMs),
      state,
      idle,
    };
  });
  return {
    name,
    cluster,
    instanceType,
    gpuModelName,
    gpus: gpuCount,
    up,
    repairAt: timeline.isoOrNull(repairAtMs),
    freeGpus,
    allocations,
  };
}

/** @param nowMs since the start of the scenario */
export function nodesOfType(
  { gpuCount, names, freeGpus, heldSinceMs, ...of }: TypeView,
  nowMs: number,
): NodesOfType {
  const prefix = commonPrefix(names);
  return {
    ...of,
    gpus: gpuCount,
    prefix,
    names: names.map((name) => name.slice(prefix.length)),
    free: freeGpus,
    heldMinutes: heldSinceMs.map((sinceMs) =>
      sinceMs === null ? null : Math.floor((nowMs - sinceMs) / MINUTE_MS),
    ),
  };
}

export function clusterState({ cloud: _, pools, ...cluster }: ClusterView): ClusterState {
  return {
    ...cluster,
    instanceTypes: pools.map(({ instanceType, gpuModelName, nodes }) => ({
      instanceType,
      gpuModelName,
      nodes,
    })),
  };
}
