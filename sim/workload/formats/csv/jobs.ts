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
import type { Machine, Options } from './options.ts';
import { cellOf, type Job, readJob } from './row.ts';

/** The workspace of jobs without an owner in a table with owners. Without their load, the waits of others would be too short. */
const UNKNOWN_OWNER = 'unknown';
/** The states of Slurm in which a job has not ended, their short forms, and what others call them. In capital letters. */
const NOT_ENDED = new Set(['PENDING', 'PD', 'QUEUED', 'RUNNING', 'R', 'SUSPENDED', 'S', 'RESIZING']);
/** The state of Slurm after which a job is not queued again. */
const COMPLETED = 'COMPLETED';
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

/** The last run of a Slurm job in the log. Times are ms as arrivals. */
interface Run {
  readonly fromMs: number;
  readonly endMs: number;
  readonly gpus: number;
  readonly owner: string;
  readonly hasCompleted: boolean;
  /** How many rows with this identifier became runs so far. */
  readonly number: number;
}

/** Jobs of a table of Slurm, all of whose identifiers are kept. */
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
  const lastRuns = new Map<string, Run>();
  const workspaces = new Map<string, number>();
  const gprs: TraceGpr[] = [];
  let dated = 0;
  const counts = { ...NO_COUNTS };
  const known = new Set<number>();
  for (const { line, cells } of rows) {
    counts.jobRows += 1;
    const id = places.slurmId === undefined ? '' : (cells[places.slurmId] ?? '');
    if (STEP.test(id)) {
      counts.steps += 1;
      continue;
    }
    const { job, why, gpuMs } = readJob(cells, width, places, offsetMs);
    const lose = (reason: LossReason, lostMs = gpuMs) =>
      work.lose(reason, LOSSES[reason], lostMs, 1, reason === INVALID ? undefined : line);
    const state = (cellOf(cells, places, 'state')?.cell ?? '').toUpperCase();
    const reason = lossOf(job, state);
    if (reason === INVALID) broken.add({ table: 'jobs', line, why });
    if (reason !== undefined) {
      lose(reason);
      continue;
    }
    const { arrival, gpus, runMs = 0, limitMs, nodes, owner: ownerName } = job!;
    const last = lastRuns.get(id);
    const fromMs = job!.startMs ?? arrival.ms;
    const run: Run = {
      fromMs,
      endMs: fromMs + runMs,
      gpus,
      owner: ownerName,
      hasCompleted: state === COMPLETED,
      number: (last?.number ?? 0) + 1,
    };
    if (last !== undefined && isRepeated(run, last)) {
      counts.repeatedRows += 1;
      continue;
    }
    if (id === '') counts.gprsOfEqualRows += isNew(cells, known) ? 0 : 1;
    const isLater = last !== undefined && isLaterRun(run, last);
    if (id !== '') lastRuns.set(id, run);
    if (lastRuns.size > JOBS_MAX) return `must have at most ${JOBS_MAX} jobs, but has more`;
    if (nodes > gpus) counts.jobsWithMoreNodesThanGpus += 1;
    const shape = shapeOf(job!, machine);
    if (shape === undefined) {
      lose('jobsThatNeverFit');
      continue;
    }
    const exitMs = limitMs ?? boundMs(runMs, bound);
    work.keptMs += gpus * Math.min(runMs, exitMs);
    if (runMs > exitMs) lose('runsCut', gpus * (runMs - exitMs));
    if (limitMs !== undefined) counts.gprsWithLimit += 1;
    if (job!.isFarOverLimit) counts.gprsFarOverLimit += 1;
    if (shape.nodeCount * shape.gpusPerNode > gpus) counts.gprsMadeEven += 1;
    if (nodes > 0 && nodes !== shape.nodeCount) counts.gprsOnOtherNodes += 1;
    if (job!.hasShare) counts.gprsWithShares += 1;
    if (job!.hasSlices) counts.gprsWithSlices += 1;
    if (id.includes('+')) counts.gprsOfParts += 1;
    if (isLater) counts.gprsOfLaterRuns += 1;
    else if (last !== undefined) counts.gprsWithJobIdOfOthers += 1;
    if (arrival.isLocal) counts.gprsWithLocalDates += 1;
    if (ownerName === '') counts.jobsWithoutOwner += 1;
    if (arrival.isDated) dated += 1;
    const owner = ownerName || UNKNOWN_OWNER;
    const workspace = workspaces.get(owner) ?? workspaces.size;
    workspaces.set(owner, workspace);
    const name = run.number > 1 ? `${job!.name ?? id}~${run.number}` : job!.name;
    gprs.push({
      ...(name !== undefined && { name }),
      workspace,
      arrivalMs: isLater ? Math.max(arrival.ms, last.endMs) : arrival.ms,
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

function isRepeated({ fromMs, endMs, gpus, owner }: Run, last: Run): boolean {
  return fromMs === last.fromMs && endMs === last.endMs && gpus === last.gpus && owner === last.owner;
}

/** Runs of one job follow one another, and one that has completed is the last. */
function isLaterRun({ fromMs, owner }: Run, last: Run): boolean {
  return !last.hasCompleted && fromMs >= last.endMs && owner === last.owner;
}

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

/** Why the work of a row is lost before its place in the machine is known; undefined: it is not. */
function lossOf(job: Job | undefined, state: string): LossReason | undefined {
  if (NOT_ENDED.has(state)) return 'jobsNotEnded';
  if (job === undefined) return INVALID;
  if (job.gpus === 0) return 'jobsWithoutGpu';
  if (job.runMs === undefined || job.runMs === 0) return 'jobsThatNeverRan';
  return job.runMs < 0 ? 'jobsThatEndBeforeTheyBegin' : undefined;
}

/**
 * Nodes and GPUs of each: as many nodes as the job had if they can have its GPUs, else as few as possible. A GPR has equally
 * many GPUs on each node, so that 20 GPUs on nodes of 8 are 3 × 7. undefined: the machine never has room for it.
 */
function shapeOf(
  { gpus, gpusTogether, nodes }: Job,
  machine: Machine,
): Pick<TraceGpr, 'nodeCount' | 'gpusPerNode'> | undefined {
  const units = gpus / gpusTogether;
  const least = Math.ceil(units / Math.floor(machine.gpusPerNode / gpusTogether));
  const nodeCount = nodes >= least && nodes <= units ? nodes : least;
  const gpusPerNode = Math.ceil(units / nodeCount) * gpusTogether;
  return nodeCount <= machine.nodes ? { nodeCount, gpusPerNode } : undefined;
}
