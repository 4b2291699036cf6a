// Makes GPRs of the rows of a table of jobs.

import type { TraceGpr } from '../../../language/scenario.ts';
import type { OffsetMs } from '../format.ts';
import { boundMs } from '../run-bound.ts';
import { BrokenRows, type TableRow } from '../trace-table.ts';
import { INVALID, Work } from '../work.ts';
import type { Places } from './headers.ts';
import {
  arrivalWarnings,
  type JobCounts,
  LOSSES,
  type LossReason,
  lossCounts,
  NO_COUNTS,
  warningsOf,
} from './job-counts.ts';
import { ONLY_RUN, runsOfJobs } from './job-runs.ts';
import type { Machine, Options } from './options.ts';
import { type Begun, fromMs, type Job, type JobRow, readJob } from './row.ts';

/** The workspace of jobs without an owner in a table with owners. Without their load, the waits of others would be too short. */
const UNKNOWN_OWNER = 'unknown';
/** Why the work of jobs is lost that had not ended: at least what they had done up to the last instant of the table. */
const NOT_ENDED = 'jobsNotEnded';
/** A step of a Slurm job. */
const STEP = /\.(?:batch|extern|interactive|[0-9]+)(?:\+[0-9]+)?$/;
/** The priority of all GPRs: they queue in order of arrival. */
const PRIORITY = 100;

export interface Jobs {
  /** In order of arrival; the first one arrives at 0. */
  readonly gprs: readonly TraceGpr[];
  readonly workspaces: readonly string[];
  /** As in `Trace`. */
  readonly startMs: number | undefined;
  readonly counts: JobCounts;
  readonly broken: BrokenRows;
  readonly work: Work;
  readonly warnings: readonly string[];
}

/** Rows of a table of Slurm, all of which are kept until the last one is read. */
const JOBS_MAX = 5_000_000;

/** Returns a text if the table is refused: why. */
export function readJobs(
  rows: Iterable<TableRow>,
  width: number,
  places: Places,
  offsetMs: OffsetMs,
  { machine, compress, bound }: Options,
): Jobs | string {
  const broken = new BrokenRows();
  const work = new Work();
  const counts = { ...NO_COUNTS };
  const lose = (reason: LossReason, gpuMs: number | undefined, line?: number) =>
    work.lose(reason, LOSSES[reason], gpuMs, 1, line);
  const jobRows: JobRow[] = [];
  const withoutGpu: Begun[] = [];
  const known = new Set<number>();
  let lastMs = -Infinity;
  for (const { line, cells } of rows) {
    counts.jobRows += 1;
    const id = places.slurmId === undefined ? '' : (cells[places.slurmId] ?? '');
    if (STEP.test(id)) {
      counts.steps += 1;
      continue;
    }
    const { job, why, gpuMs, hasEnded } = readJob(cells, width, places, offsetMs);
    if (job === undefined) {
      if (hasEnded) {
        broken.add({ table: 'jobs', line, why });
        lose(INVALID, gpuMs);
      } else lose(NOT_ENDED, undefined, line);
      continue;
    }
    lastMs = Math.max(lastMs, lastMsOf(job));
    if (job.gpus === 0) {
      lose('jobsWithoutGpu', 0, line);
      if (id !== '' && job.stage !== 'waiting')
        withoutGpu.push({ id, owner: job.owner, fromMs: fromMs(job) });
      continue;
    }
    const reason = lossOf(job);
    if (id === '' && reason === undefined) counts.gprsOfEqualRows += isNew(cells, known) ? 0 : 1;
    jobRows.push({ line, id, job, reason });
    if (jobRows.length > JOBS_MAX) return `must have at most ${JOBS_MAX} jobs, but has more`;
  }
  const runs = runsOfJobs(jobRows, withoutGpu);
  const workspaces = new Map<string, number>();
  const gprs: TraceGpr[] = [];
  let dated = 0;
  for (const row of jobRows) {
    const { line, id, job, reason } = row;
    const { arrival, gpus = 0, runMs = 0, limitMs, nodes, owner: ownerName } = job;
    const run = runs.get(row) ?? ONLY_RUN;
    if (run.leftOut !== undefined) {
      counts[run.leftOut] += 1;
      continue;
    }
    if (reason !== undefined) {
      lose(reason, leastGpuMs(job, run.isFollowed ? undefined : lastMs), line);
      continue;
    }
    if (nodes > gpus) counts.jobsWithMoreNodesThanGpus += 1;
    const shape = shapeOf(gpus, job, machine);
    if (shape === undefined) {
      lose('jobsThatNeverFit', gpus * runMs, line);
      continue;
    }
    const exitMs = limitMs ?? boundMs(runMs, bound);
    work.keptMs += gpus * Math.min(runMs, exitMs);
    if (runMs > exitMs) lose('runsCut', gpus * (runMs - exitMs), line);
    if (limitMs !== undefined) counts.gprsWithLimit += 1;
    if (job.isFarOverLimit) counts.gprsFarOverLimit += 1;
    if (shape.nodeCount * shape.gpusPerNode > gpus) counts.gprsMadeEven += 1;
    if (nodes > 0 && nodes !== shape.nodeCount) counts.gprsOnOtherNodes += 1;
    if (nodes === 0 && shape.nodeCount > 1) counts.gprsLargerThanNode += 1;
    if (job.hasShare) counts.gprsWithShares += 1;
    if (job.hasSlices) counts.gprsWithSlices += 1;
    if (id.includes('+')) counts.gprsOfParts += 1;
    if (run.afterMs !== undefined) counts.gprsOfLaterRuns += 1;
    else if (run.number > 1) counts.gprsWithJobIdOfOthers += 1;
    if (arrival.isLocal) counts.gprsWithLocalDates += 1;
    if (ownerName === '') counts.jobsWithoutOwner += 1;
    if (arrival.isDated) dated += 1;
    const owner = ownerName || UNKNOWN_OWNER;
    const workspace = workspaces.get(owner) ?? workspaces.size;
    workspaces.set(owner, workspace);
    const name = run.number > 1 ? `${job.name ?? id}~${run.number}` : job.name;
    gprs.push({
      ...(name !== undefined && { name }),
      workspace,
      arrivalMs: Math.max(arrival.ms, run.afterMs ?? arrival.ms),
      priority: PRIORITY,
      ...shape,
      exitMs,
      runMs: Math.min(runMs, exitMs),
      gpuModels: ANY,
    });
  }
  // The sort is stable: jobs of one instant stay in the order of their rows.
  gprs.sort((a, b) => a.arrivalMs - b.arrivalMs);
  const firstMs = gprs[0]?.arrivalMs ?? 0;
  const areDated = dated === gprs.length;
  return {
    gprs: gprs.map((gpr) => ({ ...gpr, arrivalMs: Math.floor((gpr.arrivalMs - firstMs) / compress) })),
    workspaces: [...workspaces.keys()],
    startMs: areDated && gprs.length > 0 ? firstMs : undefined,
    counts: { ...counts, ...lossCounts(work), gprs: gprs.length, workspaces: workspaces.size },
    broken,
    work,
    warnings: [...warningsOf(counts, places, work), ...arrivalWarnings(gprs, dated)],
  };
}

const ANY: readonly string[] = [];

/** Whether no earlier row has the same cells; notes the row. */
function isNew(cells: readonly string[], known: Set<number>): boolean {
  const { size } = known;
  known.add(hashOf(cells.join('\n')));
  return known.size > size;
}

/** A number of 52 bits: two FNV-1a hashes. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(i), 0x01000193) ^ (low >>> 15);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

/** Why the work of a job with GPUs is lost before its place in the machine is known; undefined: it is not. */
function lossOf({ stage, runMs = 0 }: Job): LossReason | undefined {
  if (stage !== 'ended') return NOT_ENDED;
  if (runMs === 0) return 'jobsThatNeverRan';
  return runMs < 0 ? 'jobsThatEndBeforeTheyBegin' : undefined;
}

/** The last instant that a row shows to have passed, in ms as arrivals. Arrivals and starts of jobs that never ran may be plans. */
function lastMsOf({ stage, arrival, startMs, runMs = 0 }: Job): number {
  const hasBegun = stage !== 'waiting' && (startMs !== undefined || runMs > 0);
  return hasBegun ? (startMs ?? arrival.ms) + Math.max(runMs, 0) : -Infinity;
}

/**
 * What a job has done at least, in GPUs × ms; undefined: not known.
 * @param untilMs to when a job that has not ended runs; undefined: not known
 */
function leastGpuMs({ stage, gpus, runMs, startMs }: Job, untilMs: number | undefined): number | undefined {
  if (gpus === undefined || stage === 'waiting') return undefined;
  if (runMs !== undefined && (runMs > 0 || (stage === 'ended' && runMs === 0))) return gpus * runMs;
  const isKnown = stage === 'running' && startMs !== undefined && untilMs !== undefined;
  return isKnown ? gpus * (untilMs - startMs) : undefined;
}

/**
 * Nodes and GPUs of each: as many nodes as the job had if they can have its GPUs, else as few as possible. A GPR has equally
 * many GPUs on each node, so that 20 GPUs on nodes of 8 are 3 × 7. undefined: the machine never has room for it.
 */
function shapeOf(
  gpus: number,
  { gpusTogether, nodes }: Job,
  machine: Machine,
): Pick<TraceGpr, 'nodeCount' | 'gpusPerNode'> | undefined {
  const units = gpus / gpusTogether;
  const least = Math.ceil(units / Math.floor(machine.gpusPerNode / gpusTogether));
  const nodeCount = nodes >= least && nodes <= units ? nodes : least;
  const gpusPerNode = Math.ceil(units / nodeCount) * gpusTogether;
  return nodeCount <= machine.nodes ? { nodeCount, gpusPerNode } : undefined;
}
