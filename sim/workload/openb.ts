// The production trace `openb` (nodes and pods of a GPU cluster, one CSV table each) as one cluster and its GPRs.
// Pods ask for GPUs of any node, or of the models they name, so the whole cluster is one pool.

import type { Cluster, InstanceType, TraceWorkload } from '../scenario.ts';
import { readNodes } from './openb-nodes.ts';
import { readPods } from './openb-pods.ts';

export { OPENB_NODE_COLUMNS, OPENB_SHAPES_MAX } from './openb-nodes.ts';
export { OPENB_POD_COLUMNS } from './openb-pods.ts';

/** One row of a table: its cells in the order of the table's columns, and the line it stands on. */
export interface OpenbRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** How the exit duration, which a scheduler may see, follows from the run time, which it may not. */
export type OpenbBound =
  /** The next step of a ladder that users would choose from. */
  | { readonly kind: 'round' }
  /** The run time itself. */
  | { readonly kind: 'exact' }
  /** The run time times a factor of at least 1. */
  | { readonly kind: 'times'; readonly factor: number };

export interface OpenbOptions {
  /** Every how many rows of the node table one is kept: the rows 0, N, 2N … */
  readonly keepEvery: number;
  /** Divides the gaps between arrivals. */
  readonly compress: number;
  readonly bound: OpenbBound;
}

export interface OpenbBrokenRow {
  readonly table: 'nodes' | 'pods';
  readonly line: number;
  readonly why: string;
}

/** What became of the rows. Every pod row is broken, without GPU, never ran, never fits, or a GPR. */
export interface OpenbReport {
  readonly nodeRows: number;
  readonly nodesWithoutGpu: number;
  readonly nodesKept: number;
  readonly gpusKept: number;
  readonly podRows: number;
  readonly podsWithoutGpu: number;
  readonly podsThatNeverRan: number;
  /** Demands that no kept node could meet. */
  readonly podsThatNeverFit: number;
  readonly gprs: number;
  /** GPRs of pods that asked for a share of a GPU and got a whole one. */
  readonly sharesRoundedUp: number;
  /** GPRs of pods that ended in the second they began in; they run for one second. */
  readonly runsUnderOneSecond: number;
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
