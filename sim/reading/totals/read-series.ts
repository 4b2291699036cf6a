// Levels and counts of a history over a window of time, in bins of equal width.

import { WHOLE_GPU } from '../../capacity/shares/share-nodes.ts';
import { Count, Level, type Series } from '../../followers/history/series.ts';

export interface SeriesQuery {
  readonly fromMs: number;
  /** Bins end at the present instant at the latest. */
  readonly toMs: number;
  /** Maximum number of bins. */
  readonly points: number;
}

/** Columns of equal length: means over each bin, weighted by time; counts within it. */
export interface SeriesColumns {
  readonly binMs: number;
  readonly atMs: number[];
  readonly allocatedGpus: number[];
  readonly upGpus: number[];
  /** null without GPUs of nodes that are up. */
  readonly utilization: (number | null)[];
  readonly queued: number[];
  readonly queuedMax: number[];
  readonly provisioned: number[];
  /** Free GPUs of pools for which GPRs wait. */
  readonly blockedGpus: number[];
  /** null without free GPUs. */
  readonly fragmentation: (number | null)[];
  readonly evictions: number[];
  readonly started: number[];
  readonly ended: number[];
  /** Of the first starts; null without one. */
  readonly waitMsMean: (number | null)[];
}

export function seriesOf(
  series: Series,
  nowMs: number,
  { fromMs, toMs, points }: SeriesQuery,
): SeriesColumns {
  const endMs = Math.max(fromMs, Math.min(toMs, nowMs));
  const binMs = Math.max(1, Math.ceil((toMs - fromMs) / points));
  const size = Math.ceil((endMs - fromMs) / binMs);
  const binOf = (atMs: number) => Math.floor((atMs - fromMs) / binMs);
  /** `Level` or `Count` → level × ms or count, by bin. */
  const sums: Float64Array[] = [];
  for (const what of [...LEVELS, ...COUNTS]) sums[what] = new Float64Array(size);
  const queuedMax = new Float64Array(size);
  for (let entry = 0; entry < series.size; entry++) {
    const beginMs = series.beginOf(entry);
    // An entry is spread over the bins by time; its counts belong to the bin in which it begins.
    if (beginMs >= fromMs && beginMs < endMs)
      for (const what of COUNTS) sums[what][binOf(beginMs)] += series.countIn(entry, what);
    const lastMs = Math.min(series.endOf(entry, nowMs), endMs);
    for (let atMs = Math.max(beginMs, fromMs); atMs < lastMs; ) {
      const bin = binOf(atMs);
      const nextMs = Math.min(lastMs, fromMs + (bin + 1) * binMs);
      for (const what of LEVELS) sums[what][bin] += series.levelIn(entry, what) * (nextMs - atMs);
      queuedMax[bin] = Math.max(queuedMax[bin], series.queuedMaxIn(entry));
      atMs = nextMs;
    }
  }
  const each = <T>(value: (bin: number) => T) => Array.from({ length: size }, (_, bin) => value(bin));
  /** The last bin may end early: at the present instant. */
  const mean = (level: number, unit = 1) =>
    each((bin) => sums[level][bin] / (unit * Math.min(binMs, endMs - fromMs - bin * binMs)));
  const counts = (what: number) => Array.from(sums[what]);
  const allocatedMilli = sums[Level.allocatedMilli];
  const upMilli = sums[Level.upGpus].map((gpus) => gpus * WHOLE_GPU);
  const partialFreeMilli = sums[Level.partialFreeMilli];
  return {
    binMs,
    atMs: each((bin) => fromMs + bin * binMs),
    allocatedGpus: mean(Level.allocatedMilli, WHOLE_GPU),
    upGpus: mean(Level.upGpus),
    utilization: each((bin) => ratio(allocatedMilli[bin], upMilli[bin])),
    queued: mean(Level.queued),
    queuedMax: Array.from(queuedMax),
    provisioned: mean(Level.provisioned),
    blockedGpus: mean(Level.blockedMilli, WHOLE_GPU),
    fragmentation: each((bin) => ratio(partialFreeMilli[bin], upMilli[bin] - allocatedMilli[bin])),
    evictions: counts(Count.evictions),
    started: counts(Count.started),
    ended: counts(Count.ended),
    waitMsMean: each((bin) => ratio(sums[Count.waitMs][bin], sums[Count.waits][bin])),
  };
}

const LEVELS = Object.values(Level);
const COUNTS = Object.values(Count);

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
