// What tests ask of gpu-availability: any pool that has such GPUs.

export const question = {
  requestName: 'how long',
  sliceName: 'red',
  enableAutoClusterSelection: true,
  enableAutoGpuSelection: true,
  numberOfGPUs: 4,
  numberOfGPUNodes: 1,
  exitDuration: '00d06h00m',
  memoryPerGpu: 15,
  priority: 100,
};
