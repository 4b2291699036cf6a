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
  const endMs = Math.min(toMs, nowMs);
  const binMs = Math.max(1, Math.ceil((toMs - fromMs) / points));
  const bins = new Bins(fromMs, Math.max(fromMs, endMs), binMs);
  for (let entry = 0; entry < series.size; entry++) bins.add(series, entry, nowMs);
  const { allocatedMilli, up, partialFreeMilli } = bins;
  const each = <T>(value: (bin: number) => T) => Array.from({ length: bins.count }, (_, bin) => value(bin));
  const mean = (levelMs: Float64Array, unit = 1) => each((bin) => levelMs[bin] / (unit * bins.lengthOf(bin)));
  return {
    binMs,
    atMs: each((bin) => fromMs + bin * binMs),
    allocatedGpus: mean(allocatedMilli, WHOLE_GPU),
    upGpus: mean(up),
    utilization: each((bin) => ratio(allocatedMilli[bin], up[bin] * WHOLE_GPU)),
    queued: mean(bins.queued),
    queuedMax: Array.from(bins.queuedMax),
    provisioned: mean(bins.provisioned),
    blockedGpus: mean(bins.blockedMilli, WHOLE_GPU),
    fragmentation: each((bin) => ratio(partialFreeMilli[bin], up[bin] * WHOLE_GPU - allocatedMilli[bin])),
    evictions: Array.from(bins.evictions),
    started: Array.from(bins.started),
    ended: Array.from(bins.ended),
    waitMsMean: each((bin) => ratio(bins.waitMs[bin], bins.waits[bin])),
  };
}

/** Levels × ms and counts by bin. */
class Bins {
  readonly count: number;
  readonly allocatedMilli: Float64Array;
  readonly up: Float64Array;
  readonly partialFreeMilli: Float64Array;
  readonly queued: Float64Array;
  readonly provisioned: Float64Array;
  readonly blockedMilli: Float64Array;
  readonly queuedMax: Float64Array;
  readonly evictions: Float64Array;
  readonly started: Float64Array;
  readonly ended: Float64Array;
  readonly waits: Float64Array;
  readonly waitMs: Float64Array;
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #binMs: number;

  constructor(fromMs: number, toMs: number, binMs: number) {
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#binMs = binMs;
    this.count = Math.ceil((toMs - fromMs) / binMs);
    this.allocatedMilli = new Float64Array(this.count);
    this.up = new Float64Array(this.count);
    this.partialFreeMilli = new Float64Array(this.count);
    this.queued = new Float64Array(this.count);
    this.provisioned = new Float64Array(this.count);
    this.blockedMilli = new Float64Array(this.count);
    this.queuedMax = new Float64Array(this.count);
    this.evictions = new Float64Array(this.count);
    this.started = new Float64Array(this.count);
    this.ended = new Float64Array(this.count);
    this.waits = new Float64Array(this.count);
    this.waitMs = new Float64Array(this.count);
  }

  /** The last bin may end early: at the present instant. */
  lengthOf(bin: number): number {
    return Math.min(this.#binMs, this.#toMs - this.#fromMs - bin * this.#binMs);
  }

  /** Spreads an entry over the bins by time; its counts belong to the bin in which it begins. */
  add(series: Series, entry: number, nowMs: number): void {
    const beginMs = series.beginOf(entry);
    const toMs = Math.min(series.endOf(entry, nowMs), this.#toMs);
    if (beginMs >= this.#fromMs && beginMs < this.#toMs) this.#addCounts(series, entry, this.#binOf(beginMs));
    for (let atMs = Math.max(beginMs, this.#fromMs); atMs < toMs; ) {
      const bin = this.#binOf(atMs);
      const nextMs = Math.min(toMs, this.#fromMs + (bin + 1) * this.#binMs);
      this.#addLevels(series, entry, bin, nextMs - atMs);
      atMs = nextMs;
    }
  }

  #addLevels(series: Series, entry: number, bin: number, lasted: number): void {
    this.allocatedMilli[bin] += series.levelIn(entry, Level.allocatedMilli) * lasted;
    this.up[bin] += series.levelIn(entry, Level.upGpus) * lasted;
    this.partialFreeMilli[bin] += series.levelIn(entry, Level.partialFreeMilli) * lasted;
    this.queued[bin] += series.levelIn(entry, Level.queued) * lasted;
    this.provisioned[bin] += series.levelIn(entry, Level.provisioned) * lasted;
    this.blockedMilli[bin] += series.levelIn(entry, Level.blockedMilli) * lasted;
    this.queuedMax[bin] = Math.max(this.queuedMax[bin], series.queuedMaxIn(entry));
  }

  #addCounts(series: Series, entry: number, bin: number): void {
    this.evictions[bin] += series.countIn(entry, Count.evictions);
    this.started[bin] += series.countIn(entry, Count.started);
    this.ended[bin] += series.countIn(entry, Count.ended);
    this.waits[bin] += series.countIn(entry, Count.waits);
    this.waitMs[bin] += series.countIn(entry, Count.waitMs);
  }

  #binOf(atMs: number): number {
    return Math.floor((atMs - this.#fromMs) / this.#binMs);
  }
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
