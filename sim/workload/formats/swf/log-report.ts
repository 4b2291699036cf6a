import { counted } from '../../../base/counted.ts';
import { type BrokenRows, brokenLines, countLines } from '../trace-table.ts';
import type { Cleaned } from './cleaning.ts';
import type { Broken } from './options.ts';

export interface Report extends Cleaned {
  /** Lines that are no comment. */
  readonly jobLines: number;
  readonly processors: number;
  readonly cleaning: Broken;
  readonly gprs: number;
  readonly workspaces: number;
  /** Jobs with a fraction of a second, which is cut off. */
  readonly timesCut: number;
  readonly broken: BrokenRows;
}

export function describe(report: Report): string[] {
  const { gprs, jobLines, workspaces, processors } = report;
  const jobs = `${gprs} of ${counted(jobLines, 'job')} became GPRs`;
  return [
    `${jobs}, of ${counted(workspaces, 'workspace')}, on ${counted(processors, 'processor')}`,
    ...countLines([
      [report.tooManyProcessors, 'job', 'with more processors than the machine left out'],
      [report.withoutProcessors, 'job', 'without processors left out'],
      [report.withoutRunTime, 'job', 'without a run time left out'],
      [report.withoutRequestedTime, 'job', 'without a requested time left out'],
      [report.beforeTheLog, 'job', 'with a negative submit time left out'],
      [report.madeShort, 'job', 'without run time, requested time, processors or submit time, run for 1 s'],
      [report.processorsCut, 'job', 'with more processors than the machine, cut to all of it'],
      [report.runsCut, 'GPR', 'cut at the requested time'],
      [report.timesCut, 'job', 'with fractions of seconds, which are cut off'],
    ]),
    ...brokenLines([report.broken]),
  ];
}
