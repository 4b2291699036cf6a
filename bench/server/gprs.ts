// GPRs that a workspace of the scenario `quiet` may ask for. One of them gets its GPUs; the others wait for it.

/** A request that every workspace of `worker-2` can have. */
export function gprOf(workspace: string): object {
  return {
    gprName: 'benchmark',
    sliceName: workspace,
    clusterName: 'worker-2',
    instanceType: 'VM.GPU.A10.2',
    gpuShape: 'NVIDIA-A10',
    numberOfGPUs: 2,
    numberOfGPUNodes: 1,
    priority: 150,
    exitDuration: '30d',
  };
}

/** Workspaces of `worker-2`, in turn. */
export const WORKSPACES: readonly string[] = [
  'team-blue',
  'team-green',
  'team-red',
  'speech',
  'recommender',
  'fraud-detection',
  'search-ranking',
  'chat-serving',
];
