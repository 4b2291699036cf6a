// Makes GPRs of the rows of a table of jobs.

import { MINUTE_MS, SECOND_MS } from '../../../base/numbers/time.ts';
import type { TraceGpr } from '../../../language/scenario.ts';
import { boundMs } from '../run-bound.ts';
import { BrokenRows, quoted, type TableRow, widthOf } from '../trace-table.ts';
import { Work } from '../work.ts';
import { count, eventMs, gpus, hasSlices, instantMs, isInSeconds, limitMs, runMs } from './cells.ts';
import { JOBS_OF_SLURM, LIMITS_IN_MINUTES, type Places } from './headers.ts';
import type { Machine, Options, Role } from './options.ts';

/** The workspace of all jobs of a table without owners. */
const NO_OWNERS = 'jobs';
/** The workspace of jobs without an owner in a table with owners. */
const UNKNOWN_OWNER = 'unknown';
/** The states of Slurm in which a job has not ended. */
const NOT_ENDED = new Set(['PENDING', 'RUNNING', 'SUSPENDED', 'REQUEUED', 'RESIZING']);
/** The priority of all GPRs: they queue in order of arrival. */
const PRIORITY = 100;
const NAME_MAX = 253;

export interface JobCounts {
  readonly jobRows: number;
  /** Steps of Slurm jobs. */
  readonly steps: number;
  /** Earlier rows of Slurm jobs that were requeued. */
  readonly repeatedJobs: number;
  readonly jobsNotEnded: number;
  readonly jobsWithoutGpu: number;
  readonly jobsThatNeverRan: number;
  /** Jobs with more GPUs or nodes than the machine has. */
  readonly jobsThatNeverFit: number;
  readonly gprs: number;
  readonly workspaces: number;
  readonly jobsWithoutOwner: number;
  /** GPRs with more GPUs than their job, because each of their nodes has equally many. */
  readonly gprsMadeEven: number;
  /** GPRs of jobs with slices of GPUs, each of which counts as a GPU. */
  readonly gprsWithSlices: number;
  /** GPRs of parts of heterogeneous Slurm jobs, which start one by one. */
  readonly gprsOfParts: number;
  /** GPRs of jobs that ran beyond their time limit; such a GPR ends at it. */
  readonly runsCut: number;
  /** GPRs of jobs with a time limit, which is their exit duration. */
  readonly gprsWithLimit: number;
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
}

interface Job {
  readonly name: string | undefined;
  /** Empty = not known. */
  readonly owner: string;
  readonly arrivalMs: number;
  /** Whether the arrival is a date. */
  readonly isDated: boolean;
  readonly runMs: number;
  readonly limitMs: number | undefined;
  readonly gpus: number;
  /** 0 = not known. */
  readonly nodes: number;
}

/** Jobs of a table of Slurm, all of whose identifiers are kept. */
const JOBS_MAX = 5_000_000;

/** The line of the last row of each job; undefined: the table is not of Slurm. A text: why it is refused. */
export function lastLinesOf(
  rows: Iterable<TableRow>,
  places: Places,
): Map<string, number> | string | undefined {
  const id = places.get('name');
  if (id?.header !== JOBS_OF_SLURM) return undefined;
  const lines = new Map<string, number>();
  for (const { line, cells } of rows) {
    lines.set(cells[id.at] ?? '', line);
    if (lines.size > JOBS_MAX) return `must have at most ${JOBS_MAX} jobs, but has more`;
  }
  return lines;
}

export function readJobs(
  rows: Iterable<TableRow>,
  width: number,
  places: Places,
  lastLines: ReadonlyMap<string, number> | undefined,
  { machine, compress, bound }: Options,
): Jobs {
  const broken = new BrokenRows();
  const work = new Work();
  const workspaces = new Map<string, number>();
  const gprs: TraceGpr[] = [];
  const id = places.get('name');
  const idOf = (cells: readonly string[]) => cells[id?.at ?? -1] ?? '';
  const state = places.get('state');
  let areDated = true;
  const counts = {
    ...{
      jobRows: 0,
      steps: 0,
      repeatedJobs: 0,
      jobsNotEnded: 0,
      jobsWithoutOwner: 0,
      jobsWithoutGpu: 0,
      jobsThatNeverRan: 0,
      jobsThatNeverFit: 0,
    },
    ...{ gprsMadeEven: 0, gprsWithSlices: 0, gprsOfParts: 0, runsCut: 0, gprsWithLimit: 0 },
  };
  for (const { line, cells } of rows) {
    counts.jobRows += 1;
    if (lastLines !== undefined && idOf(cells).includes('.')) {
      counts.steps += 1;
      continue;
    }
    if (lastLines !== undefined && lastLines.get(idOf(cells)) !== line) {
      counts.repeatedJobs += 1;
      continue;
    }
    if (state !== undefined && NOT_ENDED.has(cells[state.at] ?? '')) {
      counts.jobsNotEnded += 1;
      continue;
    }
    const job = readJob(cells, width, places);
    if (typeof job === 'string') broken.add({ table: 'jobs', line, why: job });
    else if (job.gpus === 0) counts.jobsWithoutGpu += 1;
    else if (job.runMs <= 0) counts.jobsThatNeverRan += 1;
    else {
      const shape = shapeOf(job, machine);
      if (shape === undefined) {
        counts.jobsThatNeverFit += 1;
        work.lose(
          'jobsThatNeverFit',
          ['job', 'with more GPUs than the machine left out'],
          job.gpus * job.runMs,
        );
        continue;
      }
      const exitMs = job.limitMs ?? boundMs(job.runMs, bound);
      if (job.limitMs !== undefined) counts.gprsWithLimit += 1;
      if (job.runMs > exitMs) counts.runsCut += 1;
      if (shape.nodeCount * shape.gpusPerNode > job.gpus) counts.gprsMadeEven += 1;
      if (hasSlices(cells[places.get('gpus')!.at]!)) counts.gprsWithSlices += 1;
      if (lastLines !== undefined && idOf(cells).includes('+')) counts.gprsOfParts += 1;
      if (job.owner === '') counts.jobsWithoutOwner += 1;
      areDated &&= job.isDated;
      const owner = job.owner || UNKNOWN_OWNER;
      const workspace = workspaces.get(owner) ?? workspaces.size;
      workspaces.set(owner, workspace);
      work.keptMs += job.gpus * Math.min(job.runMs, exitMs);
      gprs.push({
        ...(job.name !== undefined && { name: job.name }),
        ...{ workspace, arrivalMs: job.arrivalMs, priority: PRIORITY, ...shape },
        ...{ exitMs, runMs: Math.min(job.runMs, exitMs), gpuModels: ANY },
      });
    }
  }
  // The sort is stable: jobs of one instant stay in the order of their rows.
  gprs.sort((a, b) => a.arrivalMs - b.arrivalMs);
  const firstMs = gprs[0]?.arrivalMs ?? 0;
  return {
    gprs: gprs.map((gpr) => ({ ...gpr, arrivalMs: Math.floor((gpr.arrivalMs - firstMs) / compress) })),
    workspaces: [...workspaces.keys()],
    startMs: areDated && gprs.length > 0 ? firstMs : undefined,
    counts: { ...counts, gprs: gprs.length, workspaces: workspaces.size },
    broken,
    work,
  };
}

const ANY: readonly string[] = [];

/**
 * Nodes and GPUs of each: as many nodes as the job had if they can have its GPUs, else as few as possible. A GPR has equally
 * many GPUs on each node, so that 20 GPUs on nodes of 8 are 3 × 7. undefined: the machine never has room for it.
 */
function shapeOf(
  { gpus, nodes }: Job,
  machine: Machine,
): Pick<TraceGpr, 'nodeCount' | 'gpusPerNode'> | undefined {
  const least = Math.ceil(gpus / machine.gpusPerNode);
  const nodeCount = nodes >= least && nodes <= gpus ? nodes : least;
  const gpusPerNode = Math.ceil(gpus / nodeCount);
  return nodeCount <= machine.nodes ? { nodeCount, gpusPerNode } : undefined;
}

function readJob(cells: readonly string[], width: number, places: Places): Job | string {
  if (cells.length !== width) return `must have ${width} cells, but has ${widthOf(cells)}`;
  const wrong: string[] = [];
  const read = <T>(role: Role, parse: (cell: string, header: string) => T | string, none: T): T => {
    const place = places.get(role);
    if (place === undefined) return none;
    const value = parse(cells[place.at]!, place.header);
    if (typeof value !== 'string') return value;
    wrong.push(`${place.header} ${value}`);
    return none;
  };
  const short = (cell: string) =>
    cell.length > NAME_MAX
      ? `must be at most ${NAME_MAX} characters, but is ${quoted(cell)}`
      : { text: cell };
  const named = (cell: string) =>
    cell === '' ? `must be 1 to ${NAME_MAX} characters, but is ""` : short(cell);
  const event = (role: Role) => read<number | null>(role, eventMs, null);
  const job: Job = {
    arrivalMs: read('arrival', instantMs, 0),
    isDated: !isInSeconds(cells[places.get('arrival')!.at]!),
    runMs: places.has('run') ? read('run', runMs, 0) : between(event('start'), event('end')),
    gpus: read('gpus', gpus, 0),
    nodes: read('nodes', count, 0),
    limitMs: read(
      'exit',
      (cell, header) => limitMs(cell, LIMITS_IN_MINUTES.includes(header) ? MINUTE_MS : SECOND_MS),
      undefined,
    ),
    owner: read('owner', short, { text: NO_OWNERS }).text,
    name: read<{ text: string } | undefined>('name', named, undefined)?.text,
  };
  read('cpu', count, 0);
  return wrong.length === 0 ? job : wrong.join('; ');
}

/** A run time from its two instants; 0 = it did not run. */
function between(startMs: number | null, endMs: number | null): number {
  return startMs === null || endMs === null ? 0 : endMs - startMs;
}
