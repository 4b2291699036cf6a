import { type BrokenRows, brokenLines } from '../trace-table.ts';
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
  const lines = [
    `${gprs} of ${jobLines} jobs became GPRs, of ${workspaces} workspaces, on ${processors} processors`,
  ];
  const count = (many: number, what: string) => {
    if (many > 0) lines.push(`${many} ${what}`);
  };
  count(report.tooManyProcessors, 'jobs with more processors than the machine left out');
  count(report.withoutProcessors, 'jobs without processors left out');
  count(report.withoutRunTime, 'jobs without a run time left out');
  count(report.withoutRequestedTime, 'jobs without a requested time left out');
  count(report.beforeTheLog, 'jobs with a negative submit time left out');
  count(report.madeShort, 'jobs without run time, processors or submit time run for 1 s');
  count(report.processorsCut, 'jobs with more processors than the machine have all of it');
  count(report.runsCut, 'GPRs end at the requested time that their job exceeded');
  count(report.timesCut, 'jobs have times with a fraction of a second, which is cut off');
  return [...lines, ...brokenLines([report.broken])];
}
