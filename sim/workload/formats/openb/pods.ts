// Reads the trace's table of pods. A pod becomes a GPR if it requested GPUs, ran, and fits a kept node. With exact shares, it need
// not have requested GPUs; with shuffled arrivals, it need not have run.

import { SECOND_MS } from '../../../base/numbers/time.ts';
import type { TraceGpr } from '../../../language/scenario.ts';
import { boundMs } from '../run-bound.ts';
import { BrokenRows, quoted, type TableRow, wholeCells, wrongWidth } from '../trace-table.ts';
import { Work } from '../work.ts';
import type { Shape } from './node-list.ts';
import type { Options } from './options.ts';
import { type Pod, whyNeverFits, withShape } from './shapes.ts';

export const POD_COLUMNS = [
  'name',
  'cpu_milli',
  'memory_mib',
  'num_gpu',
  'gpu_milli',
  'gpu_spec',
  'qos',
  'pod_phase',
  'creation_time',
  'deletion_time',
  'scheduled_time',
] as const;

/**
 * One priority for each class of service, so that GPRs of a class queue in order of arrival: latency-sensitive in the middle
 * of the high band, guaranteed at its lower end, burstable and best-effort in the middle of the medium and the low band.
 */
const PRIORITY_OF_QOS = new Map([
  ['LS', 250],
  ['Guaranteed', 210],
  ['Burstable', 150],
  ['BE', 50],
]);

const GPU_MILLI_MAX = 1000;

export interface PodCounts {
  readonly podRows: number;
  readonly podsWithoutGpu: number;
  readonly podsThatNeverRan: number;
  /** Pods that fit no kept node. */
  readonly podsThatNeverFit: number;
  readonly gprs: number;
  /** GPRs of pods that requested a share of a GPU; such a GPR gets a whole GPU. */
  readonly sharesRoundedUp: number;
  /** GPRs of pods that ended in the second in which they began; such a GPR runs for one second. */
  readonly runsUnderOneSecond: number;
}

interface Pods {
  readonly gprs: readonly TraceGpr[];
  readonly counts: PodCounts;
  readonly broken: BrokenRows;
  readonly neverPlaced: BrokenRows;
  readonly work: Work;
}

export function readPods(rows: readonly TableRow[], shapes: readonly Shape[], options: Options): Pods {
  const isExact = options.shares === 'exact';
  const broken = new BrokenRows();
  const neverPlaced = new BrokenRows();
  const work = new Work();
  const names = new Set<string>();
  const gprs: TraceGpr[] = [];
  const counts = {
    podRows: rows.length,
    podsWithoutGpu: 0,
    podsThatNeverRan: 0,
    podsThatNeverFit: 0,
    gprs: 0,
    sharesRoundedUp: 0,
    runsUnderOneSecond: 0,
  };

  for (const row of rows) {
    const pod = readPod(row.cells, names, isExact);
    if (typeof pod === 'string') {
      broken.add({ table: 'pods', line: row.line, why: pod });
      work.loseInvalid();
      continue;
    }
    names.add(pod.name);
    if (pod.gpus === 0 && !isExact) {
      counts.podsWithoutGpu += 1;
      continue;
    }
    if (pod.runSeconds === null && options.arrivals === 'recorded') {
      counts.podsThatNeverRan += 1;
      work.lose('podsThatNeverRan', ['pod', 'that never ran left out'], undefined, 1, row.line);
      continue;
    }
    // With shuffled arrivals, GPRs stay: they have no GPU time.
    const gpuMs = options.arrivals === 'shuffled' ? 0 : gpuMsOf(pod, isExact);
    const why = isExact ? whyNeverFits(pod, shapes) : undefined;
    if (why !== undefined) {
      const isKept = options.arrivals === 'shuffled';
      (isKept ? neverPlaced : broken).add({ table: 'pods', line: row.line, why });
      if (!isKept) {
        work.loseInvalid(gpuMs);
        continue;
      }
    }
    if (!isExact && !shapes.some((shape) => holds(shape, pod))) {
      counts.podsThatNeverFit += 1;
      work.lose('podsThatNeverFit', ['pod', 'that fit no kept node left out'], gpuMs, 1, row.line);
      continue;
    }
    counts.gprs += 1;
    work.keptMs += gpuMs;
    if (!isExact && pod.gpuMilli < GPU_MILLI_MAX) counts.sharesRoundedUp += 1;
    if (pod.runSeconds === 0) counts.runsUnderOneSecond += 1;
    gprs.push(isExact ? withShape(toGpr(pod, options), pod, options) : toGpr(pod, options));
  }

  // The sort is stable: pods of one instant stay in the order of their rows.
  gprs.sort((a, b) => a.arrivalMs - b.arrivalMs);
  return { gprs, counts, broken, neverPlaced, work };
}

/** GPUs × ms of the GPR of a pod. */
function gpuMsOf({ gpus, gpuMilli, runSeconds }: Pod, isExact: boolean): number {
  const taken = isExact ? (gpus * gpuMilli) / GPU_MILLI_MAX : gpus;
  return taken * runMsOf(runSeconds);
}

/** A run is at least a second long. */
const runMsOf = (seconds: number | null) => Math.max(seconds ?? 0, 1) * SECOND_MS;

/** The columns of lists that have only what pods request. Such a list can be replayed with shuffled arrivals. */
export const REQUEST_COLUMNS = POD_COLUMNS.slice(0, 5);

/** A row of these columns as a row of all: any model, one class of service, never ran. */
export function withAllColumns({ line, cells }: TableRow): TableRow {
  const isWhole = cells.length === REQUEST_COLUMNS.length;
  return { line, cells: isWhole ? [...cells, '', 'LS', '', '0', '', ''] : cells };
}

function readPod(cells: readonly string[], names: ReadonlySet<string>, isExact: boolean): Pod | string {
  const width = wrongWidth(cells, POD_COLUMNS);
  if (width !== undefined) return width;
  const cell = (column: (typeof POD_COLUMNS)[number]) => cells[POD_COLUMNS.indexOf(column)]!;

  const wrong: string[] = [];
  const name = cell('name');
  if (!/^[\w.-]{1,253}$/.test(name))
    wrong.push(`name must be 1 to 253 letters, digits, -, _ and ., but is ${quoted(name)}`);
  if (names.has(name)) wrong.push(`name must be unique, but ${quoted(name)} is on an earlier line too`);

  const priority = PRIORITY_OF_QOS.get(cell('qos'));
  if (priority === undefined)
    wrong.push(`qos must be one of ${[...PRIORITY_OF_QOS.keys()].join(', ')}, but is ${quoted(cell('qos'))}`);

  const ran = cell('scheduled_time') !== '';
  const timed = ran ? ['scheduled_time', 'deletion_time'] : [];
  const shape = isExact ? ['cpu_milli', 'memory_mib'] : [];
  const wanted = ['num_gpu', 'gpu_milli', 'creation_time', ...timed, ...shape];
  const numbers = wholeCells(cells, POD_COLUMNS, wanted, wrong);
  const of = (column: string) => numbers[wanted.indexOf(column)] ?? 0;
  const gpuMilli = of('gpu_milli');
  const createdSeconds = of('creation_time');
  const scheduledSeconds = of('scheduled_time');
  const deletedSeconds = of('deletion_time');
  if (isExact && of('num_gpu') > 0 && gpuMilli === 0)
    wrong.push('gpu_milli must be at least 1 if num_gpu is above 0, but is 0');
  if (gpuMilli > GPU_MILLI_MAX) wrong.push(`gpu_milli must be at most ${GPU_MILLI_MAX}, but is ${gpuMilli}`);
  if (ran && scheduledSeconds < createdSeconds)
    wrong.push(
      `scheduled_time must not be before creation_time (${createdSeconds}), but is ${scheduledSeconds}`,
    );
  if (ran && deletedSeconds < scheduledSeconds)
    wrong.push(
      `deletion_time must not be before scheduled_time (${scheduledSeconds}), but is ${deletedSeconds}`,
    );
  if (wrong.length > 0 || priority === undefined) return wrong.join('; ');

  return {
    name,
    cpuMilli: of('cpu_milli'),
    memoryMib: of('memory_mib'),
    gpus: of('num_gpu'),
    gpuMilli,
    gpuModels: cell('gpu_spec') === '' ? [] : cell('gpu_spec').split('|'),
    priority,
    createdSeconds,
    runSeconds: ran ? deletedSeconds - scheduledSeconds : null,
  };
}

function holds(shape: Shape, pod: Pod): boolean {
  return (
    pod.gpus <= shape.gpuCount && (pod.gpuModels.length === 0 || pod.gpuModels.includes(shape.gpuModelName))
  );
}

function toGpr(pod: Pod, options: Options): TraceGpr {
  const runMs = runMsOf(pod.runSeconds);
  return {
    name: pod.name,
    arrivalMs: Math.floor((pod.createdSeconds * SECOND_MS) / options.compress),
    priority: pod.priority,
    gpusPerNode: pod.gpus,
    nodeCount: 1,
    exitMs: boundMs(runMs, options.bound),
    runMs,
    gpuModels: pod.gpuModels,
  };
}
