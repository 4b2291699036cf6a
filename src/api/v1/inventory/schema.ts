import * as v from 'valibot';
import { whole } from '../../frame/answers/whole.ts';
import { text } from '../../frame/request/fields.ts';

const allocationRecord = v.object({
  gprName: v.string(),
  sliceName: v.string(),
  totalGPUsAllocated: whole,
  allocationTimeStamp: v.object({ seconds: v.string(), nanos: whole }),
});

const nodeStates = ['NODE_RESERVED', 'NODE_AVAILABLE'] as const;

const managedNode = v.object({
  gpuNodeName: v.string(),
  gpuShape: v.string(),
  gpuModelName: v.string(),
  instanceType: v.string(),
  clusterName: v.string(),
  memory: whole,
  gpuCount: whole,
  availableGPUs: whole,
  gpuTempThreshold: v.string(),
  gpuPowerThreshold: v.string(),
  region: v.string(),
  cloudProvider: v.string(),
  cloud: v.string(),
  nodeHealth: v.picklist(['Healthy', 'Unhealthy']),
  gpuNodeState: v.picklist(nodeStates),
  gpuNodeStatus: v.picklist(nodeStates),
  allocation: v.optional(v.array(allocationRecord)),
});

export type ManagedNode = v.InferOutput<typeof managedNode>;

export const listInventoryAnswer = v.object({
  managedNodes: v.array(v.pipe(managedNode, v.title('ManagedNode'))),
  unmanagedNodes: v.array(v.never()),
});

export type InventoryList = v.InferOutput<typeof listInventoryAnswer>;

export const workspaceInventoryRequest = v.object({ sliceName: text() });

export const workspaceInventoryAnswer = v.object({
  items: v.array(
    v.object({
      instanceType: v.string(),
      gpuShape: v.string(),
      clusterName: v.string(),
      gpuSlicingProfile: v.array(v.never()),
      memoryPerGpu: whole,
      gpuPerNode: whole,
      totalGpuNodes: whole,
    }),
  ),
});

export const inventorySummaryAnswer = v.object({
  items: v.array(
    v.object({
      clusterName: v.string(),
      cloudProvider: v.string(),
      region: v.string(),
      totalGpus: whole,
      allocatedGpus: whole,
      availableGpus: whole,
      totalGpuNodes: whole,
      partiallyAllocatedNodes: whole,
      idleGpus: whole,
    }),
  ),
});
