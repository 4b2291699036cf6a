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
import { ownMark, removeLeftBehind, removeTemporary } from '../../../store/file/left-behind.ts';

export class OutputFile {
  readonly path: string;
  /** Of the file; from the first `write` on, of the temporary file beside it, if there is one. */
  #descriptor: number;
  /** Whether this object created the file. */
  readonly #isMade: boolean;
  #isBegun = false;
  #isClosed = false;
  /** The temporary file, which replaces the file when it is complete. */
  #part: string | undefined;

  /** Keeps the content of an existing file until `close`. @throws CommandFailure if the file cannot be written */
  constructor(path: string) {
    this.path = path;
    this.#isMade = !existsSync(path);
    this.#descriptor = this.#refusing(() => openSync(path, 'a'));
  }

  /** Writes a text; the first one begins a new content. @throws CommandFailure */
  write(text: string): void {
    this.#refusing(() => {
      if (!this.#isBegun) this.#begin();
      this.#isBegun = true;
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    });
  }

  /** Closes the file, whose content is complete. @throws CommandFailure */
  close(): void {
    this.#end();
    this.#refusing(() => {
      if (this.#part !== undefined) renameSync(this.#part, realpathSync(this.path));
    });
    this.#part = undefined;
  }

  /** After a failure: leaves the content that was there, and removes the file if it is new. No effect on a closed file. */
  cancel(): void {
    if (this.#part !== undefined) removeTemporary(this.#part);
    if (this.#isClosed) return;
    const isEmpty = this.#part !== undefined || !this.#isBegun;
    this.#end();
    if (this.#isMade && isEmpty && existsSync(this.path)) rmSync(realpathSync(this.path));
  }

  #end(): void {
    if (!this.#isClosed) closeSync(this.#descriptor);
    this.#isClosed = true;
  }

  /** Opens the temporary file. Pipes, devices, and files in a folder that admits no new file are written directly. */
  #begin(): void {
    const stats = fstatSync(this.#descriptor);
    if (!stats.isFile()) return;
    const target = realpathSync(this.path);
    const part = `${target}.${ownMark()}${crypto.randomUUID()}.part`;
    removeLeftBehind(dirname(target), Date.now());
    try {
      const descriptor = openSync(part, 'wx');
      closeSync(this.#descriptor);
      this.#descriptor = descriptor;
    } catch {
      ftruncateSync(this.#descriptor);
      return;
    }
    this.#part = part;
    fchmodSync(this.#descriptor, stats.mode);
  }

  #refusing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new CommandFailure(`${this.path} cannot be written: ${whyUnwritable(error)}`);
    }
  }
}
