export const templateBody = {
  name: 'small',
  clusterName: 'worker-1',
  numberOfGPUs: 2,
  numberOfGPUNodes: 1,
  instanceType: 'a2-highgpu-8g',
  gpuShape: 'NVIDIA-A100-SXM4-40GB',
  memoryPerGPU: 40,
  priority: 150,
  exitDuration: '5m',
};
