import { type BrokenRows, brokenLines } from '../trace-table.ts';
import type { NodeCounts } from './nodes.ts';
import type { PodCounts } from './pods.ts';

/** Each pod row counts once: invalid, without GPU, never ran, never fits, or a GPR. */
export interface Report extends NodeCounts, PodCounts {
  readonly broken: { readonly nodes: BrokenRows; readonly pods: BrokenRows };
  /** Pods that became GPRs although they fit no kept node: with shuffled arrivals. */
  readonly neverPlaced: BrokenRows;
}

export function describe(report: Report): string[] {
  const lines = [
    `${report.nodesKept} of ${report.nodeRows} node rows kept, with ${report.gpusKept} GPUs`,
    `${report.gprs} of ${report.podRows} pod rows became GPRs`,
  ];
  const count = (many: number, what: string) => {
    if (many > 0) lines.push(`${many} ${what}`);
  };
  count(report.sharesRoundedUp, 'GPRs requested a share of a GPU and get a whole one');
  count(report.runsUnderOneSecond, 'GPRs ended in the second in which they began and run for one second');
  count(report.podsWithoutGpu, 'pods without GPU left out');
  count(report.podsThatNeverRan, 'pods that never ran left out');
  count(report.podsThatNeverFit, 'pods that fit no kept node left out');
  count(report.nodesWithoutGpu, 'nodes without GPU left out');
  const never = brokenLines([report.neverPlaced], 'GPRs fit no kept node, and never start');
  return [...lines, ...never, ...brokenLines([report.broken.nodes, report.broken.pods])];
}
