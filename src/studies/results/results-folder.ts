// The files of a folder with results: their names, and the bytes of single lines.

import { closeSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnreadable } from '../../files/file-errors.ts';
import { isWhole } from './checked-line.ts';
import { openPlain } from './lines.ts';
import { ResultsError } from './results-error.ts';
import { ENDING } from './results-file.ts';

/** Where a line is, without its line feed. */
export interface Place {
  readonly file: number;
  readonly at: number;
  readonly bytes: number;
}

export class ResultsFolder {
  readonly #path: string;
  #files: readonly string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  get fileCount(): number {
    return this.#files.length;
  }

  /** Reads the names of the files. A folder that does not exist has none. @throws ResultsError */
  list(): void {
    this.#files = namesIn(this.#path).sort();
  }

  /** The bytes of a line that was whole when the file was read. @throws ResultsError */
  checked(place: Place): Buffer {
    const bytes = this.bytes(place);
    if (isWhole(bytes)) return bytes;
    throw new ResultsError(`${this.pathOf(place.file)} changed while it was read`);
  }

  /** The bytes of a line as they are now. @throws ResultsError */
  bytes({ file, at, bytes }: Place): Buffer {
    const buffer = Buffer.alloc(bytes);
    try {
      const descriptor = openPlain(this.pathOf(file));
      try {
        readSync(descriptor, buffer, 0, bytes, at);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      throw new ResultsError(this.unreadable(file, error));
    }
    return buffer;
  }

  pathOf(file: number): string {
    return join(this.#path, this.#files[file]);
  }

  unreadable(file: number, error: unknown): string {
    return `${this.pathOf(file)} cannot be read: ${whyNot(error)}`;
  }
}

/** Names of files with results. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    const isOther = code === 'ENOTDIR';
    const why = isOther ? 'it is not a folder; give another one' : whyUnreadable(error);
    throw new ResultsError(`${folder} cannot be read: ${why}`, { isOther });
  }
}

function whyNot(error: unknown): string {
  // This is how O_NOFOLLOW reports a link.
  if ((error as NodeJS.ErrnoException).code === 'ELOOP') return 'it is a link, and links are not followed';
  return whyUnreadable(error);
}
