// Makes GPRs of the rows of a table of jobs.

import { MINUTE_MS, SECOND_MS } from '../../../base/numbers/time.ts';
import type { TraceGpr } from '../../../language/scenario.ts';
import { boundMs } from '../run-bound.ts';
import { type BrokenRow, quoted, type TableRow } from '../trace-table.ts';
import { count, gpus, instantMs, limitMs, runMs } from './cells.ts';
import { JOBS_WITH_STEPS, LIMITS_IN_MINUTES, type Places } from './headers.ts';
import type { Machine, Options, Role } from './options.ts';

/** The workspace of all jobs of a table without owners. */
const NO_OWNER = 'jobs';
/** The priority of all GPRs: they queue in order of arrival. */
const PRIORITY = 100;
const NAME_MAX = 253;

export interface JobCounts {
  readonly jobRows: number;
  /** Steps of Slurm jobs. */
  readonly steps: number;
  readonly jobsWithoutGpu: number;
  readonly jobsThatNeverRan: number;
  /** Jobs with more GPUs or nodes than the machine has. */
  readonly jobsThatNeverFit: number;
  readonly gprs: number;
  readonly workspaces: number;
  /** GPRs with more GPUs than their job, because each of their nodes has equally many. */
  readonly gprsMadeEven: number;
  /** GPRs of jobs that ran beyond their time limit; such a GPR ends at it. */
  readonly runsCut: number;
  /** GPRs of jobs with a time limit, which is their exit duration. */
  readonly gprsWithLimit: number;
}

export interface Jobs {
  /** In order of arrival; the first one arrives at 0. */
  readonly gprs: readonly TraceGpr[];
  readonly workspaces: readonly string[];
  readonly counts: JobCounts;
  readonly broken: readonly BrokenRow[];
}

interface Job {
  readonly name: string | undefined;
  readonly owner: string;
  readonly arrivalMs: number;
  readonly runMs: number;
  readonly limitMs: number | undefined;
  readonly gpus: number;
  /** 0 = not known. */
  readonly nodes: number;
}

export function readJobs(
  rows: Iterable<TableRow>,
  width: number,
  places: Places,
  { machine, compress, bound }: Options,
): Jobs {
  const broken: BrokenRow[] = [];
  const workspaces = new Map<string, number>();
  const gprs: TraceGpr[] = [];
  const id = places.get('name');
  const isStep = (cells: readonly string[]) => id?.header === JOBS_WITH_STEPS && cells[id.at]?.includes('.');
  const counts = {
    ...{ jobRows: 0, steps: 0, jobsWithoutGpu: 0, jobsThatNeverRan: 0, jobsThatNeverFit: 0 },
    ...{ gprsMadeEven: 0, runsCut: 0, gprsWithLimit: 0 },
  };
  for (const { line, cells } of rows) {
    counts.jobRows += 1;
    if (isStep(cells)) {
      counts.steps += 1;
      continue;
    }
    const job = readJob(cells, width, places);
    if (typeof job === 'string') broken.push({ table: 'jobs', line, why: job });
    else if (job.gpus === 0) counts.jobsWithoutGpu += 1;
    else if (job.runMs <= 0) counts.jobsThatNeverRan += 1;
    else {
      const shape = shapeOf(job, machine);
      if (shape === undefined) {
        counts.jobsThatNeverFit += 1;
        continue;
      }
      const exitMs = job.limitMs ?? boundMs(job.runMs, bound);
      if (job.limitMs !== undefined) counts.gprsWithLimit += 1;
      if (job.runMs > exitMs) counts.runsCut += 1;
      if (shape.nodeCount * shape.gpusPerNode > job.gpus) counts.gprsMadeEven += 1;
      const workspace = workspaces.get(job.owner) ?? workspaces.size;
      workspaces.set(job.owner, workspace);
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
    counts: { ...counts, gprs: gprs.length, workspaces: workspaces.size },
    broken,
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
  if (cells.length !== width) return `must have ${width} cells, but has ${cells.length}`;
  const wrong: string[] = [];
  const read = <T>(role: Role, parse: (cell: string, header: string) => T | string, none: T): T => {
    const place = places.get(role);
    if (place === undefined) return none;
    const value = parse(cells[place.at]!, place.header);
    if (typeof value !== 'string') return value;
    wrong.push(`${place.header} ${value}`);
    return none;
  };
  const named = (cell: string) =>
    cell === '' || cell.length > NAME_MAX
      ? `must be 1 to ${NAME_MAX} characters, but is ${quoted(cell)}`
      : { text: cell };
  const job: Job = {
    arrivalMs: read('arrival', instantMs, 0),
    runMs: read('run', runMs, 0),
    gpus: read('gpus', gpus, 0),
    nodes: read('nodes', count, 0),
    limitMs: read(
      'exit',
      (cell, header) => limitMs(cell, header === LIMITS_IN_MINUTES ? MINUTE_MS : SECOND_MS),
      undefined,
    ),
    owner: read('owner', named, { text: NO_OWNER }).text,
    name: read<{ text: string } | undefined>('name', named, undefined)?.text,
  };
  read('cpu', count, 0);
  return wrong.length === 0 ? job : wrong.join('; ');
}
