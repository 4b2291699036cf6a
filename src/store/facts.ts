// The facts of a world's file, in runs. A row holds one run.

import { and, between, gte, lte, sql } from 'drizzle-orm';
import type { FactRun } from '../../sim/index.ts';
import { type OpenDatabase, reading } from './database.ts';
import { Unreadable } from './packed.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';
import type { Queries } from './queries.ts';
import { checksumOf, isSealed } from './row-checksum.ts';
import { endOf, rowId } from './row-id.ts';
import { factRuns } from './schema.ts';
import { Damaged } from './store-error.ts';

/** A fact has two words or more, and a word takes a byte or more. */
const FACT_BYTES_MIN = 2;

type FactRow = typeof factRuns.$inferSelect;
type Bounds = Pick<FactRow, 'firstSeq' | 'count' | 'fromMs' | 'toMs'>;

/** Numbers of facts, from the first to the last. */
export interface FactSpan {
  readonly first: number;
  readonly last: number;
}

export class Facts {
  readonly #path: string;
  readonly #orm: OpenDatabase['orm'];
  readonly #prepared: Queries;
  /** Whether facts with a wrong checksum are returned, for a comparison with the right ones. */
  comparesDamage = false;

  constructor(path: string, { orm }: OpenDatabase, prepared: Queries) {
    this.#path = path;
    this.#orm = orm;
    this.#prepared = prepared;
  }

  append(branch: number, run: FactRun): void {
    if (run.count > 0) this.#prepared.appendFacts.run(...rowOf(branch, run));
  }

  /**
   * Runs that hold facts from number `seq` on, in order, at most `limit` runs.
   * @param facts number of facts of the branch @throws StoreError if some are missing or damaged
   */
  from(branch: number, seq: number, limit: number, facts: number): FactRun[] {
    const bounds = { first: rowId(branch, 0), from: rowId(branch, seq), end: endOf(branch) };
    const runs = this.#runs(() => this.#prepared.factsFrom.all({ ...bounds, seq, limit }));
    const next = this.#endOf(runs, Math.max(1, Math.min(seq, runs[0]?.firstSeq ?? seq)));
    if (runs.length < limit && next <= facts) throw this.#missing(next);
    return runs;
  }

  /** Checks that a branch has this number of facts. @throws Damaged */
  check(branch: number, facts: number): void {
    const { found, bytes } = reading(this.#path, () =>
      this.#prepared.countFacts.get(rowId(branch, 0), endOf(branch)),
    ) as { found: number; bytes: number };
    if (facts > bytes / FACT_BYTES_MIN)
      throw new Damaged(
        this.#path,
        `its last commit had ${facts} facts, but those in it have ${bytes} bytes`,
      );
    if (found !== facts)
      throw new Damaged(this.#path, `it has ${found} facts, but its last commit had ${facts}`);
  }

  /** Runs that hold facts up to number `seq`, which exists: the newest first, at most `limit` runs. @throws StoreError */
  until(branch: number, seq: number, limit: number): FactRun[] {
    const bounds = { first: rowId(branch, 0), until: rowId(branch, seq), limit };
    const runs = this.#runs(() => this.#prepared.factsUntil.all(bounds));
    const next = this.#endOf(runs.toReversed(), runs.at(-1)?.firstSeq ?? 1);
    if (next <= seq) throw this.#missing(next);
    return runs;
  }

  /**
   * A span with all facts from `fromMs` to `toMs`. Its first and its last run may have earlier and later facts, too. Reads few
   * rows. @param facts number of facts of the branch @throws StoreError
   */
  span(branch: number, fromMs: number, toMs: number, facts: number): FactSpan {
    const first = this.#firstRun(branch, facts, (run) => run.toMs >= fromMs);
    return { first, last: this.#firstRun(branch, facts, (run) => run.fromMs > toMs) - 1 };
  }

  /** The number of the first fact of the first run that is `behind`, as are all runs after it; `facts + 1` if no run is. */
  #firstRun(branch: number, facts: number, isBehind: (run: Bounds) => boolean): number {
    let low = 1;
    let high = facts + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const run = reading(
        this.#path,
        () => this.#prepared.factRunAt.get(rowId(branch, 0), rowId(branch, middle)) as Bounds | undefined,
      );
      if (run === undefined || !Number.isSafeInteger(run.count) || run.firstSeq + run.count <= middle)
        throw this.#missing(middle);
      if (isBehind(run)) high = run.firstSeq;
      else low = run.firstSeq + run.count;
    }
    return low;
  }

  /** Runs that hold facts from `fromMs` to `toMs`, in order. @throws StoreError */
  between(branch: number, fromMs: number, toMs: number): FactRun[] {
    const isOfBranch = between(sql`row_id`, rowId(branch, 0), endOf(branch));
    const runs = this.#runs(() =>
      this.#orm
        .select()
        .from(factRuns)
        .where(and(isOfBranch, gte(factRuns.toMs, fromMs), lte(factRuns.fromMs, toMs)))
        .orderBy(sql`row_id`)
        .all(),
    );
    this.#endOf(runs, runs[0]?.firstSeq ?? 1);
    return runs;
  }

  /** Returns the number after the last fact. @param first number of the first fact @throws Damaged if some are missing */
  #endOf(runs: readonly FactRun[], first: number): number {
    return runs.reduce((next, { firstSeq, count }) => {
      if (firstSeq !== next) throw this.#missing(next);
      return next + count;
    }, first);
  }

  #missing(seq: number): Damaged {
    return new Damaged(this.#path, `the facts from number ${seq} on are missing`);
  }

  #runs(read: () => FactRow[]): FactRun[] {
    return reading(this.#path, read).map((row) => {
      const run = this.comparesDamage || isSealed(factRuns, row) ? runOf(row) : undefined;
      if (run !== undefined) return run;
      throw new Damaged(this.#path, `the facts from number ${row.firstSeq} on cannot be read`);
    });
  }
}

/** Returns the values of a new row, with its checksum. */
function rowOf(branch: number, run: FactRun) {
  const { firstSeq, count, words } = run;
  const row = [count, words[1], lastInstant(run), packFacts(words)] as const;
  return [rowId(branch, firstSeq), ...row, checksumOf(branch, firstSeq, ...row)] as const;
}

/** Returns the run of a stored row, undefined if the words are not whole facts. */
function runOf({ firstSeq, count, words: packed }: FactRow): FactRun | undefined {
  try {
    const words = unpackFacts(packed);
    return countFacts(words) === count ? { firstSeq, count, words } : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Returns the number of records in a run, −1 if the words are not whole records. */
function countFacts(words: Float64Array): number {
  let count = 0;
  let at = 0;
  for (; at < words.length; count++) {
    const length = Math.floor(words[at] / 256);
    if (!(length >= 0)) return -1;
    at += 2 + length;
  }
  return at === words.length ? count : -1;
}

function lastInstant(run: FactRun): number {
  let at = 0;
  for (let i = 0; i < run.words.length; i += 2 + Math.floor(run.words[i] / 256)) at = run.words[i + 1];
  return at;
}
