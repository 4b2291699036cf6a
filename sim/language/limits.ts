// The largest values and sizes of stored data.

export const PRIORITY_MAX = 300;
/** Of counts and of GB per GPU: far above any cluster, far below the largest exact integer. */
export const COUNT_MAX = 1_000_000;
export const NODES_MAX = 1_000_000;
export const FAULTS_MAX = 1000;
export const GPUS_PER_NODE_MAX = 64;
/** The most processors of a machine of interchangeable processors. */
export const PROCESSORS_MAX = 1_000_000;
/** Characters of a name. */
export const NAME_LENGTH_MAX = 253;

/** Maximum sizes of the parts of a scenario file. */
export const limits = {
  fileBytes: 64 * 1024 * 1024,
  instanceTypes: 1000,
  clusters: 1000,
  nodeGroups: 10_000,
  /** In all clusters together. */
  nodes: NODES_MAX,
  gpusPerNode: GPUS_PER_NODE_MAX,
  processors: PROCESSORS_MAX,
  gpuMemoryGb: COUNT_MAX,
  cpuMilli: 1_000_000_000,
  memoryMib: 1_000_000_000,
  workspaces: 100_000,
  workloads: 1000,
  workspacesMade: 10_000_000,
  gprs: 100_000_000,
  /** Different values, or pools, that a generated workload draws from. */
  choices: 1000,
  /** Recorded jobs that a generated workload draws from. */
  jobs: 10_000,
  jobWeight: 100_000,
  /** Of a CSV file of recorded jobs. */
  jobsFileBytes: 16 * 1024 * 1024,
  /** The relative rate of arrivals in an hour or on a day. */
  rate: 1000,
  faults: FAULTS_MAX,
  steps: 1_000_000,
  priority: PRIORITY_MAX,
  weight: 1_000_000,
  keepEnded: 10_000_000,
  /** In currency units per node and hour. */
  price: 1_000_000,
} as const;
