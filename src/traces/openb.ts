// The trace `openb` from its two files. What the rows mean is the business of `sim/workload/openb.ts`.

import {
  OPENB_NODE_COLUMNS,
  OPENB_POD_COLUMNS,
  OPENB_SHAPES_MAX,
  type OpenbBound,
  type OpenbTrace,
  openbTrace,
} from '../../sim/index.ts';
import { readTable } from './table.ts';

export interface OpenbFiles {
  /** Path of the table of nodes. */
  readonly nodes: string;
  /** Path of the table of pods. */
  readonly pods: string;
  /** Every how many node rows one is kept; default 1. */
  readonly keepEvery?: number | undefined;
  /** Divides the gaps between arrivals; default 1. */
  readonly compress?: number | undefined;
  /** Default `round`. */
  readonly bound?: OpenbBound | undefined;
}

export interface TraceProblem {
  readonly table: 'nodes' | 'pods';
  readonly file: string;
  /** The rest of a sentence that begins with the file's name. */
  readonly message: string;
}

export type ReadOpenb =
  | ({ readonly ok: true } & OpenbTrace)
  | { readonly ok: false; readonly problems: readonly TraceProblem[] };

/** Reads both files. Broken rows are in the report; only a trace that leaves no node or no GPR is refused for them. */
export function readOpenb(files: OpenbFiles): ReadOpenb {
  const nodes = readTable(files.nodes, OPENB_NODE_COLUMNS);
  const pods = readTable(files.pods, OPENB_POD_COLUMNS);
  if (!nodes.ok || !pods.ok) {
    const problems: TraceProblem[] = [];
    if (!nodes.ok) problems.push({ table: 'nodes', file: files.nodes, message: nodes.why });
    if (!pods.ok) problems.push({ table: 'pods', file: files.pods, message: pods.why });
    return { ok: false, problems };
  }

  const trace = openbTrace(nodes.rows, pods.rows, {
    keepEvery: files.keepEvery ?? 1,
    compress: files.compress ?? 1,
    bound: files.bound ?? { kind: 'round' },
  });
  const refused = whyRefused(trace);
  if (refused === undefined) return { ok: true, ...trace };
  return { ok: false, problems: [{ ...refused, file: files[refused.table] }] };
}

/** A trace that cannot be replayed although its tables could be read. */
function whyRefused({ instanceTypes, report }: OpenbTrace): Omit<TraceProblem, 'file'> | undefined {
  const example = (table: 'nodes' | 'pods') => {
    const row = report.broken.find((broken) => broken.table === table);
    return row ? `; line ${row.line}: ${row.why}` : '';
  };
  if (report.nodesKept === 0) {
    return { table: 'nodes', message: `has no GPU node that is kept${example('nodes')}` };
  }
  if (instanceTypes.length > OPENB_SHAPES_MAX) {
    return {
      table: 'nodes',
      message: `must have at most ${OPENB_SHAPES_MAX} kinds of nodes, but has ${instanceTypes.length}`,
    };
  }
  if (report.gprs === 0) {
    return { table: 'pods', message: `has no pod that makes a GPR${example('pods')}` };
  }
  return undefined;
}
