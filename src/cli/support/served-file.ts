// A file that is taken away while it is served. The system lets that happen, and nothing fails: what is written goes where
// nobody finds it.

import { statSync } from 'node:fs';
import type { Log } from '../../observe/log.ts';
import { MEMORY } from '../../store/database.ts';
import { CommandFailure } from './failure.ts';

/** Real time between two looks. */
const LOOK_MS = 1_000;

export class ServedFile {
  readonly #path: string;
  readonly #identity: string | undefined;
  readonly #timer: NodeJS.Timeout;

  /** Begins to look after a file that is open; the log is told once when it is gone. */
  constructor(path: string, log: Log) {
    this.#path = path;
    this.#identity = identityOf(path);
    this.#timer = setInterval(() => {
      if (this.#isThere()) return;
      clearInterval(this.#timer);
      const what =
        'the file of the world was removed or replaced: what happens is lost unless GET /sim/export saves it';
      log.error({ file: path }, what);
    }, LOOK_MS).unref();
  }

  /** Looks for the last time. @throws CommandFailure if the file is gone */
  end(): void {
    clearInterval(this.#timer);
    if (this.#isThere()) return;
    throw new CommandFailure(`${this.#path} was removed or replaced while it was served; its world is lost`);
  }

  #isThere(): boolean {
    return this.#path === MEMORY || identityOf(this.#path) === this.#identity;
  }
}

/** What another file under the same name has not; undefined where there is none. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}
