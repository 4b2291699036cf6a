// What is counted of the rows of a table of jobs.

import { counted } from '../../../base/counted.ts';
import { DAY_MS, SECOND_MS } from '../../../base/numbers/time.ts';
import type { TraceGpr } from '../../../language/scenario.ts';
import { INVALID, INVALID_ROW, type Loss, type Work } from '../work.ts';
import type { Places } from './headers.ts';
import { type Role, UNITS } from './options.ts';

/** Why work is lost: a row is left out, or a run is cut. */
export const LOSSES = {
  jobsNotEnded: ['job', 'that had not ended left out', 'at least '],
  jobsWithoutGpu: ['job', 'without GPU left out'],
  jobsThatNeverRan: ['job', 'without a run time left out'],
  jobsThatEndBeforeTheyBegin: ['job', 'with a run time below 0 left out'],
  jobsThatNeverFit: ['job', 'with more GPUs or nodes than the machine left out'],
  [INVALID]: INVALID_ROW,
  runsCut: ['GPR', 'cut at the time limit, which the job exceeded'],
} as const satisfies Record<string, Loss['what']>;
export type LossReason = keyof typeof LOSSES;

export const NO_COUNTS = {
  jobRows: 0,
  /** Steps of Slurm jobs. */
  steps: 0,
  /** Rows of a run that an earlier row has. No work is lost by leaving them out. */
  repeatedRows: 0,
  /** Rows of a job that had not ended, of which another row has more. */
  unfinishedRows: 0,
  jobsWithoutOwner: 0,
  /** GPRs with more GPUs than their job, because each of their nodes has equally many. */
  gprsMadeEven: 0,
  /** GPRs on more or fewer nodes than their job, because each node has 1 to all of its GPUs. */
  gprsOnOtherNodes: 0,
  /** GPRs of jobs with more GPUs than a node, whose nodes are not known. */
  gprsLargerThanNode: 0,
  /** Jobs with more nodes than GPUs. */
  jobsWithMoreNodesThanGpus: 0,
  /** GPRs of jobs with a share of a GPU, which counts as a GPU. */
  gprsWithShares: 0,
  /** GPRs of jobs with slices of GPUs, each of which counts as a GPU. */
  gprsWithSlices: 0,
  /** GPRs of parts of heterogeneous Slurm jobs, which start one by one. */
  gprsOfParts: 0,
  /** Later runs of requeued Slurm jobs. */
  gprsOfLaterRuns: 0,
  /** GPRs of Slurm jobs with the identifier of an earlier one, of which they are no later run. */
  gprsWithJobIdOfOthers: 0,
  /** GPRs of a table without identifiers of Slurm whose row equals an earlier one in every cell. */
  gprsOfEqualRows: 0,
  /** GPRs whose arrival is a date without a time zone. */
  gprsWithLocalDates: 0,
  /** GPRs of jobs that ran more than twice as long as their limit. */
  gprsFarOverLimit: 0,
  /** GPRs of jobs with a time limit, which is their exit duration. */
  gprsWithLimit: 0,
};

export interface JobCounts extends Readonly<typeof NO_COUNTS>, Readonly<Record<LossReason, number>> {
  readonly gprs: number;
  readonly workspaces: number;
}

/** What a column seems to be instead: of a larger unit if most jobs exceed their limit, or instances. */
export function warningsOf(counts: typeof NO_COUNTS, { of, slurmId }: Places, work: Work): string[] {
  const { gprsFarOverLimit, jobsWithMoreNodesThanGpus, gprsWithLimit } = counts;
  const [exit, nodes] = [of.get('exit')?.[0], of.get('nodes')?.[0]];
  const warnings = work.warnings('GPU time', counts.jobRows);
  const named = (['run', 'exit'] as const).flatMap((role) => {
    const place = of.get(role)?.[0];
    const unit = place?.unitMs === undefined ? unitNamedBy(place?.header ?? '') : undefined;
    return unit === undefined ? [] : [{ role, header: place!.header, unit }];
  });
  for (const { role, header, unit } of named)
    warnings.push(
      `numbers in ${header} count as seconds, but its name has another unit: ${columnsOption(role, header, unit)}`,
    );
  const [unit, , words] = UNITS.find(([, ms]) => ms > (exit?.unitMs ?? SECOND_MS)) ?? [];
  if (exit !== undefined && unit !== undefined && named.length === 0 && gprsFarOverLimit > gprsWithLimit / 2)
    warnings.push(
      `${counted(gprsFarOverLimit, 'job')} ran more than twice as long as the limit; ${exit.header} may be in ${words}: ${columnsOption('exit', exit.header, unit)}`,
    );
  // A table of Slurm has the GPUs of all nodes.
  if (nodes !== undefined && jobsWithMoreNodesThanGpus > 0 && slurmId === undefined)
    warnings.push(
      `${counted(jobsWithMoreNodesThanGpus, 'job')} with more nodes than GPUs; if these are the GPUs of an instance: --columns instances=${nodes.header}`,
    );
  if (counts.gprsOfEqualRows * EQUAL_SHARE > counts.jobRows)
    warnings.push(
      `${counted(counts.gprsOfEqualRows, 'GPR')} of rows that equal an earlier row in every cell; if these are repeated, remove them`,
    );
  if (counts.repeatedRows * EQUAL_SHARE > counts.jobRows)
    warnings.push(
      `${counted(counts.repeatedRows, 'row')} left out, because another one has the JobID, start, run time, GPUs and owner; if these are separate jobs, give each a JobID`,
    );
  if (counts.gprsOfLaterRuns > 0 && !of.has('state'))
    warnings.push(
      `${counted(counts.gprsOfLaterRuns, 'GPR')} of later runs of jobs that may be separate jobs with one JobID instead, such as those of an array; with the column State, jobs that completed are separate`,
    );
  return warnings;
}

/** More than one row in this number that equals an earlier one is worth a warning. */
const EQUAL_SHARE = 100;
/** A gap between arrivals that is this share of all their time, and as long, is rather a wrong date. */
const GAP_SHARE = 0.9;
const GAP_MS = 90 * DAY_MS;

/** What is odd in arrivals, which are in order. @param dated how many of them have a date */
export function arrivalWarnings(gprs: readonly Pick<TraceGpr, 'arrivalMs'>[], dated: number): string[] {
  const warnings: string[] = [];
  if (dated > 0 && dated < gprs.length)
    warnings.push(
      `${counted(dated, 'arrival')} with a date, and ${gprs.length - dated} without: they count from different instants`,
    );
  const spanMs = (gprs.at(-1)?.arrivalMs ?? 0) - (gprs[0]?.arrivalMs ?? 0);
  const after = gprs.findIndex(
    ({ arrivalMs }, i) => i > 0 && arrivalMs - gprs[i - 1]!.arrivalMs > Math.max(GAP_MS, spanMs * GAP_SHARE),
  );
  if (after > 0) {
    const days = Math.floor((gprs[after]!.arrivalMs - gprs[after - 1]!.arrivalMs) / DAY_MS);
    const few = Math.min(after, gprs.length - after);
    warnings.push(
      `no job arrives for ${days} of ${Math.ceil(spanMs / DAY_MS)} days; ${counted(few, 'job')} ${few === after ? 'before' : 'after'} that may have a wrong date`,
    );
  }
  return warnings;
}

/** Words in headers that name a unit other than seconds. */
const UNIT_NAMES: Readonly<Record<string, RegExp>> = {
  ms: /^(?:ms|msecs?|millis|milliseconds?)$/,
  min: /^(?:mins?|minutes?)$/,
  h: /^(?:h|hrs?|hours?)$/,
};

/** The unit in the name of a column; undefined if it has none, or seconds. */
function unitNamedBy(header: string): string | undefined {
  const words = header.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  return Object.keys(UNIT_NAMES).find((unit) => words.some((word) => UNIT_NAMES[unit]!.test(word)));
}

function columnsOption(role: Role, header: string, unit: string): string {
  const pair = `${role}=${header}:${unit}`;
  return `--columns ${/^[\w=:.-]+$/.test(pair) ? pair : `'${pair}'`}`;
}

export function lossCounts(work: Work): Record<LossReason, number> {
  return Object.fromEntries(Object.keys(LOSSES).map((reason) => [reason, work.jobs(reason)])) as Record<
    LossReason,
    number
  >;
}
