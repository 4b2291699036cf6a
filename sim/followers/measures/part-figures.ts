// The figures of a part, from its levels, its counts and its waits.

import { percentile, ratio } from '../../base/numbers/statistics.ts';
import { HOUR_MS } from '../../base/numbers/time.ts';
import { Count, Level, type PartTable } from './part-table.ts';

/** Figures of a pool, a cluster or a workspace. Means, percentiles and shares are null if nothing was counted for them. */
export interface PartMeasure {
  /** The number of the pool, the cluster or the workspace. */
  readonly part: number;
  readonly gprs: number;
  /** GPRs that started at least once. */
  readonly started: number;
  readonly waitMsMean: number | null;
  readonly waitMsP50: number | null;
  readonly waitMsP95: number | null;
  readonly waitMsP99: number | null;
  /** GPU time held ÷ GPU time of nodes that were up; null for a workspace, which has no nodes. */
  readonly utilization: number | null;
  /** Mean number of Queued GPRs over time, and the highest that lasted. */
  readonly queueLengthMean: number;
  readonly queueLengthMax: number;
  readonly evictions: number;
  /** GPU time held, in hours. */
  readonly gpuHours: number;
  /**
   * GPU time that the measured GPRs need ÷ GPU time of nodes that were up; null for a workspace. A GPR needs its GPUs for the
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
  /** The end of the run. */
  readonly nowMs: number;
}

export function measureOf({ table, part, waits, nowMs }: MeasuredPart): PartMeasure {
  const heldGpuMs = table.sumOf(part, Level.heldGpus, nowMs);
  const upGpuMs = table.sumOf(part, Level.upGpus, nowMs);
  return {
    part,
    gprs: table.of(part, Count.gprs),
    started: waits.length,
    waitMsMean: ratio(table.of(part, Count.waitMs), waits.length),
    waitMsP50: percentile(waits, 50),
    waitMsP95: percentile(waits, 95),
    waitMsP99: percentile(waits, 99),
    utilization: ratio(heldGpuMs, upGpuMs),
    queueLengthMean: ratio(table.sumOf(part, Level.queued, nowMs), table.measuredMs(nowMs)) ?? 0,
    queueLengthMax: table.queuedMaxOf(part, nowMs),
    evictions: table.of(part, Count.evictions),
    gpuHours: heldGpuMs / HOUR_MS,
    offeredLoad: ratio(table.of(part, Count.neededGpuMs), upGpuMs),
  };
}

/** Returns a function that returns the waits of a part, shortest first. */
export function sortedByPart(
  waits: Float64Array,
  table: PartTable,
  partOf: (wait: number) => number,
): (part: number) => Float64Array {
  /** Part → where its waits begin. */
  const begins = new Int32Array(table.size + 1);
  for (let part = 0; part < table.size; part++)
    begins[part + 1] = begins[part] + table.of(part, Count.started);
  const next = begins.slice();
  const grouped = new Float64Array(waits.length);
  for (let wait = 0; wait < waits.length; wait++) grouped[next[partOf(wait)]++] = waits[wait];
  return (part) => grouped.subarray(begins[part], begins[part + 1]).sort();
}
