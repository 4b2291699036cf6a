// Writes a file under a temporary name and renames it when it is complete. Thus an interrupted write never leaves a file
// with the final name.

import { existsSync, linkSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../../store-error.ts';
import { BESIDE, requirePlain } from '../file/beside.ts';
import { ownMark, removeLeftBehind, removeTemporary } from '../file/left-behind.ts';
import { pathOf, restOf } from './database.ts';
import { requireOwnName } from './part-of-world.ts';

export class PartFile {
  /** The temporary path. */
  readonly path: string;
  readonly #target: string;

  /** @throws StoreError if the target exists */
  constructor(target: string) {
    this.#target = pathOf(target);
    removeLeftBehind(dirname(this.#target), Date.now());
    this.path = `${this.#target}.${ownMark()}${crypto.randomUUID()}.part`;
    this.#requireFree(target);
  }

  /** Renames the complete, closed file to its final name. */
  keep(): void {
    this.#requireFree(this.#target);
    try {
      // Unlike a renaming, a link never replaces a file that another process has just created.
      linkSync(this.path, this.#target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(this.#target);
      // Some file systems have no links.
      renameSync(this.path, this.#target);
    }
  }

  /** Deletes the temporary file and SQLite's files beside it. A kept file stays. */
  drop(): void {
    for (const end of ['', ...BESIDE]) removeTemporary(this.path + end);
  }

  /** Replaces the temporary path in a StoreError by the target's path. */
  explained(error: unknown): unknown {
    if (!(error instanceof StoreError)) return error;
    error.message = error.message.replaceAll(this.path, this.#target);
    return error;
  }

  #requireFree(target: string): void {
    requireOwnName(this.#target);
    requirePlain(target, this.#target);
    if (existsSync(this.#target)) throw taken(target);
    const rest = restOf(target);
    if (rest !== undefined)
      throw new StoreError(`there is ${rest} of another world; remove it, or give a new name`);
  }
}

function taken(target: string): StoreError {
  return new StoreError(`the file ${target} already exists; give a new name`);
}
