// Which rows of a table of Slurm are one run, and which are the runs of one job.

import type { Job } from './row.ts';

/** A row that is not left out alone. */
export interface JobRow {
  readonly line: number;
  /** The JobID; '' = the table has none. */
  readonly id: string;
  readonly job: Job;
  /** In capital letters. */
  readonly state: string;
  readonly hasEnded: boolean;
}

export interface RunOfJob {
  /** Whether another row has the same run. */
  readonly isRepeated: boolean;
  /** From 1, in order of time, of the runs with this identifier. */
  readonly number: number;
  /** The end of the run after which the job was queued again for this one, in ms as arrivals; undefined: for no such run. */
  readonly afterMs: number | undefined;
}

export const ONLY_RUN: RunOfJob = { isRepeated: false, number: 1, afterMs: undefined };
const REPEATED: RunOfJob = { isRepeated: true, number: 0, afterMs: undefined };

/** The state of Slurm after which a job is not queued again. */
const COMPLETED = 'COMPLETED';
/** States of Slurm after which a job is queued again, and their short forms. */
const REQUEUED = new Set(['NODE_FAIL', 'NF', 'BOOT_FAIL', 'BF', 'PREEMPTED', 'PR', 'REQUEUED', 'RQ']);

/** The rows with an identifier that others have, too, in their order in the table. */
export function runsOfJobs(rows: readonly JobRow[]): ReadonlyMap<JobRow, RunOfJob> {
  const firsts = new Map<string, JobRow>();
  const groups = new Map<string, JobRow[]>();
  for (const row of rows) {
    const first = firsts.get(row.id);
    if (row.id === '') continue;
    if (first === undefined) firsts.set(row.id, row);
    else if (!groups.has(row.id)) groups.set(row.id, [first, row]);
    else groups.get(row.id)!.push(row);
  }
  const runs = new Map<JobRow, RunOfJob>();
  for (const group of groups.values()) addRuns(group, runs);
  return runs;
}

const fromMs = ({ job }: JobRow) => job.startMs ?? job.arrival.ms;

function addRuns(group: readonly JobRow[], runs: Map<JobRow, RunOfJob>): void {
  const known = new Set<string>();
  const ended = new Set(group.filter(({ hasEnded }) => hasEnded).flatMap(beginningsOf));
  let last: { readonly row: JobRow; readonly endMs: number } | undefined;
  let number = 0;
  for (const row of group.toSorted((a, b) => fromMs(a) - fromMs(b))) {
    const { job, state, hasEnded } = row;
    const { owner, gpus, runMs = 0 } = job;
    const [beginning] = beginningsOf(row);
    const key = hasEnded ? `${fromMs(row)} ${runMs} ${gpus} ${state} ${owner}` : beginning;
    if (known.has(key) || (!hasEnded && ended.has(beginning))) {
      runs.set(row, REPEATED);
      continue;
    }
    known.add(key);
    if (!hasEnded) continue;
    const afterMs = last !== undefined && isQueuedAgain(row, last.row, last.endMs) ? last.endMs : undefined;
    runs.set(row, { isRepeated: false, number: ++number, afterMs });
    last = { row, endMs: Math.max(fromMs(row), afterMs ?? fromMs(row)) + runMs };
  }
}

/** The beginning of a run of an owner; of one that ended, also as long as it had not begun. */
function beginningsOf({ job, hasEnded }: JobRow): [string, ...string[]] {
  const waiting = `${job.owner} waits`;
  if (job.startMs === undefined) return [waiting];
  const begun = `${job.owner} ${job.startMs}`;
  return hasEnded ? [begun, waiting] : [begun];
}

/** Runs of one job follow one another, and one that has completed is the last. Without starts, the state shows what follows. */
function isQueuedAgain(row: JobRow, last: JobRow, lastEndMs: number): boolean {
  if (last.state === COMPLETED || row.job.owner !== last.job.owner) return false;
  return fromMs(row) >= lastEndMs || (row.job.startMs === undefined && REQUEUED.has(last.state));
}
