import { counted } from '../../../base/counted.ts';
import { type BrokenRows, brokenLines, countLines, quoted } from '../trace-table.ts';
import type { Work } from '../work.ts';
import { isPerNode, type Places, type UnusedColumn } from './headers.ts';
import type { JobCounts } from './job-counts.ts';

const TIME = 'GPU time';

/** Each row counts once: a step, repeated, unfinished, not ended, invalid, without GPU, never ran, never fits, or a GPR. */
export interface Report extends JobCounts {
  readonly unusedColumns: readonly UnusedColumn[];
  readonly broken: BrokenRows;
}

/** @param hasZone whether the zone of dates without one is given */
export function describe(report: Report, places: Places, work: Work, hasZone: boolean): string[] {
  const { gprs, jobRows, workspaces, unusedColumns } = report;
  const [arrival, other] = places.of.get('arrival')!;
  return [
    `${gprs} of ${counted(jobRows, 'row')} became GPRs, of ${counted(workspaces, 'workspace')}`,
    ...(other === undefined
      ? []
      : [
          `jobs arrive at ${arrival!.header}; with --columns arrival=${other.header}, they arrive at ${other.header}`,
        ]),
    ...(hasZone || report.gprsWithLocalDates === 0
      ? []
      : ['dates without a time zone count as UTC; --zone Europe/Berlin, for instance, names another one']),
    ...countLines([
      [report.gprsWithLimit, 'GPR', 'with the time limit of the job as exit duration'],
      [
        gprs - report.gprsWithLimit,
        'GPR',
        'without a time limit: the exit duration, which the scheduler sees, is made of the run time (--bound)',
      ],
      [report.gprsMadeEven, 'GPR', 'with more GPUs than the job, because each node has equally many'],
      [
        report.gprsOnOtherNodes,
        'GPR',
        'on more or fewer nodes than the job, so that each node has room for its GPUs, and at least one of them',
      ],
      [report.gprsLargerThanNode, 'GPR', 'with more GPUs than a node has, on several nodes'],
      [
        places.of.get('gpus')!.some(isPerNode) ? gprs : 0,
        'GPR',
        `with the GPUs in ${places.of.get('gpus')!.find(isPerNode)?.header} on each of its nodes`,
      ],
      [report.gprsWithShares, 'GPR', 'with a share of a GPU, which counts as a whole GPU'],
      [report.gprsWithSlices, 'GPR', 'with slices of GPUs (MIG), each of which counts as a GPU'],
      [report.gprsOfParts, 'GPR', 'of parts of heterogeneous jobs, which start one by one'],
      [
        report.gprsOfLaterRuns,
        'GPR',
        'of later runs of requeued jobs, each arriving when the run before it ended in the log',
      ],
      [
        report.gprsWithJobIdOfOthers,
        'GPR',
        'with the JobID of an earlier run, but not queued again after it: that had completed, their runs overlap (from their arrivals, if starts are missing), or their owners differ',
      ],
      [report.jobsWithoutOwner, 'GPR', 'without an owner, in the workspace unknown'],
      [report.steps, 'step', 'of jobs left out'],
      [report.unfinishedRows, 'row', 'left out, because another one has more of the job'],
      [report.repeatedRows, 'row', 'left out, because another one is of the same run'],
    ]),
    ...work.lines(TIME),
    ...unusedColumns.map(
      ({ header, role }) => `column ${quoted(header)} is not used; --columns ${role}=… can name it`,
    ),
    ...brokenLines([report.broken], 'invalid row', work.invalidRest(TIME)),
  ];
}
