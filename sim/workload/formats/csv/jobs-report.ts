import { counted } from '../../../base/counted.ts';
import { type BrokenRows, brokenLines, countLines, quoted } from '../trace-table.ts';
import type { UnusedColumn } from './headers.ts';
import type { JobCounts } from './jobs.ts';

/** Each row counts once: a step, repeated, not ended, invalid, without GPU, never ran, never fits, or a GPR. */
export interface Report extends JobCounts {
  readonly unusedColumns: readonly UnusedColumn[];
  readonly broken: BrokenRows;
}

export function describe(report: Report): string[] {
  const { gprs, jobRows, workspaces, unusedColumns } = report;
  return [
    `${gprs} of ${counted(jobRows, 'row')} became GPRs, of ${counted(workspaces, 'workspace')}`,
    ...countLines([
      [report.gprsWithLimit, 'GPR', 'with the time limit of the job as exit duration'],
      [report.runsCut, 'GPR', 'cut at the time limit, which the job exceeded'],
      [report.gprsMadeEven, 'GPR', 'with more GPUs than the job, because each node has equally many'],
      [report.gprsWithSlices, 'GPR', 'with slices of GPUs (MIG), each of which counts as a GPU'],
      [report.gprsOfParts, 'GPR', 'of parts of heterogeneous jobs, which start one by one'],
      [report.jobsWithoutOwner, 'GPR', 'without an owner, in the workspace unknown'],
      [report.steps, 'step', 'of jobs left out'],
      [report.repeatedJobs, 'row', 'left out, because a later row has the same JobID'],
      [report.jobsNotEnded, 'job', 'that had not ended left out'],
      [report.jobsWithoutGpu, 'job', 'without GPU left out'],
      [report.jobsThatNeverRan, 'job', 'that never ran left out'],
      [report.jobsThatNeverFit, 'job', 'with more GPUs than the machine left out'],
    ]),
    ...unusedColumns.map(
      ({ header, role }) => `column ${quoted(header)} is not used; --columns ${role}=… can name it`,
    ),
    ...brokenLines([report.broken]),
  ];
}
