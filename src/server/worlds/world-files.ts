// The files of worlds in a folder: their paths, which there are, and their removal.

import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnreadable } from '../../files/file-errors.ts';
import { Failure } from '../../http/errors/failure.ts';
import { WORLD_NAME } from '../../http/operation/worlds.ts';
import { WriterLock } from '../../store/durability/writer-lock.ts';
import { BESIDE, LOCK } from '../../store/file/beside.ts';
import { MEMORY, makeFile } from '../../store/opening/database.ts';
import { StoreError } from '../../store/store-error.ts';

const FILE_NAME = /^world-(.+)\.gprsim$/;

export class WorldFiles {
  /** undefined: worlds are in memory. */
  readonly #folder: string | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  pathOf(name: string): string {
    return this.#folder === undefined ? MEMORY : join(this.#folder, fileNameOf(name));
  }

  has(name: string): boolean {
    const path = this.pathOf(name);
    return path !== MEMORY && lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  }

  /** @throws Failure if the folder cannot be read */
  names(): string[] {
    if (this.#folder === undefined) return [];
    return entriesOf(this.#folder).flatMap((file) => {
      const [, name] = (file.isFile() && FILE_NAME.exec(file.name)) || [];
      return name !== undefined && WORLD_NAME.test(name) ? [name] : [];
    });
  }

  /** Creates the empty file of a new world. @throws Failure if there is one, also if another process has just created it */
  make(name: string): void {
    const path = this.pathOf(name);
    if (path === MEMORY) return;
    try {
      makeFile(path);
    } catch (error) {
      this.requireFree(name);
      throw error;
    }
  }

  /** @throws Failure if there is a file of this name */
  requireFree(name: string): void {
    if (this.has(name)) throw new Failure('world-exists', { name });
  }

  /** Removes the file of a world that is closed here. @throws StoreError if another process has it open */
  remove(name: string): void {
    if (!this.has(name)) return;
    const path = this.pathOf(name);
    const lock = WriterLock.take(path);
    if (lock === undefined) throw new StoreError(`${path} is in use by another process`);
    for (const end of ['', ...BESIDE.filter((end) => end !== LOCK)]) rmSync(path + end, { force: true });
    lock.release();
  }
}

export function fileNameOf(name: string): string {
  return `world-${name}.gprsim`;
}

/** @throws Failure if the folder cannot be read */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new Failure('world-unusable', {
      why: `the folder of --worlds cannot be read: ${whyUnreadable(error)}`,
    });
  }
}
