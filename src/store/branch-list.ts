// The branches of a world's file: their list, and the changes of this list and of the current branch.

import { BRANCH_MAX } from './codecs/row-id.ts';
import type { Past, PastTables } from './past.ts';
import { StoreError } from './store-error.ts';
import type { Branches, NewBranch } from './tables/branches/branch-table.ts';
import { deletedBranches } from './tables/branches/deleted-branches.ts';
import type { Settings } from './tables/file-settings.ts';
import type { Mark } from './tables/mark-table.ts';
import type { BranchRow, Rows } from './tables/rows.ts';
import type { Transactions } from './transactions.ts';

/** What a list of branches changes. */
interface Parts {
  readonly path: string;
  readonly stored: Rows;
  readonly rows: Branches;
  readonly tables: PastTables;
  readonly settings: Settings;
  readonly transactions: Transactions;
  /** Runs a work in a transaction. @throws StoreError if it is undone */
  transaction<T>(work: () => T): T;
}

export type BranchList = ReturnType<typeof newBranchList>;

export function newBranchList({ path, stored, rows, tables, settings, transactions, transaction }: Parts) {
  /** The number of the next branch. Numbers are never used again. @throws StoreError if there are no more */
  function next(): number {
    const branch = settings.number('lastBranch', 0) + 1;
    if (branch <= BRANCH_MAX) return branch;
    throw new StoreError(
      `${path} has ${branch - 1} branches, the most that a file can have; export it to a new file`,
    );
  }

  /** Makes another branch the current one. Call it within a transaction. */
  function enter(branch: number): void {
    settings.set('branch', String(branch));
    settings.countBranchChange();
    transactions.reload();
  }

  return {
    /** In the order of their numbers. @throws Damaged */
    all: (): readonly BranchRow[] => rows.all(),
    /** The last commit of each branch. @throws Damaged */
    marks: (): ReadonlyMap<number, Mark> => tables.marks.all(),
    /** A branch and its ancestors, the oldest first. @throws Damaged if there is no such branch, or one is damaged */
    line: (branch: number): readonly BranchRow[] => rows.rows(branch),
    next,
    /** Notes the first branch of a new file. Call it within a transaction. */
    addFirst(branch: number, reason: string): void {
      settings.set('branch', String(branch));
      settings.set('lastBranch', String(branch));
      rows.addFirst(branch, reason);
    },
    /**
     * Begins a new, empty branch at the scenario's start; the old ones stay in the file. Call it within a transaction.
     * @param branch its number, larger than the others @param reason why, for people
     */
    begin(branch = next(), reason = 'a reset'): void {
      rows.addFirst(branch, reason);
      settings.set('lastBranch', String(branch));
      enter(branch);
    },
    /** Begins a branch at a position of a line and makes it the current one. Call it within a transaction. */
    fork({ line }: Past, begin: Omit<NewBranch, 'branch'>, branch = next()): void {
      tables.facts.divide(line.facts, begin.facts);
      tables.estimates.divide(line.estimates, begin.estimates);
      rows.add({ branch, ...begin });
      settings.set('lastBranch', String(branch));
      enter(branch);
    },
    enter,
    /**
     * Deletes a branch that is not the current one and in which no other begins; yields after each slice. From the first slice
     * on, the file has no such branch.
     */
    *delete(branch: number): Generator<void> {
      transaction(() => {
        rows.remove(branch);
        settings.setDeleting([...settings.deleting(), branch]);
        settings.countBranchChange();
        transactions.reload();
      });
      yield* deletedBranches(stored, settings, transaction);
    },
  };
}
