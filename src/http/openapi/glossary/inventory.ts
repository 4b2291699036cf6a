// Nodes, node types and clusters.

import type { Words } from './word.ts';

export const inventoryWords = {
  clusterName: ['The cluster.', 'worker-1'],
  cluster: ['The cluster.', 'worker-1'],
  namespace: ['The namespace.', 'blue'],
  items: ['What there is of it.'],
  instanceType: ['The machine type of the nodes.', 'a2-highgpu-8g'],
  gpuShape: [
    'The GPU model. Requests may name the machine type instead, and in any case of letters.',
    'NVIDIA-A100-SXM4-40GB',
  ],

  managedNodes: ['The nodes of all clusters.'],
  unmanagedNodes: ['Always empty: every simulated node is managed.'],
  gpuNodeName: ['The node.', 'worker-1-a2-highgpu-8g-1'],
  'ManagedNode.gpuShape': ['The machine type, as `instanceType`.', 'a2-highgpu-8g'],
  gpuModelName: ['The GPU model.', 'NVIDIA-A100-SXM4-40GB'],
  'ManagedNode.memory': ['GB of a GPU.', 40],
  gpuCount: ['GPUs of the node.', 8],
  availableGPUs: ['GPUs that are free; 0 while the node is down.', 4],
  gpuTempThreshold: ['Always empty: temperatures are not simulated.', ''],
  gpuPowerThreshold: ['Always empty: power is not simulated.', ''],
  region: ['The region of the cluster; may be empty.', 'us-central1'],
  cloudProvider: ['Who runs the cluster.', 'gcp'],
  cloud: ['The cloud that it is in.', 'gcp'],
  nodeHealth: ['Unhealthy while the node is down.', 'Healthy'],
  gpuNodeState: ['Reserved while a GPR has GPUs of the node.', 'NODE_RESERVED'],
  gpuNodeStatus: ['The same as `gpuNodeState`.', 'NODE_RESERVED'],
  allocation: ['Which GPRs have GPUs of the node. Left out where the caller sees none.'],
  totalGPUsAllocated: ['How many of its GPUs.', 4],
  allocationTimeStamp: ['Since when.'],
  seconds: ['Seconds since 1970, in digits.', '1767600000'],
  nanos: ['The rest, in nanoseconds.', 0],

  gpuSlicingProfile: ['Always empty: GPUs are not divided.', []],
  gpuPerNode: ['GPUs of a node.', 8],
  totalGpuNodes: ['Nodes with GPUs.', 4],
  totalGpus: ['GPUs of the cluster.', 32],
  allocatedGpus: ['GPUs that GPRs have.', 12],
  availableGpus: ['GPUs that are free on healthy nodes.', 20],
  partiallyAllocatedNodes: ['Nodes with both free and allocated GPUs.', 1],
  idleGpus: ['GPUs of GPRs that are idle.', 0],
} satisfies Words;
