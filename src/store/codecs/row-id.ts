// The keys of the journal and of the facts: one integer for a branch and a number. SQLite appends a row with an integer key
// by writing one page; a key of two columns would double the pages of a turn.

/** More than the facts of any run. SQLite's columns `branch` and `seq` or `first_seq` derive from it. */
export const NUMBERS = 2 ** 36;

/** All keys are safe integers. */
export const BRANCH_MAX = Number.MAX_SAFE_INTEGER / NUMBERS - 1;

/** The key of the row of a branch with this number: of a command, or of the first of a run of facts. */
export function rowId(branch: number, number: number): number {
  return branch * NUMBERS + number;
}

/** The least key after all rows of a branch. */
export function endOf(branch: number): number {
  return rowId(branch + 1, 0);
}
