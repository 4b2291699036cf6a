// The availability query of tests: any pool with enough GPUs.

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
