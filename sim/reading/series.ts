// Levels and counts of a history over a window of time, in bins of equal width.

import { COUNTS, type Count, LEVELS, type Level, type Series } from '../followers/history/series.ts';

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
  const { levelMs, counts } = bins;
  const each = <T>(value: (bin: number) => T) => Array.from({ length: bins.count }, (_, bin) => value(bin));
  const mean = (level: Level) => each((bin) => levelMs[level][bin] / bins.lengthOf(bin));
  return {
    binMs,
    atMs: each((bin) => fromMs + bin * binMs),
    allocatedGpus: mean('allocatedGpus'),
    upGpus: mean('upGpus'),
    utilization: each((bin) => ratio(levelMs.allocatedGpus[bin], levelMs.upGpus[bin])),
    queued: mean('queued'),
    queuedMax: Array.from(bins.queuedMax),
    provisioned: mean('provisioned'),
    fragmentation: each((bin) =>
      ratio(levelMs.partialFreeGpus[bin], levelMs.upGpus[bin] - levelMs.allocatedGpus[bin]),
    ),
    evictions: Array.from(counts.evictions),
    started: Array.from(counts.started),
    ended: Array.from(counts.ended),
    waitMsMean: each((bin) => ratio(counts.waitMs[bin], counts.waits[bin])),
  };
}

class Bins {
  readonly count: number;
  readonly levelMs: Record<Level, Float64Array>;
  readonly counts: Record<Count, Float64Array>;
  readonly queuedMax: Float64Array;
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #binMs: number;

  constructor(fromMs: number, toMs: number, binMs: number) {
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#binMs = binMs;
    this.count = Math.ceil((toMs - fromMs) / binMs);
    this.levelMs = columnsOf(LEVELS, this.count);
    this.counts = columnsOf(COUNTS, this.count);
    this.queuedMax = new Float64Array(this.count);
  }

  /** The last bin may end early: at the present instant. */
  lengthOf(bin: number): number {
    return Math.min(this.#binMs, this.#toMs - this.#fromMs - bin * this.#binMs);
  }

  /** Spreads an entry over the bins by time; its counts belong to the bin in which it begins. */
  add(series: Series, entry: number, nowMs: number): void {
    const beginMs = series.atMs[entry];
    const fromMs = Math.max(beginMs, this.#fromMs);
    const toMs = Math.min(series.endOf(entry, nowMs), this.#toMs);
    if (beginMs >= this.#fromMs && beginMs < this.#toMs) {
      const bin = this.#binOf(beginMs);
      for (const what of COUNTS) this.counts[what][bin] += series.counts[what][entry];
    }
    const queuedMax = series.queuedMaxIn(entry);
    for (let atMs = fromMs; atMs < toMs; ) {
      const bin = this.#binOf(atMs);
      const nextMs = Math.min(toMs, this.#fromMs + (bin + 1) * this.#binMs);
      for (const level of LEVELS) this.levelMs[level][bin] += series.levelIn(entry, level) * (nextMs - atMs);
      this.queuedMax[bin] = Math.max(this.queuedMax[bin], queuedMax);
      atMs = nextMs;
    }
  }

  #binOf(atMs: number): number {
    return Math.floor((atMs - this.#fromMs) / this.#binMs);
  }
}

function columnsOf<Name extends string>(names: readonly Name[], length: number): Record<Name, Float64Array> {
  return Object.fromEntries(names.map((name) => [name, new Float64Array(length)])) as Record<
    Name,
    Float64Array
  >;
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
