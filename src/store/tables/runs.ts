// What a world's file holds in runs: its facts, and the changes of its recorded estimates. A row holds one run. Reads follow a
// line of branches. A run never crosses the beginning of another branch. If a line ends within a run, reads cut the run.

import { ESTIMATE_WORDS, EstimateWord, eachFact, type FactRun } from '../../../sim/index.ts';
import { Packer, Unreadable } from '../codecs/packed.ts';
import { packEstimates, unpackEstimates } from '../codecs/packed-estimates.ts';
import { packFacts, unpackFacts } from '../codecs/packed-facts.ts';
import { checksumOf, isSealed } from '../codecs/row-checksum.ts';
import { rowId } from '../codecs/row-id.ts';
import { Damaged } from '../store-error.ts';
import { keysOf, type Range, rangeOf, rangesFrom } from './line.ts';
import type { RunBounds, RunRow, RunRows } from './rows.ts';
import { factRuns } from './schema.ts';

/** A table of runs, and how its rows hold them. */
interface Kind {
  /** What a run holds, as a message names it. */
  readonly what: string;
  /** Minimum size of one in a row. */
  readonly bytesMin: number;
  pack(words: Float64Array, packer: Packer): Buffer;
  /** Returns whole records. @throws Unreadable */
  unpack(packed: Buffer): Float64Array;
  /** Returns the place behind the words of record number `seq` of a run. */
  endOf(run: FactRun, seq: number): number;
  /** Returns the number of records, and the instants of the first and the last one. */
  measure(words: Float64Array): { readonly count: number; readonly fromMs: number; readonly toMs: number };
}

/** The records of sim/facts/log.ts: two words or more, each of a byte or more. */
export const FACT_RUNS: Kind = {
  what: 'facts',
  bytesMin: 2,
  pack: packFacts,
  unpack: unpackFacts,
  endOf(run, seq) {
    let end = 0;
    eachFact(run, (_kind, _atMs, at, count, number) => {
      if (number <= seq) end = at + count;
    });
    return end;
  },
  measure(words) {
    const found = { count: 0, fromMs: 0, toMs: 0 };
    eachFact({ firstSeq: 1, count: 0, words }, (_kind, atMs) => {
      if (found.count++ === 0) found.fromMs = atMs;
      found.toMs = atMs;
    });
    return found;
  },
};

/** The records of sim/facts/estimate-log.ts. */
export const ESTIMATE_RUNS: Kind = {
  what: 'recorded estimates',
  bytesMin: 1,
  pack: packEstimates,
  unpack: unpackEstimates,
  endOf: ({ firstSeq }, seq) => (seq - firstSeq + 1) * ESTIMATE_WORDS,
  measure: (words) => ({
    count: words.length / ESTIMATE_WORDS,
    fromMs: words[EstimateWord.atMs],
    toMs: words[words.length - ESTIMATE_WORDS + EstimateWord.atMs],
  }),
};

/** Numbers, from the first to the last. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export class Runs {
  readonly #path: string;
  readonly #kind: Kind;
  readonly #rows: RunRows;
  readonly #packer = new Packer();
  /** Whether runs with a wrong checksum are returned, for a comparison with the right ones. */
  comparesDamage = false;

  constructor(path: string, rows: RunRows, kind: Kind) {
    this.#path = path;
    this.#kind = kind;
    this.#rows = rows;
  }

  append(branch: number, run: FactRun): void {
    if (run.count > 0) this.#rows.append(rowId(branch, run.firstSeq), this.#rowOf(branch, run));
  }

  /**
   * Runs from number `seq` on, in order, at most `limit`; the first one may begin earlier.
   * @param total how many the line has @throws StoreError if some are missing or damaged
   */
  from(ranges: readonly Range[], seq: number, limit: number, total: number): FactRun[] {
    const runs: FactRun[] = [];
    for (const range of rangesFrom(ranges, seq)) {
      if (runs.length === limit) break;
      const bounds = { first: rowId(range.branch, 0), ...keysOf(range) };
      const rows = this.#rows.from({ ...bounds, seq: range.first, limit: limit - runs.length });
      runs.push(...this.#runs(range, rows));
    }
    const next = this.#endOf(runs, Math.max(1, Math.min(seq, runs[0]?.firstSeq ?? seq)));
    if (runs.length < limit && next <= total) throw this.#missing(next);
    return runs;
  }

  /** Checks how many a line has. @throws Damaged */
  check(ranges: readonly Range[], total: number): void {
    const { what, bytesMin } = this.#kind;
    let found = 0;
    let bytes = 0;
    for (const range of ranges) {
      const { from, end } = keysOf(range);
      const own = this.#rows.count(from - 1, end);
      found += own.found;
      bytes += own.bytes;
    }
    if (total > bytes / bytesMin)
      throw new Damaged(
        this.#path,
        `its last commit had ${total} ${what}, but those in it have ${bytes} bytes`,
      );
    if (found !== total)
      throw new Damaged(this.#path, `it has ${found} ${what}, but its last commit had ${total}`);
  }

  /** Runs up to number `seq`, which exists: the newest first, at most `limit` runs. @throws StoreError */
  until(ranges: readonly Range[], seq: number, limit: number): FactRun[] {
    const runs: FactRun[] = [];
    for (const range of ranges.toReversed()) {
      const { branch, first, last } = range;
      if (first > seq || runs.length === limit) continue;
      const bounds = { first: rowId(branch, first - 1), until: rowId(branch, Math.min(seq, last)) };
      const rows = this.#rows.until({ ...bounds, limit: limit - runs.length });
      runs.push(...this.#runs(range, rows));
    }
    const next = this.#endOf(runs.toReversed(), runs.at(-1)?.firstSeq ?? 1);
    if (next <= seq) throw this.#missing(next);
    return runs;
  }

  /**
   * A span with all from `fromMs` to `toMs`. Its first and its last run may have earlier and later ones, too. Reads few rows.
   * @param total how many the line has @throws StoreError
   */
  span(ranges: readonly Range[], fromMs: number, toMs: number, total: number): Span {
    const first = this.#firstRun(ranges, total, (run) => run.toMs >= fromMs);
    return { first, last: this.#firstRun(ranges, total, (run) => run.fromMs > toMs) - 1 };
  }

  /** Divides the run with number `seq` behind this number, so that a branch can begin there. Call it within a transaction. */
  divide(ranges: readonly Range[], seq: number): void {
    if (seq === 0) return;
    const { branch } = rangeOf(ranges, seq);
    const [run] = this.until(ranges, seq, 1);
    const before = this.#cut(run, seq);
    if (before === run) return;
    const words = run.words.subarray(before.words.length);
    this.#rows.drop(rowId(branch, run.firstSeq));
    this.append(branch, before);
    this.append(branch, { firstSeq: seq + 1, count: run.count - before.count, words });
  }

  /** The part of a run up to number `last`. */
  #cut(run: FactRun, last: number): FactRun {
    const { firstSeq } = run;
    const count = last - firstSeq + 1;
    if (count >= run.count) return run;
    return { firstSeq, count, words: run.words.subarray(0, this.#kind.endOf(run, last)) };
  }

  /** The first number of the first run that is `behind`, as are all runs after it; `total + 1` if no run is. */
  #firstRun(ranges: readonly Range[], total: number, isBehind: (run: RunBounds) => boolean): number {
    let low = 1;
    let high = total + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { branch, first } = rangeOf(ranges, middle);
      const run = this.#rows.at(rowId(branch, first - 1), rowId(branch, middle));
      if (run === undefined || !Number.isSafeInteger(run.count) || run.firstSeq + run.count <= middle)
        throw this.#missing(middle);
      if (isBehind(run)) high = run.firstSeq;
      else low = Math.min(run.firstSeq + run.count, total + 1);
    }
    return low;
  }

  /** Returns the number after the last one. @param first number of the first one @throws Damaged if some are missing */
  #endOf(runs: readonly FactRun[], first: number): number {
    return runs.reduce((next, { firstSeq, count }) => {
      if (firstSeq !== next) throw this.#missing(next);
      return next + count;
    }, first);
  }

  #missing(seq: number): Damaged {
    return new Damaged(this.#path, `the ${this.#kind.what} from number ${seq} on are missing`);
  }

  #runs({ last }: Range, rows: readonly RunRow[]): FactRun[] {
    return rows.map((row) => {
      const run = this.comparesDamage || isSealed(factRuns, row) ? this.#runOf(row) : undefined;
      if (run !== undefined) return this.#cut(run, last);
      throw new Damaged(this.#path, `the ${this.#kind.what} from number ${row.firstSeq} on cannot be read`);
    });
  }

  /** Returns the values of a new row, with its checksum. */
  #rowOf(branch: number, { firstSeq, count, words }: FactRun) {
    const { fromMs, toMs } = this.#kind.measure(words);
    const packed = this.#kind.pack(words, this.#packer);
    const checksum = checksumOf(branch, firstSeq, count, fromMs, toMs, packed);
    return { count, fromMs, toMs, words: packed, checksum };
  }

  /** Returns the run of a stored row, undefined if its words are not its records. */
  #runOf({ firstSeq, count, words: packed }: RunRow): FactRun | undefined {
    try {
      const words = this.#kind.unpack(packed);
      return this.#kind.measure(words).count === count ? { firstSeq, count, words } : undefined;
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }
}
