// The production trace `openb`: nodes and pods of a GPU cluster, one CSV table each. The cluster is one pool, because a pod
// accepts the GPUs of any node, or of any node with one of the models that it names.

import { CLASSES_MAX } from '../../../capacity/gpu-levels.ts';
import type { ReadTrace, Trace, TraceFormat, TraceProblem } from '../format.ts';
import { bound, compress } from '../run-bound.ts';
import { readTable, type TableRow } from '../trace-table.ts';
import { NODE_COLUMNS, readNodes } from './nodes.ts';
import { keepNodes, type Options } from './options.ts';
import { POD_COLUMNS, readPods } from './pods.ts';
import { describe, type Report } from './trace-report.ts';

type File = 'nodes' | 'pods';

export const openb: TraceFormat<File, Options> = {
  name: 'openb',
  files: {
    nodes: { flag: '--nodes', summary: "the trace's table of nodes" },
    pods: { flag: '--workload', summary: "the trace's table of pods" },
  },
  options: { compress, keepNodes, bound },

  read(texts, options): ReadTrace<File> {
    const nodes = readTable(texts.nodes, NODE_COLUMNS);
    const pods = readTable(texts.pods, POD_COLUMNS);
    if (!nodes.ok || !pods.ok) {
      const problems: TraceProblem<File>[] = [];
      if (!nodes.ok) problems.push({ file: 'nodes', message: nodes.why });
      if (!pods.ok) problems.push({ file: 'pods', message: pods.why });
      return { ok: false, problems };
    }
    return traceOf(nodes.rows, pods.rows, options);
  },
};

function traceOf(
  nodeRows: readonly TableRow[],
  podRows: readonly TableRow[],
  options: Options,
): ReadTrace<File> {
  const nodes = readNodes(nodeRows, options.keepNodes);
  const pods = readPods(podRows, nodes.kept, options);
  const report: Report = { ...nodes.counts, ...pods.counts, broken: [...nodes.broken, ...pods.broken] };
  const trace: Trace = {
    instanceTypes: nodes.instanceTypes,
    groups: nodes.groups,
    gprs: pods.gprs,
    report: { data: report, lines: describe(report) },
  };
  const refused = whyRefused(trace, report);
  return refused === undefined ? { ok: true, trace } : { ok: false, problems: [refused] };
}

/** The problem of a trace that cannot be replayed although its tables are readable; undefined if it can. */
function whyRefused({ instanceTypes }: Trace, report: Report): TraceProblem<File> | undefined {
  const example = (table: File) => {
    const row = report.broken.find((broken) => broken.table === table);
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
