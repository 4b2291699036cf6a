// The production trace `openb` (nodes and pods of a GPU cluster, one CSV table each) as one cluster and its GPRs.
// Pods ask for GPUs of any node, or of the models they name, so the whole cluster is one pool.

import type { Cluster, InstanceType, TraceWorkload } from '../../../language/scenario.ts';
import type { OpenbBrokenRow, OpenbRow } from './cells.ts';
import { type OpenbNodeCounts, readNodes } from './nodes.ts';
import { type OpenbPodCounts, type OpenbPodOptions, readPods } from './pods.ts';

export type { OpenbBrokenRow, OpenbRow } from './cells.ts';
export { OPENB_NODE_COLUMNS, OPENB_SHAPES_MAX } from './nodes.ts';
export { OPENB_POD_COLUMNS, type OpenbBound } from './pods.ts';

export interface OpenbOptions extends OpenbPodOptions {
  /** Every how many rows of the node table one is kept: the rows 0, N, 2N … */
  readonly keepEvery: number;
}

/** What became of the rows. Every pod row is broken, without GPU, never ran, never fits, or a GPR. */
export interface OpenbReport extends OpenbNodeCounts, OpenbPodCounts {
  readonly broken: readonly OpenbBrokenRow[];
}

export interface OpenbTrace {
  readonly cluster: Cluster;
  readonly instanceTypes: readonly InstanceType[];
  readonly trace: TraceWorkload;
  readonly report: OpenbReport;
}

const CLUSTER = 'openb';

/** Turns the rows of both tables, without their header lines, into a cluster and a workload. */
export function openbTrace(
  nodeRows: readonly OpenbRow[],
  podRows: readonly OpenbRow[],
  options: OpenbOptions,
): OpenbTrace {
  const nodes = readNodes(nodeRows, options.keepEvery);
  const pods = readPods(podRows, nodes.kept, options);
  return {
    cluster: {
      name: CLUSTER,
      cloudProvider: '',
      cloud: '',
      region: '',
      nodes: nodes.groups,
      onePool: true,
    },
    instanceTypes: nodes.instanceTypes,
    trace: { kind: 'trace', format: 'openb', cluster: CLUSTER, gprs: pods.gprs },
    report: { ...nodes.counts, ...pods.counts, broken: [...nodes.broken, ...pods.broken] },
  };
}
