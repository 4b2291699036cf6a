// The contract of a store: the rows of an open world, and what is done with the world as a whole. `sqlite/` keeps it for files and
// for memory. Whatever else reads or changes a world relies on this contract alone.

import type { Rows } from './tables/rows.ts';

/** What was committed, but is not in the store. All numbers are 0 if only the last simulated time is missing. */
export interface Lost {
  readonly commands: number;
  readonly facts: number;
  readonly keyChanges: number;
  /** How often another branch had become the current one, or one had been deleted. */
  readonly branchChanges: number;
}

/** What a store holds of a branch at a commit. */
export interface Content {
  /** How often another branch became the current one, or one was deleted. */
  branchChanges: number;
  branch: number;
  /** Number of commands and facts that the branch shares with the branch in which it begins. */
  forkCommands: number;
  forkFacts: number;
  /** Number of commands, facts and changes of recorded estimates of the world, also of shared ones. */
  commands: number;
  facts: number;
  estimates: number;
  /** Simulated time, and the round within the instant. */
  nowMs: number;
  round: number;
  /** Number of changes of the API keys since the opening. */
  keyChanges: number;
}

/** A slice of a copy. */
export interface Copied {
  readonly what: 'commands' | 'facts' | 'estimates' | 'GPRs' | 'deletions';
  readonly count: number;
  /** Share of them that is copied, 0 … 1. */
  readonly done: number;
}

/** All members throw StoreError. */
export interface Store {
  /** Whether it has no world yet. */
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  /** What a failure of the system took from it; undefined if nothing is missing. */
  readonly lost?: Lost | undefined;
  /** Its size in the file, or in memory; 0 when it is closed, which a failure can do. */
  readonly bytes: number;
  readonly rows: Rows;
  /** @param branch undefined = the current one */
  content(branch?: number): Content;

  readonly inTransaction: boolean;
  begin(): void;
  commit(): void;
  /** Undoes the open transaction, or one whose commit failed; nothing if there is none. */
  rollback(): void;
  /** Records what is committed, so that a later loss is noticed. A record that is one commit late is harmless. */
  record(content: Content): void;
  /** Counts a change of the API keys, in the open transaction. */
  countKeyChange(): void;
  /** After this, what is committed does not rely on a log. */
  settle(): void;

  /**
   * Copies the world, without the tables of the process, into a new file, in slices. The world must not change until the copy is done.
   * @param withSnapshots whether the copy gets the snapshots, too
   */
  copyOut(target: string, withSnapshots: boolean): Generator<Copied>;
  /** Same as `copyOut`, into a store without a world. */
  copyTo(other: this, withSnapshots: boolean): Generator<Copied>;
  /** Replaces the world by that of another file, in one transaction. @param more runs in the transaction, too */
  become(source: string, more: () => void): void;

  /** Reads all of it, but snapshots. Returns the first damage, to follow its name in a sentence; undefined if it is whole. */
  damage(): string | undefined;
  /** Returns which branch lacks its record or its last commit, undefined if none does. */
  missingBranch(): string | undefined;

  close(): void;
  /** Closes a damaged store without any change to it. */
  abandon(): void;
}
