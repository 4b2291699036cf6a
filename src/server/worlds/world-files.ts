// The files of worlds in a folder: their paths, which there are, and their removal.

import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../api/frame/errors/failure.ts';
import { WORLD_NAME } from '../../api/frame/operation/served-world.ts';
import { whyUnreadable } from '../../files/file-errors.ts';
import { WriterLock } from '../../store/sqlite/durability/writer-lock.ts';
import { BESIDE, LOCK } from '../../store/sqlite/file/beside.ts';
import { removeLeftBehind } from '../../store/sqlite/file/left-behind.ts';
import { StoreError } from '../../store/store-error.ts';
import { MEMORY } from '../../wire/memory.ts';

const FILE_NAME = /^world-(.+)\.gprsim$/;
const LOCKED_NAME = /^world-(.+)\.gprsim-lock$/;

export class WorldFiles {
  /** undefined: worlds are in memory. */
  readonly #folder: string | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
    if (folder === undefined) return;
    // A killed process may have left incomplete files, and the lock of a world that it had deleted.
    removeLeftBehind(folder, Date.now(), 0);
    try {
      for (const name of this.#namesOf(LOCKED_NAME))
        if (this.#sizeOf(name) === undefined) WriterLock.take(this.pathOf(name))?.release();
    } catch {
      // Another user owns it, or it is no lock.
    }
  }

  pathOf(name: string): string {
    return this.#folder === undefined ? MEMORY : join(this.#folder, fileNameOf(name));
  }

  /** Whether there is a world of this name. An empty file, which an interrupted creation left, is none. */
  has(name: string): boolean {
    return (this.#sizeOf(name) ?? 0) > 0;
  }

  /** @throws Failure if the folder cannot be read */
  names(): string[] {
    return this.#namesOf(FILE_NAME).filter((name) => this.has(name));
  }

  /** The names of worlds that plain files have. */
  #namesOf(fileName: RegExp): string[] {
    if (this.#folder === undefined) return [];
    return entriesOf(this.#folder).flatMap((file) => {
      const [, name] = (file.isFile() && fileName.exec(file.name)) || [];
      return name !== undefined && WORLD_NAME.test(name) ? [name] : [];
    });
  }

  /** @throws Failure if there is a world of this name */
  requireFree(name: string): void {
    if (this.has(name)) throw new Failure('world-exists', { name });
  }

  /** Removes an empty file of this name. @throws StoreError if another process has it open */
  removeEmpty(name: string): void {
    if (this.#sizeOf(name) !== 0) return;
    this.#locked(name, (path) => {
      if (this.#sizeOf(name) === 0) rmSync(path);
    });
  }

  /**
   * Removes the file of a world that is closed here, and those beside it. The file itself is last, so that a removal that a kill
   * interrupted can be repeated. @throws StoreError if another process has it open, or one of the files is no plain file
   */
  remove(name: string): void {
    if (!this.has(name)) return;
    this.#locked(name, (path) => {
      for (const end of [...BESIDE.filter((end) => end !== LOCK), '']) rmSync(path + end, { force: true });
    });
  }

  #locked(name: string, work: (path: string) => void): void {
    const path = this.pathOf(name);
    const lock = WriterLock.take(path);
    if (lock === undefined) throw new StoreError(`${path} is in use by another process`);
    try {
      work(path);
    } finally {
      lock.release();
    }
  }

  /** The size of the file of this name, bytes; undefined if there is no plain file. */
  #sizeOf(name: string): number | undefined {
    const path = this.pathOf(name);
    const found = path === MEMORY ? undefined : lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? found.size : undefined;
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
