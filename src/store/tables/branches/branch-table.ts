// The branches of a world's file: where each begins, and from which branch.

import { isSealed, sealed } from '../../codecs/row-checksum.ts';
import { BRANCH_MAX } from '../../codecs/row-id.ts';
import { Damaged } from '../../store-error.ts';
import { type Line, lineOf, START } from '../line.ts';
import type { BranchRow, Rows } from '../rows.ts';
import { branches } from '../schema.ts';

/** What a branch without a parent begins with. */
const ROOT = {
  ...START,
  parent: null,
  facts: 0,
  estimates: 0,
  workspaces: 0,
  baseCommands: 0,
  baseFacts: 0,
} as const;

/** How many rows a branch has in the tables of the history. */
type Counts = Pick<BranchRow, 'historyRows' | 'removalRows'>;

export type NewBranch = Omit<BranchRow, keyof Counts | 'checksum'>;

export class Branches {
  readonly #path: string;
  readonly #stored: Rows['branches'];
  /** Grows with each change after which a line is another one. */
  changes = 0;
  #known: Map<number, BranchRow> | undefined;

  constructor(path: string, stored: Rows['branches']) {
    this.#path = path;
    this.#stored = stored;
  }

  /** Reads the rows again: the file has changed in another way. */
  forget(): void {
    this.changes++;
    this.#known = undefined;
  }

  /** All branches, in the order of their numbers. @throws Damaged */
  all(): BranchRow[] {
    return [...this.#rows().values()].map((row) => this.#whole(row, row.branch));
  }

  /** @throws Damaged if it is missing or damaged */
  row(branch: number): BranchRow {
    return this.#whole(this.#rows().get(branch), branch);
  }

  #rows(): Map<number, BranchRow> {
    if (this.#known !== undefined) return this.#known;
    const rows = this.#stored.all();
    const known = new Map(rows.map((row) => [row.branch, row]));
    // In a damaged file, a number can be there twice, and not in order.
    if (known.size < rows.length) throw new Damaged(this.#path, 'it has two records of one branch');
    this.#known = known;
    return known;
  }

  /** @throws Damaged if a branch of it is missing or damaged */
  line(branch: number): Line {
    return lineOf(this.rows(branch));
  }

  /** A branch and its ancestors, the oldest first. @throws Damaged if one is missing or damaged */
  rows(branch: number): BranchRow[] {
    const rows: BranchRow[] = [];
    for (let next: number | null = branch; next !== null; ) {
      const row = this.row(next);
      // Numbers grow: so an untrusted file has no circle of branches.
      if (row.parent !== null && row.parent >= next)
        throw new Damaged(this.#path, `its branch ${next} begins in branch ${row.parent}`);
      rows.push(row);
      next = row.parent;
    }
    return rows.reverse();
  }

  /** The branches that begin in a branch, or in one of these. @throws Damaged */
  descendants(branch: number): BranchRow[] {
    const found = new Set([branch]);
    return this.all().filter((row) => {
      const isOne = row.parent !== null && found.has(row.parent);
      if (isOne) found.add(row.branch);
      return isOne;
    });
  }

  /** Adds a branch that begins at the scenario's start. */
  addFirst(branch: number, reason: string): void {
    this.add({ branch, reason, ...ROOT });
  }

  remove(branch: number): void {
    this.forget();
    this.#stored.remove(branch);
  }

  add(row: NewBranch): void {
    this.forget();
    this.#stored.put(sealed(branches, { ...row, historyRows: 0, removalRows: 0 }));
  }

  change(branch: number, members: Partial<NewBranch & Counts>): void {
    const { checksum: _, ...known } = this.row(branch);
    if (members.baseFacts !== undefined) this.changes++;
    this.#known = undefined;
    this.#stored.put(sealed(branches, { ...known, ...members }));
  }

  #whole(row: BranchRow | undefined, branch: number): BranchRow {
    if (row === undefined) throw new Damaged(this.#path, `the record of its branch ${branch} is missing`);
    if (branch < 1 || branch > BRANCH_MAX)
      throw new Damaged(this.#path, `its branch ${branch} has no number from 1 to ${Math.floor(BRANCH_MAX)}`);
    if (isSealed(branches, row)) return row;
    throw new Damaged(this.#path, `the record of its branch ${branch} has a wrong checksum`);
  }
}
