import { counted } from '../../../base/counted.ts';
import { type BrokenRow, brokenLines, countLines } from '../trace-table.ts';
import type { JobCounts } from './jobs.ts';

/** Each row counts once: invalid, a step, without GPU, never ran, never fits, or a GPR. */
export interface Report extends JobCounts {
  readonly broken: readonly BrokenRow[];
}

export function describe(report: Report): string[] {
  const { gprs, jobRows, workspaces } = report;
  return [
    `${gprs} of ${counted(jobRows, 'row')} became GPRs, of ${counted(workspaces, 'workspace')}`,
    ...countLines([
      [report.gprsWithLimit, 'GPR', 'with the time limit of the job as exit duration'],
      [report.runsCut, 'GPR', 'cut at the time limit, which the job exceeded'],
      [report.gprsMadeEven, 'GPR', 'with more GPUs than the job, because each node has equally many'],
      [report.steps, 'step', 'of jobs left out'],
      [report.jobsWithoutGpu, 'job', 'without GPU left out'],
      [report.jobsThatNeverRan, 'job', 'that never ran left out'],
      [report.jobsThatNeverFit, 'job', 'with more GPUs than the machine left out'],
    ]),
    ...brokenLines(report.broken),
  ];
}
