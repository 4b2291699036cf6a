// Files that a command writes, such as reports. They are opened before the work, which may be long. A failed command leaves
// what was there.

import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailure } from '../../../arguments/command-failure.ts';
import { whyUnwritable } from '../../../files/file-errors.ts';
import { ownMark, removeLeftBehind, removeTemporary } from '../../../store/sqlite/file/left-behind.ts';

export type OutputFile = ReturnType<typeof newOutputFile>;

/** Keeps the content of an existing file until `close`. @throws CommandFailure if the file cannot be written */
export function newOutputFile(path: string) {
  let isBegun = false;
  let isClosed = false;
  /** The temporary file, which replaces the file when it is complete. */
  let partPath: string | undefined;
  /** Whether this object created the file. */
  const isMade: boolean = !existsSync(path);
  /** Of the file; from the first `write` on, of the temporary file beside it, if there is one. */
  let fd: number = refusing(() => openSync(path, 'a'));

  function end(): void {
    if (!isClosed) closeSync(fd);
    isClosed = true;
  }

  /** Opens the temporary file. Pipes, devices, and files in a folder that admits no new file are written directly. */
  function begin(): void {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return;
    const target = realpathSync(path);
    const part = `${target}.${ownMark()}${crypto.randomUUID()}.part`;
    removeLeftBehind(dirname(target), Date.now());
    try {
      const descriptor = openSync(part, 'wx');
      closeSync(fd);
      fd = descriptor;
    } catch {
      ftruncateSync(fd);
      return;
    }
    partPath = part;
    fchmodSync(fd, stats.mode);
  }

  function refusing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new CommandFailure(`${path} cannot be written: ${whyUnwritable(error)}`);
    }
  }

  return {
    path,
    /** Writes a text; the first one begins a new content. @throws CommandFailure */
    write(text: string): void {
      refusing(() => {
        if (!isBegun) begin();
        isBegun = true;
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      });
    },
    /** Closes the file, whose content is complete. @throws CommandFailure */
    close(): void {
      end();
      refusing(() => {
        if (partPath !== undefined) renameSync(partPath, realpathSync(path));
      });
      partPath = undefined;
    },
    /** After a failure: leaves the content that was there, and removes the file if it is new. No effect on a closed file. */
    cancel(): void {
      if (partPath !== undefined) removeTemporary(partPath);
      if (isClosed) return;
      const isEmpty = partPath !== undefined || !isBegun;
      end();
      if (isMade && isEmpty && existsSync(path)) rmSync(realpathSync(path));
    },
  };
}
