// What a world's file holds of one branch and of its ancestors up to there: journal, facts, recorded estimates, the last commit,
// and snapshots.

import { ENGINE_VERSION, type EstimateRun, type FactRun } from '../../sim/index.ts';
import type { contentOf } from './durability/wholeness.ts';
import { reading } from './opening/database.ts';
import type { History } from './tables/gpr-history.ts';
import type { Journal, JournalRow } from './tables/journal.ts';
import type { Line, Position } from './tables/line.ts';
import type { Mark, Marks } from './tables/mark-table.ts';
import type { Runs, Span } from './tables/runs.ts';
import type { Snapshot, Snapshots } from './tables/snapshots.ts';

/** The tables that a past reads. */
export interface PastTables {
  readonly journal: Journal;
  readonly facts: Runs;
  readonly estimates: Runs;
  readonly marks: Marks;
  readonly snapshots: Snapshots;
}

type Content = Pick<ReturnType<typeof contentOf>, 'commands' | 'facts' | 'estimates'>;

export class Past {
  readonly path: string;
  readonly line: Line;
  /** The GPRs of the line that have left memory. */
  readonly history: Pick<History, 'gpr' | 'isWhole' | 'batches' | 'all'>;
  readonly #tables: PastTables;
  readonly #content: () => Content;
  readonly #engineVersion: number;

  /** @param content what the line has; it grows with the current branch */
  constructor(
    file: { readonly path: string; readonly engineVersion: number },
    line: Line,
    tables: PastTables,
    history: Past['history'],
    content: () => Content,
  ) {
    this.path = file.path;
    this.#engineVersion = file.engineVersion;
    this.line = line;
    this.history = history;
    this.#tables = tables;
    this.#content = content;
  }

  get branch(): number {
    return this.line.branch;
  }

  /** Number of commands in the journal of the line. */
  get commands(): number {
    return this.#content().commands;
  }

  /** Number of facts of the line. */
  get facts(): number {
    return this.#content().facts;
  }

  /** Number of changes of recorded estimates of the line. */
  get estimates(): number {
    return this.#content().estimates;
  }

  /** Entries from number `from` on, in order, at most `limit`. @throws Damaged if one is missing or has a wrong checksum */
  journalRows(from: number, limit: number): JournalRow[] {
    return this.#tables.journal.rows(this.line.commands, from, limit);
  }

  /** Number of commands at the last instant of the line. @param nowMs this instant @throws Damaged */
  commandsAt(nowMs: number): number {
    let from = 1;
    for (let end = this.commands + 1; from < end; ) {
      const middle = Math.floor((from + end) / 2);
      if (this.journalRows(middle, 1)[0].atMs < nowMs) from = middle + 1;
      else end = middle;
    }
    return this.commands - from + 1;
  }

  /**
   * Checks the first `commands` entries of the journal, and how many facts and recorded estimates there are; yields after each
   * slice. @throws Damaged
   */
  *checkRecorded(commands: number, facts: number, estimates: number): Generator<void> {
    yield* this.#tables.journal.check(this.line.commands, commands);
    this.#tables.facts.check(this.line.facts, facts);
    this.#tables.estimates.check(this.line.estimates, estimates);
  }

  /** Runs that hold facts from number `seq` on, in order, at most `limit` runs. @throws StoreError */
  factRunsFrom(seq: number, limit: number): FactRun[] {
    return this.#tables.facts.from(this.line.facts, seq, limit, this.facts);
  }

  /** Runs that hold facts up to number `seq`, which exists: the newest first, at most `limit` runs. @throws StoreError */
  factRunsUntil(seq: number, limit: number): FactRun[] {
    return this.#tables.facts.until(this.line.facts, seq, limit);
  }

  /** See Runs.span. @throws StoreError */
  factSpan(fromMs: number, toMs: number): Span {
    return this.#tables.facts.span(this.line.facts, fromMs, toMs, this.facts);
  }

  /** Changes of recorded estimates from number `seq` on, in order, at most `limit` runs. @throws StoreError */
  estimateRunsFrom(seq: number, limit: number): EstimateRun[] {
    return this.#tables.estimates.from(this.line.estimates, seq, limit, this.estimates);
  }

  /** Runs that hold changes up to number `seq`, which exists: the newest first, at most `limit` runs. @throws StoreError */
  estimateRunsUntil(seq: number, limit: number): EstimateRun[] {
    return this.#tables.estimates.until(this.line.estimates, seq, limit);
  }

  /** See Runs.span. @throws StoreError */
  estimateSpan(fromMs: number, toMs: number): Span {
    return this.#tables.estimates.span(this.line.estimates, fromMs, toMs, this.estimates);
  }

  /** The state of the branch at its last commit; undefined before the first one. @throws Damaged if its checksum is wrong */
  mark(): Mark | undefined {
    return this.#tables.marks.read(this.branch);
  }

  /** Number of facts of this snapshot, undefined without one. It may be unreadable. */
  snapshotFacts(until: Position): number | undefined {
    return reading(this.path, () => this.#tables.snapshots.nearestFacts(this.line, until));
  }

  /**
   * The last snapshot up to a position, which the line passes; undefined if none is whole and of this version, or if the
   * history before it is damaged.
   */
  snapshot(until: Position): Snapshot | undefined {
    if (this.#engineVersion !== ENGINE_VERSION || !this.history.isWhole) return undefined;
    return reading(this.path, () => this.#tables.snapshots.nearest(this.line, until));
  }
}
