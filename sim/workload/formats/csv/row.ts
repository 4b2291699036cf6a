// Reads a row of a table of jobs.

import { SECOND_MS } from '../../../base/numbers/time.ts';
import type { OffsetMs } from '../format.ts';
import { quoted, widthOf } from '../trace-table.ts';
import { count, type Gpus, gpus, hasSlices, isAbsent, isEmpty, limitMs, nodes, runMs } from './csv-cells.ts';
import { isPerNode, type Place, type Places } from './headers.ts';
import { type Instant, instant, plainMs } from './instant-cells.ts';
import type { LossReason } from './job-counts.ts';
import type { Role } from './options.ts';

/** The workspace of all jobs of a table without owners. */
const NO_OWNERS = 'jobs';
const NAME_MAX = 253;
/** Schedulers end jobs a little after their limit. */
const FAR = 2;
const ZERO: Instant = { ms: 0, isDated: false, isLocal: false };

/** The states of Slurm in which a job waits, their short forms, and what others call them. In capital letters. */
const WAITING = new Set([
  ...['PENDING', 'PD', 'PEND', 'QUEUED', 'WAITING', 'HELD', 'SPECIAL_EXIT', 'SE'],
  ...['REQUEUE_HOLD', 'RH', 'REQUEUE_FED', 'RF', 'RESV_DEL_HOLD', 'RD'],
]);
/** The states of Slurm in which a job has its resources. */
const RUNNING = new Set([
  ...['RUNNING', 'RUN', 'R', 'CONFIGURING', 'CF', 'COMPLETING', 'CG', 'STAGE_OUT', 'SO'],
  ...['SUSPENDED', 'S', 'STOPPED', 'ST', 'RESIZING', 'RS', 'SIGNALING', 'SI'],
]);

/** States of Slurm after which a job is queued again, and their short forms. */
const QUEUED_AGAIN = new Set(['NODE_FAIL', 'NF', 'BOOT_FAIL', 'BF', 'PREEMPTED', 'PR', 'REQUEUED', 'RQ']);

/** How far a job was when its row was written; `ended` also without a run. */
export type Stage = 'waiting' | 'running' | 'ended';

export interface Job {
  readonly stage: Stage;
  /** Its first word, in capital letters; empty: not known. */
  readonly state: string;
  readonly name: string | undefined;
  /** Empty = not known. */
  readonly owner: string;
  readonly arrival: Instant;
  /** When it began in the log, in ms as the arrival; undefined: not known. That of a waiting job is a plan. */
  readonly startMs: number | undefined;
  /**
   * At most 0: it did not run, or it ended before it began; undefined: not known. Of a job that has not ended, how long it had
   * run: its end is a plan.
   */
  readonly runMs: number | undefined;
  readonly limitMs: number | undefined;
  /** Whether the limit is a plain number, far below the run time: its unit may be wrong. */
  readonly isFarOverLimit: boolean;
  /** undefined: a waiting job, whose GPUs are not known yet. */
  readonly gpus: number | undefined;
  /** GPUs that must be on one node: those of an instance, or 1. */
  readonly gpusTogether: number;
  /** 0 = not known. */
  readonly nodes: number;
  readonly hasShare: boolean;
  readonly hasSlices: boolean;
}

/** When a job's run began, or as near to it as the row shows, in ms as arrivals. The start of a waiting job is a plan. */
export const fromMs = ({ stage, arrival, startMs = arrival.ms }: Job): number =>
  stage === 'waiting' ? arrival.ms : startMs;

/** Whether the state shows that the job is queued again after the run. */
export const isQueuedAgainAfter = ({ state }: Job): boolean => QUEUED_AGAIN.has(state);

/** A row with GPUs. */
export interface JobRow {
  readonly line: number;
  /** The JobID; '' = the table has none. */
  readonly id: string;
  readonly job: Job;
  /** Why it is no GPR; undefined: it is one, if it fits. */
  readonly reason: LossReason | undefined;
}

/** A job that no longer waits. */
export interface Begun {
  readonly id: string;
  readonly owner: string;
  /** See `fromMs`. */
  readonly fromMs: number;
}

/** The cell of what a job has in the first of its columns that is not empty. */
export function cellOf(
  cells: readonly string[],
  places: Places,
  role: Role,
): { readonly cell: string; readonly place: Place } | undefined {
  const all = places.of.get(role);
  const place = all?.find(({ at }) => !isEmpty(cells[at] ?? '')) ?? all?.[0];
  return place && { cell: cells[place.at] ?? '', place };
}

interface ReadRow {
  /** undefined: `why` states what is wrong. */
  readonly job: Job | undefined;
  readonly why: string;
  /** The work of the job, GPUs × ms; undefined: not known. */
  readonly gpuMs: number | undefined;
  /** False: the job had not ended when the row was written. */
  readonly hasEnded: boolean;
}

export function readJob(
  cells: readonly string[],
  width: number,
  places: Places,
  offsetMs: OffsetMs,
): ReadRow {
  if (cells.length !== width)
    return {
      job: undefined,
      gpuMs: undefined,
      hasEnded: true,
      why: `must have ${width} cells, but has ${widthOf(cells)}`,
    };
  const wrong: string[] = [];
  const read = <T>(role: Role, parse: (cell: string, place: Place) => T | string, none: T): T => {
    const found = cellOf(cells, places, role);
    if (found === undefined) return none;
    const value = parse(found.cell, found.place);
    if (typeof value !== 'string') return value;
    wrong.push(`${found.place.header} ${value}`);
    return none;
  };
  const short = (cell: string) =>
    cell.length > NAME_MAX
      ? `must be at most ${NAME_MAX} characters, but is ${quoted(cell)}`
      : { text: cell };
  const named = (cell: string) =>
    cell === '' ? `must be 1 to ${NAME_MAX} characters, but is ""` : short(cell);
  const event = (role: Role, fromMs?: number) =>
    read<Instant | undefined>(
      role,
      (cell, { unitMs }) => (isAbsent(cell) ? undefined : instant(cell, unitMs, offsetMs, fromMs)),
      undefined,
    )?.ms;

  const arrival = read('arrival', (cell, { unitMs }) => instant(cell, unitMs, offsetMs), ZERO);
  const hasRun = !isAbsent(cellOf(cells, places, 'run')?.cell ?? '');
  const needsStart = !hasRun || places.slurmId !== undefined;
  const startMs = needsStart ? event('start', arrival.isDated ? arrival.ms : undefined) : undefined;
  const endMs = hasRun ? undefined : event('end', startMs);
  const [state] = /^[^ ,(]*/.exec((cellOf(cells, places, 'state')?.cell ?? '').toUpperCase())!;
  const namedStage = stageOf(state, startMs, cellOf(cells, places, 'end')?.cell);
  const ranMs = hasRun
    ? read<number | undefined>('run', (cell, { unitMs = SECOND_MS }) => runMs(cell, unitMs), undefined)
    : namedStage === undefined && places.of.has('end')
      ? between(startMs, endMs)
      : undefined;
  const stage = namedStage ?? (ranMs === undefined && startMs !== undefined ? 'running' : 'ended');
  const found = read<Gpus | undefined>('gpus', gpus, undefined);
  const nodeCount = read('nodes', nodes, 0);
  const mostMs = read<number | undefined>(
    'exit',
    (cell, { unitMs = SECOND_MS }) => limitMs(cell, unitMs),
    undefined,
  );
  const isPlain = !Number.isNaN(plainMs(cellOf(cells, places, 'exit')?.cell ?? '', 1));
  const gpuCell = cellOf(cells, places, 'gpus')!;
  const areOfNode = found?.isPerNode === true || isPerNode(gpuCell.place);
  const ofEach = Math.ceil(found?.count ?? 0) * (areOfNode ? Math.max(nodeCount, 1) : 1);
  const hasInstances = places.of.has('instances');
  const instances = read('instances', count, 0) || 1;
  const allGpus = ofEach * instances;
  const job: Job = {
    stage,
    state,
    arrival,
    startMs,
    runMs: ranMs,
    limitMs: mostMs,
    isFarOverLimit: isPlain && mostMs !== undefined && (ranMs ?? 0) > FAR * mostMs,
    gpus: stage === 'waiting' && isAbsent(gpuCell.cell) ? undefined : allGpus,
    gpusTogether: hasInstances ? ofEach : 1,
    nodes: nodeCount,
    hasShare: !Number.isInteger(found?.count ?? 0),
    hasSlices: hasSlices(gpuCell.cell),
    owner: read('owner', short, { text: NO_OWNERS }).text,
    name: read<{ text: string } | undefined>('name', named, undefined)?.text,
  };
  read('cpu', count, 0);
  const isKnown = found !== undefined && (allGpus === 0 || (ranMs !== undefined && ranMs >= 0));
  return {
    job: wrong.length === 0 ? job : undefined,
    why: wrong.join('; '),
    gpuMs: isKnown ? allGpus * (ranMs ?? 0) : undefined,
    hasEnded: stage === 'ended',
  };
}

/** How far a job was by its state, or else by the word of Slurm for an end that has not come; undefined: neither shows it. */
function stageOf(state: string, startMs: number | undefined, end: string | undefined): Stage | undefined {
  if (WAITING.has(state)) return 'waiting';
  if (RUNNING.has(state)) return 'running';
  if (state !== '' || end?.toLowerCase() !== 'unknown') return undefined;
  return startMs === undefined ? 'waiting' : 'running';
}

/** A run time from its two instants. 0: it did not begin; undefined: not known. */
function between(startMs: number | undefined, endMs: number | undefined): number | undefined {
  if (startMs === undefined) return 0;
  return endMs === undefined ? undefined : endMs - startMs;
}
