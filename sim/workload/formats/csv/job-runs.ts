// Which rows of a table of Slurm are one run, and which are the runs of one job.

import { overtakenWaits } from './overtaken-waits.ts';
import { type Begun, fromMs, isQueuedAgainAfter, type JobRow } from './row.ts';

interface RunOfJob {
  /** Which count has the row because others have all that it has: it is one of equal rows, or has an earlier state of the job. */
  readonly leftOut: 'repeatedRows' | 'unfinishedRows' | undefined;
  /** From 1, in order of time, of the runs with this identifier. */
  readonly number: number;
  /** The end of the run after which the job was queued again for this one, in ms as arrivals; undefined: for no such run. */
  readonly afterMs: number | undefined;
  /** Whether the job began again later, so that this run ended at some time. */
  readonly isFollowed: boolean;
}

export const ONLY_RUN: RunOfJob = { leftOut: undefined, number: 1, afterMs: undefined, isFollowed: false };

/** The state of Slurm after which a job is not queued again. */
const COMPLETED = 'COMPLETED';

/**
 * What other rows show of a row: for those with an identifier that others have, too, and those that waited.
 * @param withoutGpu jobs that are no rows, as they have no GPU
 */
export function runsOfJobs(
  rows: readonly JobRow[],
  withoutGpu: readonly Begun[],
): ReadonlyMap<JobRow, RunOfJob> {
  const firsts = new Map<string, JobRow>();
  const groups = new Map<string, JobRow[]>();
  for (const row of rows) {
    if (row.id === '') continue;
    const first = firsts.get(row.id);
    if (first === undefined) firsts.set(row.id, row);
    else if (!groups.has(row.id)) groups.set(row.id, [first, row]);
    else groups.get(row.id)!.push(row);
  }
  const overtaken = overtakenWaits(rows, withoutGpu);
  const runs = new Map<JobRow, RunOfJob>();
  for (const row of overtaken) runs.set(row, { ...ONLY_RUN, leftOut: 'unfinishedRows' });
  for (const group of groups.values()) addRuns(group, overtaken, runs);
  return runs;
}

function addRuns(
  group: readonly JobRow[],
  overtaken: ReadonlySet<JobRow>,
  runs: Map<JobRow, RunOfJob>,
): void {
  const known = new Set<string>();
  const longest = longestRuns(group);
  const lastMs = group.reduce(
    (ms, { job }) => (job.stage === 'waiting' ? ms : Math.max(ms, fromMs(job))),
    -Infinity,
  );
  let last: { readonly row: JobRow; readonly endMs: number } | undefined;
  let number = 0;
  for (const row of group.toSorted((a, b) => fromMs(a.job) - fromMs(b.job))) {
    const { owner, gpus, runMs, state, stage } = row.job;
    const key = `${fromMs(row.job)} ${runMs} ${gpus} ${state} ${owner}`;
    const hasMore = overtaken.has(row) || (stage === 'running' && longest.get(runKeyOf(row)) !== row);
    const leftOut = known.has(key) ? 'repeatedRows' : hasMore ? 'unfinishedRows' : undefined;
    known.add(key);
    if (leftOut !== undefined || row.reason !== undefined) {
      runs.set(row, { ...ONLY_RUN, leftOut, isFollowed: fromMs(row.job) < lastMs });
      continue;
    }
    const afterMs = last !== undefined && isQueuedAgain(row, last.row, last.endMs) ? last.endMs : undefined;
    runs.set(row, { ...ONLY_RUN, number: ++number, afterMs });
    last = { row, endMs: Math.max(fromMs(row.job), afterMs ?? -Infinity) + runMs! };
  }
}

/** Of the rows with an identifier, those that ended, or that had run longest, by owner, start and GPUs. */
function longestRuns(group: readonly JobRow[]): ReadonlyMap<string, JobRow> {
  const longest = new Map<string, JobRow>();
  for (const row of group) {
    if (row.job.stage === 'waiting') continue;
    const key = runKeyOf(row);
    const other = longest.get(key);
    if (other === undefined || isLonger(row, other)) longest.set(key, row);
  }
  return longest;
}

const runKeyOf = ({ job }: JobRow) => `${job.owner} ${fromMs(job)} ${job.gpus}`;

function isLonger(row: JobRow, other: JobRow): boolean {
  const [ranMs, otherMs] = [row.job.runMs ?? 0, other.job.runMs ?? 0];
  return ranMs > otherMs || (ranMs === otherMs && row.job.stage === 'ended' && other.job.stage !== 'ended');
}

/** Runs of one job follow one another, and one that has completed is the last. Without starts, the state shows what follows. */
function isQueuedAgain({ job }: JobRow, { job: last }: JobRow, lastEndMs: number): boolean {
  if (last.state === COMPLETED || job.owner !== last.owner) return false;
  return fromMs(job) >= lastEndMs || (job.startMs === undefined && isQueuedAgainAfter(last));
}
