// Which rows of a table of Slurm are one run, and which are the runs of one job.

import type { LossReason } from './job-counts.ts';
import type { Job } from './row.ts';

/** A row with GPUs. */
export interface JobRow {
  readonly line: number;
  /** The JobID; '' = the table has none. */
  readonly id: string;
  readonly job: Job;
  /** Why it is no GPR; undefined: it is one, if it fits. */
  readonly reason: LossReason | undefined;
}

export interface RunOfJob {
  /** Which count has the row because others have all that it has: it is one of equal rows, or has an earlier state of the job. */
  readonly leftOut: 'repeatedRows' | 'unfinishedRows' | undefined;
  /** From 1, in order of time, of the runs with this identifier. */
  readonly number: number;
  /** The end of the run after which the job was queued again for this one, in ms as arrivals; undefined: for no such run. */
  readonly afterMs: number | undefined;
}

export const ONLY_RUN: RunOfJob = { leftOut: undefined, number: 1, afterMs: undefined };

/** The state of Slurm after which a job is not queued again. */
const COMPLETED = 'COMPLETED';
/** States of Slurm after which a job is queued again, and their short forms. */
const REQUEUED = new Set(['NODE_FAIL', 'NF', 'BOOT_FAIL', 'BF', 'PREEMPTED', 'PR', 'REQUEUED', 'RQ']);

/** The rows with an identifier that others have, too, in their order in the table. */
export function runsOfJobs(rows: readonly JobRow[]): ReadonlyMap<JobRow, RunOfJob> {
  const firsts = new Map<string, JobRow>();
  const groups = new Map<string, JobRow[]>();
  for (const row of rows) {
    if (row.id === '') continue;
    const first = firsts.get(row.id);
    if (first === undefined) firsts.set(row.id, row);
    else if (!groups.has(row.id)) groups.set(row.id, [first, row]);
    else groups.get(row.id)!.push(row);
  }
  const runs = new Map<JobRow, RunOfJob>();
  for (const group of groups.values()) addRuns(group, runs);
  return runs;
}

/** When a row's run began, or as near to it as the row shows. The start of a waiting job is a plan. */
const fromMs = ({ job }: JobRow) =>
  job.stage === 'waiting' ? job.arrival.ms : (job.startMs ?? job.arrival.ms);

function addRuns(group: readonly JobRow[], runs: Map<JobRow, RunOfJob>): void {
  const known = new Set<string>();
  const states = new LastStates(group);
  let last: { readonly row: JobRow; readonly endMs: number } | undefined;
  let number = 0;
  for (const row of group.toSorted((a, b) => fromMs(a) - fromMs(b))) {
    const { owner, gpus, runMs = 0, state } = row.job;
    const key = `${fromMs(row)} ${runMs} ${gpus} ${state} ${owner}`;
    const leftOut = known.has(key) ? 'repeatedRows' : states.hasLater(row) ? 'unfinishedRows' : undefined;
    known.add(key);
    if (leftOut !== undefined) runs.set(row, { ...ONLY_RUN, leftOut });
    if (leftOut !== undefined || row.reason !== undefined) continue;
    const afterMs = last !== undefined && isQueuedAgain(row, last.row, last.endMs) ? last.endMs : undefined;
    runs.set(row, { leftOut, number: ++number, afterMs });
    last = { row, endMs: Math.max(fromMs(row), afterMs ?? fromMs(row)) + runMs };
  }
}

/** What the rows with one identifier have last of each run, and of each owner's queueing. */
class LastStates {
  /** By owner, start and GPUs: the row that ended, or that had run longest. */
  readonly #ofRuns = new Map<string, JobRow>();
  /** By owner: when the last row began after which the job does not wait. */
  readonly #noLongerMs = new Map<string, number>();
  readonly #waiting = new Map<string, JobRow>();

  constructor(group: readonly JobRow[]) {
    for (const row of group) {
      const { owner, stage, state, startMs } = row.job;
      if (stage === 'waiting') {
        if (!this.#waiting.has(owner)) this.#waiting.set(owner, row);
        continue;
      }
      const isQueuedAgain = REQUEUED.has(state);
      if (!isQueuedAgain)
        this.#noLongerMs.set(owner, Math.max(fromMs(row), this.#noLongerMs.get(owner) ?? -Infinity));
      // Runs of a job that is queued again are apart by their starts alone.
      if (isQueuedAgain && startMs === undefined) continue;
      const run = runKeyOf(row);
      const other = this.#ofRuns.get(run);
      if (other === undefined || isLonger(row, other)) this.#ofRuns.set(run, row);
    }
  }

  /** Whether another row has what the job of a row that has not ended did afterwards. */
  hasLater(row: JobRow): boolean {
    const { owner, stage } = row.job;
    if (stage === 'ended') return false;
    if (stage === 'waiting')
      return (
        this.#waiting.get(owner) !== row || (this.#noLongerMs.get(owner) ?? -Infinity) >= row.job.arrival.ms
      );
    return (this.#ofRuns.get(runKeyOf(row)) ?? row) !== row;
  }
}

const runKeyOf = (row: JobRow) => `${row.job.owner} ${fromMs(row)} ${row.job.gpus}`;

/** Whether a row has more of a run that began with that of another row. */
function isLonger(row: JobRow, other: JobRow): boolean {
  const [ranMs, otherMs] = [row.job.runMs ?? 0, other.job.runMs ?? 0];
  return ranMs > otherMs || (ranMs === otherMs && row.job.stage === 'ended' && other.job.stage !== 'ended');
}

/** Runs of one job follow one another, and one that has completed is the last. Without starts, the state shows what follows. */
function isQueuedAgain(row: JobRow, last: JobRow, lastEndMs: number): boolean {
  if (last.job.state === COMPLETED || row.job.owner !== last.job.owner) return false;
  return fromMs(row) >= lastEndMs || (row.job.startMs === undefined && REQUEUED.has(last.job.state));
}
