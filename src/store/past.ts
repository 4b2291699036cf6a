// What a world's file holds of one branch and of its ancestors up to there: journal, facts, recorded estimates, the last commit,
// and snapshots.

import { ENGINE_VERSION, type EstimateRun, type FactRun } from '../../sim/index.ts';
import type { Content } from './store.ts';
import type { History } from './tables/gpr-history.ts';
import type { Journal } from './tables/journal.ts';
import type { Line, Position } from './tables/line.ts';
import type { Mark, Marks } from './tables/mark-table.ts';
import type { JournalRow } from './tables/rows.ts';
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

export type Past = ReturnType<typeof newPast>;

/** @param history the GPRs of the line that have left memory @param content what the line has; it grows with the current branch */
export function newPast(
  file: { readonly path: string; readonly engineVersion: number },
  line: Line,
  tables: PastTables,
  history: Pick<History, 'gpr' | 'isWhole' | 'batches' | 'all'>,
  content: () => Pick<Content, 'commands' | 'facts' | 'estimates'>,
) {
  const { path, engineVersion } = file;

  /** Entries from number `from` on, in order, at most `limit`. @throws Damaged if one is missing or has a wrong checksum */
  function journalRows(from: number, limit: number): JournalRow[] {
    return tables.journal.rows(line.commands, from, limit);
  }

  return {
    history,
    line,
    path,
    branch: line.branch,
    /** Number of commands in the journal of the line. */
    get commands() {
      return content().commands;
    },
    /** Number of facts of the line. */
    get facts() {
      return content().facts;
    },
    /** Number of changes of recorded estimates of the line. */
    get estimates() {
      return content().estimates;
    },
    journalRows,
    /** Number of commands at the last instant of the line. @param nowMs this instant @throws Damaged */
    commandsAt(nowMs: number): number {
      let from = 1;
      const { commands } = content();
      for (let end = commands + 1; from < end; ) {
        const middle = Math.floor((from + end) / 2);
        if (journalRows(middle, 1)[0].atMs < nowMs) from = middle + 1;
        else end = middle;
      }
      return commands - from + 1;
    },
    /**
     * Checks the entries of the journal, and how many facts and recorded estimates there are; yields after each slice.
     * @throws Damaged
     */
    *checkRecorded({ commands, facts, estimates }: Mark): Generator<void> {
      yield* tables.journal.check(line.commands, commands);
      tables.facts.check(line.facts, facts);
      tables.estimates.check(line.estimates, estimates);
    },
    /** Runs that hold facts from number `seq` on, in order, at most `limit` runs. @throws StoreError */
    factRunsFrom(seq: number, limit: number): FactRun[] {
      return tables.facts.from(line.facts, seq, limit, content().facts);
    },
    /** Runs that hold facts up to number `seq`, which exists: the newest first, at most `limit` runs. @throws StoreError */
    factRunsUntil(seq: number, limit: number): FactRun[] {
      return tables.facts.until(line.facts, seq, limit);
    },
    /** See Runs.span. @throws StoreError */
    factSpan(fromMs: number, toMs: number): Span {
      return tables.facts.span(line.facts, fromMs, toMs, content().facts);
    },
    /** Changes of recorded estimates from number `seq` on, in order, at most `limit` runs. @throws StoreError */
    estimateRunsFrom(seq: number, limit: number): EstimateRun[] {
      return tables.estimates.from(line.estimates, seq, limit, content().estimates);
    },
    /** Runs that hold changes up to number `seq`, which exists: the newest first, at most `limit` runs. @throws StoreError */
    estimateRunsUntil(seq: number, limit: number): EstimateRun[] {
      return tables.estimates.until(line.estimates, seq, limit);
    },
    /** See Runs.span. @throws StoreError */
    estimateSpan(fromMs: number, toMs: number): Span {
      return tables.estimates.span(line.estimates, fromMs, toMs, content().estimates);
    },
    /** The state of the branch at its last commit; undefined before the first one. @throws Damaged if its checksum is wrong */
    mark(): Mark | undefined {
      return tables.marks.read(line.branch);
    },
    /** Number of facts of this snapshot, undefined without one. It may be unreadable. */
    snapshotFacts(until: Position): number | undefined {
      return tables.snapshots.nearestFacts(line, until);
    },
    /**
     * The last snapshot up to a position, which the line passes; undefined if none is whole and of this version, or if the
     * history before it is damaged.
     */
    snapshot(until: Position): Snapshot | undefined {
      if (engineVersion !== ENGINE_VERSION || !history.isWhole) return undefined;
      return tables.snapshots.nearest(line, until);
    },
  };
}
