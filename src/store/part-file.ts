// A file under way has a name of its own, and gets the one that is wanted when it is whole: what is broken off in whatever
// way is never taken for the whole.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { pathOf } from './database.ts';
import { StoreError } from './store-error.ts';

export class PartFile {
  /** Where it is made. */
  readonly path: string;
  readonly #target: string;

  /** @throws StoreError when there is such a file */
  constructor(target: string) {
    this.#target = pathOf(target);
    // A process that was killed leaves its own behind, and the next one may well have the same number.
    this.path = `${this.#target}.${crypto.randomUUID()}.part`;
    this.#requireFree(target);
  }

  /** It is whole, and closed. */
  keep(): void {
    this.#requireFree(this.#target);
    renameSync(this.path, this.#target);
  }

  /** It goes, with what SQLite has beside it; one that was kept stays. */
  drop(): void {
    for (const end of ['', '-wal', '-journal']) rmSync(this.path + end, { force: true });
  }

  /** What went wrong with it, in words that name the file that it was to become. */
  told(error: unknown): unknown {
    if (!(error instanceof StoreError)) return error;
    error.message = error.message.replaceAll(this.path, this.#target);
    return error;
  }

  #requireFree(target: string): void {
    if (existsSync(this.#target)) throw new StoreError(`there is a file ${target} already; give a new one`);
  }
}
