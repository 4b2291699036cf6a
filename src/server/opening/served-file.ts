// Detects that a served file was removed or replaced. The system reports no error then: writes go to the old file, which
// has no name any more.

import { statSync } from 'node:fs';
import { CommandFailure } from '../../arguments/command-failure.ts';
import type { Log } from '../../observe/server-log.ts';
import { MEMORY } from '../../wire/memory.ts';

/** Real time between two checks. */
const CHECK_MS = 1_000;

export class ServedFile {
  readonly #path: string;
  readonly #identity: string | undefined;
  readonly #timer: NodeJS.Timeout;

  /** Starts to watch an open file; logs its loss once. */
  constructor(path: string, log: Log) {
    this.#path = path;
    this.#identity = identityOf(path);
    this.#timer = setInterval(() => {
      if (this.#isThere()) return;
      clearInterval(this.#timer);
      const what =
        'the file of the world was removed, moved or replaced; a world that was not moved is lost unless GET /sim/export saves it';
      log.error({ file: path }, what);
    }, CHECK_MS).unref();
  }

  /** Checks a last time and stops watching. @throws CommandFailure if the file is gone */
  end(): void {
    clearInterval(this.#timer);
    if (this.#isThere()) return;
    throw new CommandFailure(
      `${this.#path} was removed, moved or replaced while it was served; if it was not moved, its world is lost`,
    );
  }

  #isThere(): boolean {
    return this.#path === MEMORY || identityOf(this.#path) === this.#identity;
  }
}

/** Device and inode, which differ for another file of the same name; undefined if there is no file. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}
