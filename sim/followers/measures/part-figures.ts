// The figures of a part, from its levels, its counts and its waits.

import { ratio } from '../../base/numbers/statistics.ts';
import { HOUR_MS } from '../../base/numbers/time.ts';
import { Count, Level, type PartTable } from './part-sums.ts';
import { type WaitFigures, waitFigures } from './wait-figures.ts';

/** Figures of a pool, a cluster or a workspace. Means, percentiles and shares are null if nothing was counted for them. */
export interface PartMeasure extends WaitFigures {
  /** The number of the pool, the cluster or the workspace. */
  readonly part: number;
  readonly gprs: number;
  /** GPRs that started at least once. */
  readonly started: number;
  /** Mean number of Queued GPRs over time, and the highest that lasted. */
  readonly queueLengthMean: number;
  readonly queueLengthMax: number;
  readonly evictions: number;
  /** GPU time held, in hours. */
  readonly gpuHours: number;
  /** GPU time held ÷ GPU time of nodes that were up; null for a workspace, which has no nodes. */
  readonly utilization: number | null;
  /**
   * GPU time that the measured GPRs need ÷ GPU time of nodes that were up until the last of them arrived in the world; null for
   * a workspace, and if all arrive at the beginning of the window. A GPR needs its GPUs for the
   * provisioning delay and its run time; for the time that it ran if it was idle for its idle time-out; and for no time if it
   * was removed while Queued.
   */
  readonly offeredLoad: number | null;
}

interface MeasuredPart {
  readonly table: PartTable;
  readonly part: number;
  /** Of the part, shortest first. */
  readonly waits: Float64Array;
  /** The time of the window that is over at the end of the run. */
  readonly elapsedMs: number;
  /** The time of the window that was over at the last arrival. */
  readonly arrivedMs: number;
}

export function measureOf({ table, part, waits, elapsedMs, arrivedMs }: MeasuredPart): PartMeasure {
  const heldGpuMs = table.sumOf(part, elapsedMs, Level.heldGpus);
  const upGpuMs = table.sumOf(part, elapsedMs, Level.upGpus);
  return {
    part,
    gprs: table.countOf(part, Count.gprs),
    started: waits.length,
    ...waitFigures(waits),
    queueLengthMean: ratio(table.sumOf(part, elapsedMs, Level.queued), elapsedMs) ?? 0,
    queueLengthMax: table.queuedMaxOf(part, elapsedMs),
    evictions: table.countOf(part, Count.evictions),
    gpuHours: heldGpuMs / HOUR_MS,
    utilization: ratio(heldGpuMs, upGpuMs),
    offeredLoad: ratio(table.countOf(part, Count.neededGpuMs), table.upUntilArrival(part, arrivedMs)),
  };
}

/** Returns a function that returns the waits of a part, shortest first. @param size above all numbers of parts */
export function sortedByPart(
  waits: Float64Array,
  size: number,
  partOf: (wait: number) => number,
): (part: number) => Float64Array {
  /** Part → the end of its waits, which begin where those of the part before end. */
  const ends = new Int32Array(size);
  for (let wait = 0; wait < waits.length; wait++) ends[partOf(wait)]++;
  for (let part = 1; part < size; part++) ends[part] += ends[part - 1];
  const grouped = new Float64Array(waits.length);
  const free = ends.slice();
  for (let wait = 0; wait < waits.length; wait++) grouped[--free[partOf(wait)]] = waits[wait];
  return (part) => grouped.subarray(free[part], ends[part]).sort();
}
