// The settings of a world's file: its scenario, the version of the engine that wrote it, and its current branch.

import { isSealed, sealed } from '../codecs/row-checksum.ts';
import { BRANCH_MAX } from '../codecs/row-id.ts';
import { Damaged } from '../store-error.ts';
import type { Rows } from './rows.ts';
import { meta } from './schema.ts';

/**
 * `run` is there while a run is under way; `branchChanges` counts the changes of the current branch and the deletions of branches;
 * `lastBranch` is the greatest number that a branch has had; `deleting` lists the branches whose rows are being deleted, as JSON. */
type Setting = (typeof REQUIRED)[number] | 'run' | 'branchChanges' | 'lastBranch' | 'deleting';

const REQUIRED = ['scenario', 'engineVersion', 'branch'] as const;

export class Settings {
  readonly #path: string;
  readonly #rows: Rows['settings'];

  /** @throws Damaged if the file has a world and lacks a setting */
  constructor(path: string, { settings, marks }: Rows) {
    this.#path = path;
    this.#rows = settings;
    // An interrupted creation leaves no settings and no world.
    const missing = REQUIRED.filter((key) => this.bytesOf(key) === undefined);
    const hasWorld = missing.length < REQUIRED.length || marks.all().length > 0;
    if (hasWorld && missing.length > 0) throw new Damaged(path, `its ${missing[0]} is missing`);
  }

  /** The size in bytes, without reading the value; undefined if it is not set. @throws StoreError */
  bytesOf(key: Setting): number | undefined {
    return this.#rows.bytesOf(key);
  }

  /** Returns undefined if it is not set. @throws StoreError */
  text(key: Setting): string | undefined {
    const row = this.#rows.get(key);
    if (row !== undefined && !isSealed(meta, row))
      throw new Damaged(this.#path, `its ${key} has a wrong checksum`);
    return row?.value;
  }

  /** @param missing returned if it is not set @throws StoreError */
  number(key: Setting, missing: number): number {
    const value = Number(this.text(key) ?? missing);
    if (Number.isSafeInteger(value)) return value;
    throw new Damaged(this.#path, `its ${key} is ${JSON.stringify(this.text(key))}, not a whole number`);
  }

  /** The number of the current branch. @throws StoreError */
  branch(): number {
    const branch = this.number('branch', 1);
    if (branch >= 1 && branch <= BRANCH_MAX) return branch;
    throw new Damaged(this.#path, `its branch is ${branch}, not a number from 1 to ${BRANCH_MAX}`);
  }

  /** The branches that the file no longer has, although some of their rows may be left. @throws StoreError */
  deleting(): number[] {
    const text = this.text('deleting') ?? '[]';
    try {
      const branches: unknown = JSON.parse(text);
      if (Array.isArray(branches) && branches.every(Number.isSafeInteger)) return branches as number[];
    } catch {
      // Reported below.
    }
    throw new Damaged(this.#path, `its list of deleted branches is ${JSON.stringify(text)}`);
  }

  setDeleting(branches: readonly number[]): void {
    if (branches.length === 0) this.remove('deleting');
    else this.set('deleting', JSON.stringify(branches));
  }

  countBranchChange(): void {
    this.set('branchChanges', String(this.number('branchChanges', 0) + 1));
  }

  set(key: Setting, value: string): void {
    this.#rows.put(sealed(meta, { key, value }));
  }

  remove(key: Setting): void {
    this.#rows.remove(key);
  }
}
