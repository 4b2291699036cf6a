// The rows of an open world, and what is done with them. Their order, their keys and their checksums are the same in each store.

import type * as schema from './schema.ts';

type Row<Table extends keyof typeof schema> = (typeof schema)[Table]['$inferSelect'];

type SettingRow = Row<'meta'>;
/** An unvalidated entry of the journal. */
export type JournalRow = Row<'journal'>;
export type RunRow = Row<'factRuns'>;
export type MarkRow = Row<'marks'>;
export type BranchRow = Row<'branches'>;
export type SnapshotRow = Row<'snapshots'>;
export type PartRow = Row<'snapshotParts'>;
export type HistoryRow = Row<'history'>;
export type RemovalRow = Row<'removals'>;
export type KeyRow = Row<'keys'>;
export type SecretRow = Row<'secrets'>;

/** The body of a command has at most 1 MiB. A longer entry is not read: that would hold the loop. */
export const ENTRY_BYTES_MAX = 8 * 2 ** 20;

/** `command` is null if it has more than ENTRY_BYTES_MAX bytes. */
export type UnreadEntry = Omit<JournalRow, 'command'> & { readonly command: string | null };

type SnapshotKey = Pick<SnapshotRow, 'branch' | 'facts'>;
type HistoryKey = Pick<HistoryRow, 'branch' | 'block' | 'facts'>;

/** A run without its words. */
export type RunBounds = Pick<RunRow, 'firstSeq' | 'count' | 'fromMs' | 'toMs'>;

/** The rows of `facts` or of `estimates`, by their keys (row-id.ts): a run ends before the key of the next one. */
export interface RunRows {
  append(key: number, run: Omit<RunRow, 'branch' | 'firstSeq'>): void;
  /**
   * In order, from the run that has `from` on: those with keys above `first` and below `end`, and with a number of at least `seq`.
   */
  from(keys: {
    readonly first: number;
    readonly from: number;
    readonly end: number;
    readonly seq: number;
    readonly limit: number;
  }): RunRow[];
  /** Those with keys above `first`, up to `until`: the last one first. */
  until(keys: { readonly first: number; readonly until: number; readonly limit: number }): RunRow[];
  /** The last one with a key above `first`, up to `until`. */
  at(first: number, until: number): RunBounds | undefined;
  /** How many records there are between two keys, and in how many bytes. */
  count(after: number, before: number): { readonly found: number; readonly bytes: number };
  drop(key: number): void;
}

/** All functions throw StoreError. `put` adds a row, or replaces the one with its key. */
export interface Rows {
  readonly settings: {
    get(key: string): SettingRow | undefined;
    /** The size of a value, which is not read. */
    bytesOf(key: string): number | undefined;
    put(row: SettingRow): void;
    remove(key: string): void;
  };
  readonly journal: {
    append(key: number, atMs: number, round: number, command: string, checksum: number): void;
    /** In order, from one key to another. */
    range(first: number, last: number): UnreadEntry[];
  };
  readonly facts: RunRows;
  readonly estimates: RunRows;
  readonly marks: {
    get(branch: number): MarkRow | undefined;
    all(): MarkRow[];
    put(row: MarkRow): void;
  };
  readonly branches: {
    /** In the order of their numbers. */
    all(): BranchRow[];
    put(row: BranchRow): void;
    remove(branch: number): void;
  };
  readonly snapshots: {
    /** In order. */
    of(branch: number): SnapshotRow[];
    /** Of all branches, in order. */
    sizes(): Pick<SnapshotRow, 'branch' | 'facts' | 'bytes'>[];
    /** The states of its parts, in order. */
    parts(snapshot: SnapshotKey): Buffer[];
    add(row: SnapshotRow): void;
    addPart(branch: number, facts: number, part: number, state: Buffer): void;
    /** With its parts. */
    drop(snapshot: SnapshotKey): void;
    /** Drops the parts that have no snapshot. */
    dropLeftParts(): void;
    /** Drops those of a branch after a number of facts, with their parts. */
    cutAfter(branch: number, facts: number): void;
  };
  readonly history: {
    counts(branch: number): Pick<BranchRow, 'historyRows' | 'removalRows'>;
    /** The numbers of facts of its batches up to one, in order. */
    batches(branch: number, facts: number): number[];
    /** In the order of their facts, up to a number. */
    block(branch: number, block: number, facts: number): HistoryRow[];
    /** In the order of their keys, after one, with at most `until` facts. */
    rowsAfter(after: HistoryKey, until: number, limit: number): HistoryRow[];
    write(row: HistoryRow): void;
    /** Returns how many rows it dropped. */
    drop(key: HistoryKey): number;
    cutAfter(branch: number, facts: number): void;
  };
  readonly removals: {
    /** Returns how many rows it added: 0 if the uid is there. */
    add(row: RemovalRow): number;
    /** Uids from one to before another, removed by a number of commands. */
    of(branch: number, from: number, to: number, commands: number): RemovalRow[];
  };
  readonly keys: {
    /** In the order of their creation. */
    all(): KeyRow[];
    put(row: KeyRow): void;
    remove(id: string): void;
  };
  readonly secrets: {
    get(name: string): SecretRow | undefined;
    put(row: SecretRow): void;
  };
  /** Deletes some rows of a branch from the tables of journal, runs, snapshots, history and marks. Returns whether there were any. */
  deleteSome(branch: number): boolean;
}
