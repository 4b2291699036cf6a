// A small world: GPRs start, queue, fail and end, and soon leave memory.

export const CLUSTER = 'east';
export const INSTANCE_TYPE = 'a100-8';
export const GPU_SHAPE = 'A100';
export const WORKSPACES = ['blue', 'green', 'red', 'white'] as const;

export const SCENARIO = {
  name: 'kills',
  start: '2026-01-05T08:00:00Z',
  seed: 1,
  scheduler: { queue: 'backfill', workspaceLimit: 'none', provisioningDelay: '5s' },
  recordEstimatesEvery: '10m',
  failures: { nodeMtbf: '6h', nodeRepair: '5m', provisioning: 0.01 },
  // Ended GPRs beyond these are read from the file.
  keepEnded: 20,
  instanceTypes: [
    {
      instanceType: INSTANCE_TYPE,
      gpuModelName: GPU_SHAPE,
      gpuCount: 8,
      memoryGb: 80,
      cpuMilli: 96_000,
      memoryMib: 696_320,
    },
  ],
  clusters: [{ name: CLUSTER, nodes: [{ instanceType: INSTANCE_TYPE, count: 4 }] }],
  workspaces: WORKSPACES.map((name) => ({ name, clusters: [CLUSTER] })),
};
