// Nodes, node types and clusters.

import type { Words } from './word.ts';

export const inventoryWords = {
  clusterName: ['The cluster.', 'worker-1'],
  cluster: ['The cluster.', 'worker-1'],
  namespace: ['The namespace.', 'blue'],
  items: ['The items of the list.'],
  instanceType: ['The machine type of the nodes.', 'a2-highgpu-8g'],
  gpuShape: [
    'The GPU model. Requests may name the machine type instead. Upper and lower case are equal.',
    'NVIDIA-A100-SXM4-40GB',
  ],

  managedNodes: ['The nodes of all clusters.'],
  unmanagedNodes: ['Always empty, because every simulated node is managed.'],
  gpuNodeName: ['The name of the node.', 'worker-1-a2-highgpu-8g-1'],
  'ManagedNode.gpuShape': ['The machine type, the same as `instanceType`.', 'a2-highgpu-8g'],
  gpuModelName: ['The GPU model.', 'NVIDIA-A100-SXM4-40GB'],
  'ManagedNode.memory': ['The memory of each GPU in GB.', 40],
  gpuCount: ['The number of GPUs of the node.', 8],
  availableGPUs: ['The number of free GPUs; 0 while the node is down.', 4],
  gpuTempThreshold: ['Always empty, because temperatures are not simulated.', ''],
  gpuPowerThreshold: ['Always empty, because power is not simulated.', ''],
  region: ['The region of the cluster; may be empty.', 'us-central1'],
  cloudProvider: ['The cloud provider of the cluster.', 'gcp'],
  cloud: ['The cloud of the cluster.', 'gcp'],
  nodeHealth: ['`Unhealthy` while the node is down, otherwise `Healthy`.', 'Healthy'],
  gpuNodeState: [
    '`NODE_RESERVED` while GPUs of the node are allocated, otherwise `NODE_AVAILABLE`.',
    'NODE_RESERVED',
  ],
  gpuNodeStatus: ['The same as `gpuNodeState`.', 'NODE_RESERVED'],
  allocation: ['The GPRs with GPUs of the node. Absent if the caller sees none.'],
  totalGPUsAllocated: ['The number of GPUs that the GPR has on the node.', 4],
  allocationTimeStamp: ['The start of the allocation.'],
  seconds: ['Seconds since 1970, as digits.', '1767600000'],
  nanos: ['The fraction of the second in nanoseconds.', 0],

  gpuSlicingProfile: ['Always empty, because GPUs are not divided.', []],
  gpuPerNode: ['The number of GPUs per node.', 8],
  totalGpuNodes: ['The number of nodes with GPUs.', 4],
  totalGpus: ['The number of GPUs of the cluster.', 32],
  allocatedGpus: ['The number of allocated GPUs.', 12],
  availableGpus: ['The number of free GPUs on healthy nodes.', 20],
  partiallyAllocatedNodes: ['The number of nodes with both free and allocated GPUs.', 1],
  idleGpus: ['The number of GPUs of idle GPRs.', 0],
} satisfies Words;
