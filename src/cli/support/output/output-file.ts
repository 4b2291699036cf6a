// Files that a command writes at its end, such as reports. They are opened before the work, which may be long.

import { closeSync, existsSync, ftruncateSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { CommandFailure } from '../../../arguments/command-failure.ts';
import { whyUnwritable } from '../../../files/file-errors.ts';

export class OutputFile {
  readonly path: string;
  readonly #descriptor: number;
  /** Whether this object created the file. */
  readonly #isMade: boolean;
  #isBegun = false;

  /** Keeps the content of an existing file until the first `write`. @throws CommandFailure if the file cannot be written */
  constructor(path: string) {
    this.path = path;
    this.#isMade = !existsSync(path);
    this.#descriptor = this.#refusing(() => openSync(path, 'a'));
  }

  /** Writes a text; the first one replaces the content of the file. @throws CommandFailure */
  write(text: string): void {
    this.#refusing(() => {
      if (!this.#isBegun) this.#empty();
      this.#isBegun = true;
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    });
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** Closes the file after a failure; removes it if it is new and nothing was written. */
  cancel(): void {
    this.close();
    if (this.#isMade && !this.#isBegun && existsSync(this.path)) rmSync(realpathSync(this.path));
  }

  #empty(): void {
    try {
      ftruncateSync(this.#descriptor);
    } catch (error) {
      // A pipe or a device has no content to remove.
      if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
    }
  }

  #refusing<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new CommandFailure(`${this.path} cannot be written: ${whyUnwritable(error)}`);
    }
  }
}
