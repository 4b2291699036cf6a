// The files of worlds in a folder: their paths, which there are, and their removal.

import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../api/frame/errors/failure.ts';
import { WORLD_NAME } from '../../api/frame/operation/served-world.ts';
import { whyUnreadable } from '../../files/file-errors.ts';
import { WriterLock } from '../../store/durability/writer-lock.ts';
import { BESIDE, LOCK } from '../../store/file/beside.ts';
import { removeLeftBehind } from '../../store/file/left-behind.ts';
import { MEMORY } from '../../store/opening/database.ts';
import { StoreError } from '../../store/store-error.ts';

const FILE_NAME = /^world-(.+)\.gprsim$/;

export type WorldFiles = ReturnType<typeof newWorldFiles>;

export function newWorldFiles(folder: string | undefined) {
  // A killed process may have left incomplete files.
  if (folder !== undefined) removeLeftBehind(folder, Date.now(), 0);

  function pathOf(name: string): string {
    return folder === undefined ? MEMORY : join(folder, fileNameOf(name));
  }

  /** Whether there is a world of this name. An empty file, which an interrupted creation left, is none. */
  function has(name: string): boolean {
    return (sizeOf(name) ?? 0) > 0;
  }

  function locked(name: string, work: (path: string) => void): void {
    const path = pathOf(name);
    const lock = WriterLock.take(path);
    if (lock === undefined) throw new StoreError(`${path} is in use by another process`);
    try {
      work(path);
    } finally {
      lock.release();
    }
  }

  /** The size of the file of this name, bytes; undefined if there is no plain file. */
  function sizeOf(name: string): number | undefined {
    const path = pathOf(name);
    const found = path === MEMORY ? undefined : lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? found.size : undefined;
  }

  return {
    pathOf,
    has,
    /** @throws Failure if the folder cannot be read */
    names(): string[] {
      if (folder === undefined) return [];
      return entriesOf(folder).flatMap((file) => {
        const [, name] = (file.isFile() && FILE_NAME.exec(file.name)) || [];
        return name !== undefined && WORLD_NAME.test(name) && has(name) ? [name] : [];
      });
    },
    /** @throws Failure if there is a world of this name */
    requireFree(name: string): void {
      if (has(name)) throw new Failure('world-exists', { name });
    },
    /** Removes an empty file of this name. @throws StoreError if another process has it open */
    removeEmpty(name: string): void {
      if (sizeOf(name) !== 0) return;
      locked(name, (path) => {
        if (sizeOf(name) === 0) rmSync(path);
      });
    },
    /**
     * Removes the file of a world that is closed here, and those beside it. The file itself is last, so that a removal that a kill
     * interrupted can be repeated. @throws StoreError if another process has it open, or one of the files is no plain file
     */
    remove(name: string): void {
      if (!has(name)) return;
      locked(name, (path) => {
        for (const end of [...BESIDE.filter((end) => end !== LOCK), '']) rmSync(path + end, { force: true });
      });
    },
  };
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
