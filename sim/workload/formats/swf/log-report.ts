import { counted } from '../../../base/counted.ts';
import type { TraceReport } from '../format.ts';
import { type BrokenRows, brokenLines, countLines } from '../trace-table.ts';
import { INVALID, type Work } from '../work.ts';
import type { Cleaned } from './cleaning.ts';
import type { Broken } from './options.ts';

export interface Report extends Cleaned {
  /** Lines that are no comment. */
  readonly jobLines: number;
  readonly processors: number;
  readonly cleaning: Broken;
  readonly gprs: number;
  readonly workspaces: number;
  /** Kept jobs whose number an earlier kept job has. */
  readonly repeatedNumbers: number;
  /** Job lines with an earlier submit time than the job line before. */
  readonly unordered: number;
  /** Kept jobs without a requested time, whose run time makes their limit. */
  readonly withoutLimit: number;
  /** Lines with more than 18 fields. */
  readonly longLines: number;
  /** Jobs with a fraction of a second, which is cut off. */
  readonly timesCut: number;
  readonly broken: BrokenRows;
}

const TIME = 'processor time';

const REMEDIES: Readonly<Record<string, string>> = {
  withoutRequestedTime: '--bound exact, round or xN makes a limit of their run time',
};

/** Why a log has no GPR. */
export function whyNone({ losses }: Work): string {
  return losses
    .filter(({ reason }) => reason !== INVALID)
    .map(({ jobs, what: [noun, rest], reason }) => {
      const remedy = REMEDIES[reason];
      return `${counted(jobs, noun)} ${rest}${remedy === undefined ? '' : ` (${remedy})`}`;
    })
    .join(', ');
}

export function reportOf(report: Report, work: Work): TraceReport {
  return {
    data: report,
    lines: describe(report, work),
    work,
    warnings: work.warnings(TIME, report.jobLines, (reason) => REMEDIES[reason]),
  };
}

function describe(report: Report, work: Work): string[] {
  const { gprs, jobLines, workspaces, processors } = report;
  const jobs = `${gprs} of ${counted(jobLines, 'job')} became GPRs`;
  return [
    `${jobs}, of ${counted(workspaces, 'workspace')}, on ${counted(processors, 'processor')}`,
    ...work.lines(TIME),
    ...countLines([
      [report.withoutLimit, 'GPR', 'without a requested time, with a limit made of the run time'],
      [report.timesCut, 'job', 'with fractions of seconds, which are cut off'],
      [report.repeatedNumbers, 'GPR', 'with the number of an earlier job, named such as job-4~2'],
      [report.longLines, 'line', 'with more than 18 fields, of which the first 18 are read'],
      [report.unordered, 'job', 'with an earlier submit time than the line before, sorted in'],
    ]),
    ...brokenLines([report.broken], 'invalid row', work.invalidRest(TIME)),
  ];
}
