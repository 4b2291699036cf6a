// GPRs for workspaces of the scenario `quiet`. Only one of a workspace runs at a time; the others wait.

/** Returns the body of a request that every workspace with `worker-2` can send. */
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
