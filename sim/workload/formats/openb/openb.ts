// The production trace `openb`: nodes and pods of a GPU cluster, one CSV table each. The cluster is one pool, because a pod
// accepts the GPUs of any node, or of any node with one of the models that it names.

import { CLASSES_MAX } from '../../../capacity/gpu-levels.ts';
import { SHARED_GPUS_MAX, SHARED_NODES_MAX } from '../../../capacity/shares/share-nodes.ts';
import type { ReadTrace, Trace, TraceFormat, TraceProblem } from '../format.ts';
import { bound, compress } from '../run-bound.ts';
import { readTable, type TableRow } from '../trace-table.ts';
import { byName, NODE_COLUMNS, readNodes } from './node-list.ts';
import { arrivals, keepNodes, type Options, shares } from './options.ts';
import { POD_COLUMNS, REQUEST_COLUMNS, readPods, withAllColumns } from './pods.ts';
import { type Report, reportOf } from './trace-report.ts';

type File = 'nodes' | 'pods';

export const openb: TraceFormat<File, Options> = {
  name: 'openb',
  files: {
    nodes: { flag: '--nodes', summary: "the trace's table of nodes" },
    pods: { flag: '--workload', summary: "the trace's table of pods" },
  },
  options: { compress, keepNodes, bound, shares, arrivals },

  whyRefused({ shares, arrivals }) {
    if (arrivals === 'recorded' || shares === 'exact') return undefined;
    return { option: 'arrivals', message: 'can be "shuffled" only if "shares" is "exact"' };
  },

  read(texts, options): ReadTrace<File> {
    const nodes = readTable(texts.nodes, NODE_COLUMNS);
    const pods = readPodTable(texts.pods, options);
    if (!nodes.ok || !pods.ok) {
      const problems: TraceProblem<File>[] = [];
      if (!nodes.ok) problems.push({ file: 'nodes', message: nodes.why });
      if (!pods.ok) problems.push({ file: 'pods', message: pods.why });
      return { ok: false, problems };
    }
    return traceOf(nodes.rows, pods.rows, options);
  },
};

function readPodTable(text: string, { arrivals }: Options): ReturnType<typeof readTable> {
  const requests = readTable(text, REQUEST_COLUMNS);
  if (!requests.ok) return readTable(text, POD_COLUMNS);
  if (arrivals === 'shuffled') return { ok: true, rows: requests.rows.map(withAllColumns) };
  const why = `has only the columns ${REQUEST_COLUMNS.join()}, and so no times; it can be replayed with "shares": "exact" and "arrivals": "shuffled" (--shares exact --arrivals shuffled)`;
  return { ok: false, why };
}

function traceOf(
  nodeRows: readonly TableRow[],
  podRows: readonly TableRow[],
  options: Options,
): ReadTrace<File> {
  const isShuffled = options.arrivals === 'shuffled';
  const nodes = readNodes(isShuffled ? byName(nodeRows) : nodeRows, options.keepNodes);
  const pods = readPods(isShuffled ? byName(podRows) : podRows, nodes.kept, options);
  const report: Report = {
    ...nodes.counts,
    ...pods.counts,
    broken: { nodes: nodes.broken, pods: pods.broken },
    neverPlaced: pods.neverPlaced,
  };
  const trace: Trace = {
    instanceTypes: nodes.instanceTypes,
    groups: nodes.groups,
    ...(options.shares === 'exact' ? { capacity: 'shares' } : {}),
    gprs: pods.gprs,
    ...(isShuffled ? { arrivals: 'shuffled' } : {}),
    report: reportOf(report, pods.work),
  };
  const refused = whyRefused(trace, report) ?? whyNotShared(trace, nodes.counts.nodesKept);
  return refused === undefined ? { ok: true, trace } : { ok: false, problems: [refused] };
}

/** The problem of a trace that cannot be replayed although its tables are readable; undefined if it can. */
function whyRefused({ instanceTypes }: Trace, report: Report): TraceProblem<File> | undefined {
  const example = (table: File) => {
    const [row] = report.broken[table].listed;
    return row ? `; line ${row.line}: ${row.why}` : '';
  };
  if (report.nodesKept === 0) {
    return {
      file: 'nodes',
      message: `must have a GPU node among the rows that are kept, but has none${example('nodes')}`,
    };
  }
  if (instanceTypes.length > CLASSES_MAX) {
    return {
      file: 'nodes',
      message: `must have at most ${CLASSES_MAX} classes of equal nodes, but has ${instanceTypes.length}`,
    };
  }
  if (report.gprs === 0) {
    return { file: 'pods', message: `must have a pod that becomes a GPR, but has none${example('pods')}` };
  }
  return undefined;
}

/** The problem of a trace whose GPUs cannot be shared; undefined if they can, or need not. */
function whyNotShared(
  { instanceTypes, gprs, capacity, arrivals }: Trace,
  nodes: number,
): TraceProblem<File> | undefined {
  if (capacity !== 'shares') return undefined;
  const large = instanceTypes.find(({ gpuCount }) => gpuCount > SHARED_GPUS_MAX);
  if (large !== undefined) {
    const { instanceType, gpuCount } = large;
    return {
      file: 'nodes',
      message: `must have at most ${SHARED_GPUS_MAX} GPUs a node with "shares": "exact", but has ${gpuCount} in ${instanceType}`,
    };
  }
  if (nodes > SHARED_NODES_MAX) {
    return {
      file: 'nodes',
      message: `must have at most ${SHARED_NODES_MAX} nodes with "shares": "exact", but has ${nodes}`,
    };
  }
  if (arrivals === 'shuffled' && gprs.every(({ gpusPerNode }) => gpusPerNode === 0))
    return { file: 'pods', message: 'must have a pod with GPUs, but has none' };
  return undefined;
}
