// Nodes in the inventory. In the contract, the `gpuShape` of a node is its instance type.

import type { Allocation, ClusterView, NodeView } from '../../../../sim/index.ts';
import type { Timeline } from '../../../wire/time/timestamps.ts';
import type { Caller } from '../../frame/access/roles.ts';
import { opensName } from '../../frame/access/scope.ts';
import type { ManagedNode } from './schema.ts';

type AllocationRecord = NonNullable<ManagedNode['allocation']>[number];

/** The record lacks allocations of workspaces that the caller does not see, but shows that the node is reserved. */
export function nodeOf(
  node: NodeView,
  cluster: ClusterView,
  caller: Caller,
  timeline: Timeline,
): ManagedNode {
  const state = node.allocations.length > 0 ? 'NODE_RESERVED' : 'NODE_AVAILABLE';
  const visible = node.allocations.filter((allocation) => opensName(caller, allocation.workspace));
  return {
    gpuNodeName: node.name,
    gpuShape: node.instanceType,
    gpuModelName: node.gpuModelName,
    instanceType: node.instanceType,
    clusterName: node.cluster,
    memory: node.memoryGb,
    gpuCount: node.gpuCount,
    availableGPUs: node.up ? node.freeGpus : 0,
    gpuTempThreshold: '',
    gpuPowerThreshold: '',
    region: cluster.region,
    cloudProvider: cluster.cloudProvider,
    cloud: cluster.cloud,
    nodeHealth: node.up ? 'Healthy' : 'Unhealthy',
    gpuNodeState: state,
    gpuNodeStatus: state,
    ...(visible.length > 0 && {
      allocation: visible.map((allocation) => allocationOf(allocation, timeline)),
    }),
  };
}

function allocationOf(
  { gprName, workspace, gpus, sinceMs }: Allocation,
  timeline: Timeline,
): AllocationRecord {
  const epochMs = timeline.epochMs(sinceMs);
  const seconds = Math.floor(epochMs / 1000);
  return {
    gprName,
    sliceName: workspace,
    totalGPUsAllocated: gpus,
    allocationTimeStamp: { seconds: String(seconds), nanos: (epochMs - seconds * 1000) * 1_000_000 },
  };
}
