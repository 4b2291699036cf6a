import { counted } from '../../../base/counted.ts';
import type { TraceReport } from '../format.ts';
import { type BrokenRows, brokenLines, countLines } from '../trace-table.ts';
import type { Work } from '../work.ts';
import type { NodeCounts } from './node-list.ts';
import type { PodCounts } from './pods.ts';

/** Each pod row counts once: invalid, without GPU, never ran, never fits, or a GPR. */
export interface Report extends NodeCounts, PodCounts {
  readonly broken: { readonly nodes: BrokenRows; readonly pods: BrokenRows };
  /** Pods that became GPRs although they fit no kept node: with shuffled arrivals. */
  readonly neverPlaced: BrokenRows;
}

const TIME = 'GPU time';

export function reportOf(report: Report, work: Work): TraceReport {
  return { data: report, lines: describe(report, work), work, warnings: work.warnings(TIME, report.podRows) };
}

function describe(report: Report, work: Work): string[] {
  return [
    `${report.nodesKept} of ${counted(report.nodeRows, 'node row')} kept, with ${counted(report.gpusKept, 'GPU')}`,
    `${report.gprs} of ${counted(report.podRows, 'pod row')} became GPRs`,
    ...work.lines(TIME),
    ...countLines([
      [report.sharesRoundedUp, 'GPR', 'with a whole GPU for the requested share'],
      [report.runsUnderOneSecond, 'GPR', 'prolonged to one second'],
      [report.podsWithoutGpu, 'pod', 'without GPU left out'],
      [report.nodesWithoutGpu, 'node', 'without GPU left out'],
    ]),
    ...brokenLines([report.neverPlaced], 'GPR', 'never placed, because no kept node fits'),
    ...brokenLines([report.broken.nodes], 'invalid row', 'of nodes left out'),
    ...brokenLines([report.broken.pods], 'invalid row', work.invalidRest(TIME)),
  ];
}
