import * as v from 'valibot';
import { list, string, whole } from '../../frame/answers/shapes.ts';
import { text } from '../../frame/request/fields.ts';

const allocationRecord = v.object({
  gprName: string,
  sliceName: string,
  totalGPUsAllocated: whole,
  allocationTimeStamp: v.object({ seconds: string, nanos: whole }),
});

const nodeStates = ['NODE_RESERVED', 'NODE_AVAILABLE'] as const;

const managedNode = v.object({
  gpuNodeName: string,
  gpuShape: string,
  gpuModelName: string,
  instanceType: string,
  clusterName: string,
  memory: whole,
  gpuCount: whole,
  availableGPUs: whole,
  gpuTempThreshold: string,
  gpuPowerThreshold: string,
  region: string,
  cloudProvider: string,
  cloud: string,
  nodeHealth: v.picklist(['Healthy', 'Unhealthy']),
  gpuNodeState: v.picklist(nodeStates),
  gpuNodeStatus: v.picklist(nodeStates),
  allocation: v.optional(list(allocationRecord)),
});

export type ManagedNode = v.InferOutput<typeof managedNode>;

export const listInventoryAnswer = v.object({
  managedNodes: list(v.pipe(managedNode, v.title('ManagedNode'))),
  unmanagedNodes: list(v.never()),
});

export type InventoryList = v.InferOutput<typeof listInventoryAnswer>;

export const workspaceInventoryRequest = v.object({ sliceName: text() });

export const workspaceInventoryAnswer = v.object({
  items: list(
    v.object({
      instanceType: string,
      gpuShape: string,
      clusterName: string,
      gpuSlicingProfile: list(v.never()),
      memoryPerGpu: whole,
      gpuPerNode: whole,
      totalGpuNodes: whole,
    }),
  ),
});

export const inventorySummaryAnswer = v.object({
  items: list(
    v.object({
      clusterName: string,
      cloudProvider: string,
      region: string,
      totalGpus: whole,
      allocatedGpus: whole,
      availableGpus: whole,
      totalGpuNodes: whole,
      partiallyAllocatedNodes: whole,
      idleGpus: whole,
    }),
  ),
});
