// A scenario whose names look different from what they are.

/** Shown without marks, it looks like `<word>-good-gpj.exe`. */
export const hostile = (word: string): string => `${word}\u200b-\u202eexe.jpg-doog\u2069\u00ad\u{e0041}`;

const kind = { instanceType: hostile('type'), gpuModelName: hostile('shape') };

/** A GPR for both GPUs of the only node. */
export const hostileGpr = (word: string, more: object = {}): object => ({
  gprName: hostile(word),
  sliceName: hostile('space'),
  clusterName: hostile('cluster'),
  instanceType: kind.instanceType,
  gpuShape: kind.gpuModelName,
  numberOfGPUs: 2,
  numberOfGPUNodes: 1,
  priority: 100,
  exitDuration: '2h',
  ...more,
});

export const hostileScenario: object = {
  name: hostile('scenario'),
  start: '2026-01-05T08:00:00Z',
  seed: 1,
  instanceTypes: [{ ...kind, gpuCount: 2, memoryGb: 40, cpuMilli: 1000, memoryMib: 1000, pricePerHour: '1' }],
  clusters: [
    {
      name: hostile('cluster'),
      cloudProvider: hostile('provider'),
      cloud: 'gcp',
      region: hostile('region'),
      nodes: [{ instanceType: kind.instanceType, count: 1 }],
    },
  ],
  workspaces: ['space', 'other'].map((word) => ({
    name: hostile(word),
    clusters: [hostile('cluster')],
    namespaces: [hostile('namespace')],
    username: hostile('user'),
    email: 'u@example.com',
  })),
};
