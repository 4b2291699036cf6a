import { counted } from '../../../base/counted.ts';
import { type BrokenRows, brokenLines, countLines, type ReportCount } from '../trace-table.ts';
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
  /** Jobs with a fraction of a second, which is cut off. */
  readonly timesCut: number;
  readonly broken: BrokenRows;
}

/** Counts of jobs that are left out, by the reason. */
const leftOut = (report: Cleaned): readonly ReportCount[] => [
  [report.tooManyProcessors, 'job', 'with more processors than the machine left out'],
  [report.withoutProcessors, 'job', 'without processors left out'],
  [report.withoutRunTime, 'job', 'without a run time left out'],
  [report.negativeRunTime, 'job', 'with a negative run time left out'],
  [report.withoutRequestedTime, 'job', 'without a requested time left out'],
  [report.beforeTheLog, 'job', 'with a negative submit time left out'],
];

/** Why a log has no GPR: the lines of `leftOut`, in one. */
export const whyNone = (report: Cleaned): string => countLines(leftOut(report)).join(', ');

export function describe(report: Report): string[] {
  const { gprs, jobLines, workspaces, processors } = report;
  const jobs = `${gprs} of ${counted(jobLines, 'job')} became GPRs`;
  return [
    `${jobs}, of ${counted(workspaces, 'workspace')}, on ${counted(processors, 'processor')}`,
    ...countLines([
      ...leftOut(report),
      [report.madeShort, 'job', 'without run time, requested time, processors or submit time, run for 1 s'],
      [report.processorsCut, 'job', 'with more processors than the machine, cut to all of it'],
      [report.runsCut, 'GPR', 'cut at the requested time'],
      [report.timesCut, 'job', 'with fractions of seconds, which are cut off'],
      [report.repeatedNumbers, 'GPR', 'with the number of an earlier job, named such as job-4~2'],
      [report.unordered, 'job', 'with an earlier submit time than the line before, sorted in'],
    ]),
    ...brokenLines([report.broken]),
  ];
}
