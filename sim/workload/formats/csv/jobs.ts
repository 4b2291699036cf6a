// Makes GPRs of the rows of a table of jobs.

import { counted } from '../../../base/counted.ts';
import type { TraceGpr } from '../../../language/scenario.ts';
import type { OffsetMs } from '../format.ts';
import { boundMs } from '../run-bound.ts';
import { BrokenRows, type TableRow } from '../trace-table.ts';
import { type Loss, Work } from '../work.ts';
import type { Places } from './headers.ts';
import { LimitUnit } from './limit-unit.ts';
import type { Options } from './options.ts';
import { cellOf, type Job, readJob } from './row.ts';
import { shapeOf } from './shape.ts';

/** The workspace of jobs without an owner in a table with owners. */
const UNKNOWN_OWNER = 'unknown';
/** The states of Slurm in which a job has not ended. */
const NOT_ENDED = new Set(['PENDING', 'RUNNING', 'SUSPENDED', 'RESIZING']);
/** A step of a Slurm job. */
const STEP = /\.(?:batch|extern|interactive|[0-9]+)(?:\+[0-9]+)?$/;
/** The priority of all GPRs: they queue in order of arrival. */
const PRIORITY = 100;

/** Why work is lost: a row is left out, or a run is cut. */
export const LOSSES = {
  jobsNotEnded: ['job', 'that had not ended left out'],
  jobsWithoutGpu: ['job', 'without GPU left out'],
  jobsThatNeverRan: ['job', 'that never ran left out'],
  jobsThatEndBeforeTheyBegin: ['job', 'that ends before it begins left out'],
  jobsThatNeverFit: ['job', 'with more GPUs than the machine left out'],
  invalidRows: ['invalid row', 'left out'],
  runsCut: ['GPR', 'cut at the time limit, which the job exceeded'],
} as const satisfies Record<string, Loss['what']>;
type LossReason = keyof typeof LOSSES;

const NO_COUNTS = {
  jobRows: 0,
  /** Steps of Slurm jobs. */
  steps: 0,
  /** Rows of Slurm that repeat an earlier one. */
  repeatedRows: 0,
  jobsWithoutOwner: 0,
  /** GPRs with more GPUs than their job, because each of their nodes has equally many. */
  gprsMadeEven: 0,
  /** GPRs on more or fewer nodes than their job, because each node has 1 to all of its GPUs. */
  gprsOnOtherNodes: 0,
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
  /** GPRs of jobs with a time limit, which is their exit duration. */
  gprsWithLimit: 0,
};

export interface JobCounts extends Readonly<typeof NO_COUNTS>, Readonly<Record<LossReason, number>> {
  readonly gprs: number;
  readonly workspaces: number;
}

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

/** Jobs of a table of Slurm, all of whose identifiers are kept. */
const JOBS_MAX = 5_000_000;

/** The last run of a Slurm job in the rows so far. */
interface LastRun {
  readonly number: number;
  /** When it began and ended in the log. */
  readonly beganMs: number;
  readonly endedMs: number;
}

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
  const limitUnit = new LimitUnit();
  const lastRuns = new Map<string, LastRun>();
  const workspaces = new Map<string, number>();
  const gprs: TraceGpr[] = [];
  let areDated = true;
  const counts = { ...NO_COUNTS };
  for (const { line, cells } of rows) {
    counts.jobRows += 1;
    const id = places.slurmId === undefined ? '' : (cells[places.slurmId] ?? '');
    if (STEP.test(id)) {
      counts.steps += 1;
      continue;
    }
    const { job, why, gpuMs } = readJob(cells, width, places, offsetMs);
    const lose = (reason: LossReason, lostMs = gpuMs) => work.lose(reason, LOSSES[reason], lostMs);
    const reason = lossOf(job, cellOf(cells, places, 'state')?.cell ?? '');
    if (reason === 'invalidRows') broken.add({ table: 'jobs', line, why });
    if (reason !== undefined) {
      lose(reason);
      continue;
    }
    const { arrival, gpus, runMs = 0, limitMs, nodes } = job!;
    const last = lastRuns.get(id);
    const beganMs = job!.startMs ?? arrival.ms;
    if (last?.beganMs === beganMs && last.endedMs === beganMs + runMs) {
      counts.repeatedRows += 1;
      continue;
    }
    const number = (last?.number ?? 0) + 1;
    if (id !== '') lastRuns.set(id, { number, beganMs, endedMs: beganMs + runMs });
    if (lastRuns.size > JOBS_MAX) return `must have at most ${JOBS_MAX} jobs, but has more`;
    limitUnit.note(job!);
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
    if (shape.nodeCount * shape.gpusPerNode > gpus) counts.gprsMadeEven += 1;
    if (nodes > 0 && nodes !== shape.nodeCount) counts.gprsOnOtherNodes += 1;
    if (job!.hasShare) counts.gprsWithShares += 1;
    if (job!.hasSlices) counts.gprsWithSlices += 1;
    if (id.includes('+')) counts.gprsOfParts += 1;
    if (number > 1) counts.gprsOfLaterRuns += 1;
    if (job!.owner === '') counts.jobsWithoutOwner += 1;
    areDated &&= arrival.isDated;
    const owner = job!.owner || UNKNOWN_OWNER;
    const workspace = workspaces.get(owner) ?? workspaces.size;
    workspaces.set(owner, workspace);
    const name = number > 1 ? `${job!.name ?? id}~${number}` : job!.name;
    gprs.push({
      ...(name !== undefined && { name }),
      ...{
        workspace,
        arrivalMs: Math.max(arrival.ms, last?.endedMs ?? arrival.ms),
        priority: PRIORITY,
        ...shape,
      },
      ...{ exitMs, runMs: Math.min(runMs, exitMs), gpuModels: ANY },
    });
  }
  // The sort is stable: jobs of one instant stay in the order of their rows.
  gprs.sort((a, b) => a.arrivalMs - b.arrivalMs);
  const firstMs = gprs[0]?.arrivalMs ?? 0;
  return {
    gprs: gprs.map((gpr) => ({ ...gpr, arrivalMs: Math.floor((gpr.arrivalMs - firstMs) / compress) })),
    workspaces: [...workspaces.keys()],
    startMs: areDated && gprs.length > 0 ? firstMs : undefined,
    counts: { ...counts, ...lossCounts(work), gprs: gprs.length, workspaces: workspaces.size },
    broken,
    work,
    warnings: [...limitUnit.warnings(), ...instancesWarning(counts.jobsWithMoreNodesThanGpus, places)],
  };
}

const ANY: readonly string[] = [];

/** Why the work of a row is lost before its place in the machine is known; undefined: it is not. */
function lossOf(job: Job | undefined, state: string): LossReason | undefined {
  if (NOT_ENDED.has(state)) return 'jobsNotEnded';
  if (job === undefined) return 'invalidRows';
  if (job.gpus === 0) return 'jobsWithoutGpu';
  if (job.runMs === undefined || job.runMs === 0) return 'jobsThatNeverRan';
  return job.runMs < 0 ? 'jobsThatEndBeforeTheyBegin' : undefined;
}

/** A table of Slurm has the GPUs of all nodes of a job. */
function instancesWarning(jobs: number, { of, slurmId }: Places): string[] {
  const [nodes] = of.get('nodes') ?? [];
  if (jobs === 0 || nodes === undefined || slurmId !== undefined) return [];
  return [
    `${counted(jobs, 'job')} with more nodes than GPUs; if these are the GPUs of an instance: --columns instances=${nodes.header}`,
  ];
}

function lossCounts({ losses }: Work): Record<LossReason, number> {
  const jobsOf = (reason: string) => losses.find((loss) => loss.reason === reason)?.jobs ?? 0;
  return Object.fromEntries(Object.keys(LOSSES).map((reason) => [reason, jobsOf(reason)])) as Record<
    LossReason,
    number
  >;
}
