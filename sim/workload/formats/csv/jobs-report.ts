import { type BrokenRows, brokenLines, quoted } from '../trace-table.ts';
import type { UnusedColumn } from './headers.ts';
import type { JobCounts } from './jobs.ts';

/** Each row counts once: a step, repeated, not ended, invalid, without GPU, never ran, never fits, or a GPR. */
export interface Report extends JobCounts {
  readonly unusedColumns: readonly UnusedColumn[];
  readonly broken: BrokenRows;
}

export function describe(report: Report): string[] {
  const lines = [`${report.gprs} of ${report.jobRows} rows became GPRs, of ${report.workspaces} workspaces`];
  const count = (many: number, what: string) => {
    if (many > 0) lines.push(`${many} ${what}`);
  };
  count(report.gprsWithLimit, 'GPRs have the time limit of their job as exit duration');
  count(report.runsCut, 'GPRs end at the time limit that their job exceeded');
  count(
    report.gprsMadeEven,
    'GPRs have more GPUs than their job, because each of their nodes has equally many',
  );
  count(report.jobsWithoutOwner, 'GPRs without an owner, in the workspace unknown');
  count(report.steps, 'steps of jobs left out');
  count(report.repeatedJobs, 'rows left out, because a later row has the same JobID');
  count(report.jobsNotEnded, 'jobs that had not ended left out');
  count(report.jobsWithoutGpu, 'jobs without GPU left out');
  count(report.jobsThatNeverRan, 'jobs that never ran left out');
  count(report.jobsThatNeverFit, 'jobs with more GPUs than the machine left out');
  for (const { header, role } of report.unusedColumns)
    lines.push(`column ${quoted(header)} is not used; --columns ${role}=… can name it`);
  return [...lines, ...brokenLines([report.broken])];
}
