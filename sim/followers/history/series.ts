// Levels and counts over time, exact at each instant at which they change, in bounded memory: if there are too many entries,
// those within the same bin are merged, and the bins widen.

const FIRST_CAPACITY = 256;
const FIRST_BIN_MS = 1000;

/** Levels hold until they change. An entry stores the level × ms of its span, so that merged entries add up. */
export const LEVELS = ['allocatedGpus', 'upGpus', 'partialFreeGpus', 'queued', 'provisioned'] as const;
/** Counts belong to instants. `waits` counts first starts, `waitMs` adds up their waits. */
export const COUNTS = ['evictions', 'started', 'ended', 'waits', 'waitMs'] as const;

export type Level = (typeof LEVELS)[number];
export type Count = (typeof COUNTS)[number];

type Columns<Name extends string> = Record<Name, Float64Array>;

function columns<Name extends string>(names: readonly Name[], length: number): Columns<Name> {
  return Object.fromEntries(names.map((name) => [name, new Float64Array(length)])) as Columns<Name>;
}

export class Series {
  /** Entry → instant at which it begins; it ends where the next one begins. */
  atMs = new Float64Array(FIRST_CAPACITY);
  /** Level × ms over the span of each entry but the last. */
  levelMs: Columns<Level> = columns(LEVELS, FIRST_CAPACITY);
  /** The highest number of queued GPRs after any instant of the entry. */
  queuedMax = new Float64Array(FIRST_CAPACITY);
  counts: Columns<Count> = columns(COUNTS, FIRST_CAPACITY);
  size = 1;
  /** The present levels, since the last entry began. */
  readonly now: Record<Level, number> = {
    allocatedGpus: 0,
    upGpus: 0,
    partialFreeGpus: 0,
    queued: 0,
    provisioned: 0,
  };
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  /** Changes a level from an instant on, which must not be before earlier ones. */
  change(atMs: number, level: Level, by: number): void {
    this.#openAt(atMs);
    this.now[level] += by;
  }

  count(atMs: number, what: Count, by: number): void {
    this.#openAt(atMs);
    this.counts[what][this.size - 1] += by;
  }

  /** Where an entry ends. @param nowMs the end of the last one */
  endOf(entry: number, nowMs: number): number {
    return entry + 1 < this.size ? this.atMs[entry + 1] : nowMs;
  }

  /** The mean of a level over an entry. */
  levelIn(entry: number, level: Level): number {
    if (entry + 1 === this.size) return this.now[level];
    return this.levelMs[level][entry] / (this.atMs[entry + 1] - this.atMs[entry]);
  }

  queuedMaxIn(entry: number): number {
    return entry + 1 === this.size ? this.now.queued : this.queuedMax[entry];
  }

  #openAt(atMs: number): void {
    const last = this.size - 1;
    if (this.atMs[last] === atMs) return;
    for (const level of LEVELS) this.levelMs[level][last] = this.now[level] * (atMs - this.atMs[last]);
    this.queuedMax[last] = this.now.queued;
    if (this.size === this.#entriesMax) this.#merge(atMs);
    if (this.size === this.atMs.length) this.#grow();
    this.atMs[this.size] = atMs;
    for (const what of COUNTS) this.counts[what][this.size] = 0;
    this.size++;
  }

  /** Merges entries until at most half of the room is used. @param endMs where the last entry ends */
  #merge(endMs: number): void {
    for (let binMs = FIRST_BIN_MS; this.size > this.#entriesMax / 2; binMs *= 2)
      this.#mergeWithin(binMs, endMs);
  }

  /** Merges the entries that begin in the same bin. Cuts an entry that goes on after the bin at the end of the bin. */
  #mergeWithin(binMs: number, endMs: number): void {
    const { atMs } = this;
    let out = -1;
    /** Where the bin ends in which the last written entry begins. */
    let binEnd = -1;
    for (let entry = 0; entry < this.size; entry++) {
      const from = atMs[entry];
      const to = entry + 1 < this.size ? atMs[entry + 1] : endMs;
      if (from < binEnd) {
        const cut = Math.min(to, binEnd);
        this.#mergeInto(out, entry, (cut - from) / (to - from));
        if (cut === to) continue;
        out++;
        this.#move(out, entry, (to - cut) / (to - from));
        atMs[out] = cut;
      } else {
        out++;
        this.#move(out, entry, 1);
        atMs[out] = from;
      }
      binEnd = (Math.floor(atMs[out] / binMs) + 1) * binMs;
    }
    this.size = out + 1;
  }

  /** Adds a share of an entry, from its beginning, and its counts to an earlier one. */
  #mergeInto(target: number, entry: number, share: number): void {
    for (const level of LEVELS) this.levelMs[level][target] += this.levelMs[level][entry] * share;
    for (const what of COUNTS) {
      this.counts[what][target] += this.counts[what][entry];
      if (target !== entry) this.counts[what][entry] = 0;
    }
    this.queuedMax[target] = Math.max(this.queuedMax[target], this.queuedMax[entry]);
  }

  #move(target: number, entry: number, share: number): void {
    for (const level of LEVELS) this.levelMs[level][target] = this.levelMs[level][entry] * share;
    for (const what of COUNTS) this.counts[what][target] = this.counts[what][entry];
    this.queuedMax[target] = this.queuedMax[entry];
  }

  #grow(): void {
    const length = this.atMs.length * 2;
    const grown = (column: Float64Array) => {
      const longer = new Float64Array(length);
      longer.set(column);
      return longer;
    };
    this.atMs = grown(this.atMs);
    this.queuedMax = grown(this.queuedMax);
    for (const level of LEVELS) this.levelMs[level] = grown(this.levelMs[level]);
    for (const what of COUNTS) this.counts[what] = grown(this.counts[what]);
  }
}
