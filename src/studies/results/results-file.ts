// The file of results that one process writes. It gets whole lines only, so that a killed process loses no ended run.

import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnwritable } from '../../files/file-errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import type { Figures } from '../figure-catalogue.ts';
import type { GridRun } from '../grid.ts';
import type { Pictures } from '../pictures.ts';
import { checkedLine } from './checked-line.ts';
import { digestOf, type Identity } from './identity.ts';
import { ResultsError } from './results-error.ts';

/** Raised when lines of earlier builds lack members that the outputs need. */
export const FORM = 4;
export const ENDING = '.ndjson';

export class ResultsFile {
  readonly path: string;
  readonly #descriptor: number;

  /** Creates the folder, if necessary, and a new file in it. @throws ResultsError */
  constructor(folder: string, identity: Identity) {
    this.path = join(folder, `${randomUUID()}${ENDING}`);
    this.#descriptor = this.#refusing(folder, () => {
      makeFolder(folder);
      // Fails if anything has this name already, a link too.
      return openSync(this.path, 'ax');
    });
    this.#write(checkedLine({ results: FORM, digest: digestOf(identity), ...identity }));
  }

  /** @param run index in the grid @throws ResultsError */
  addFigures(run: number, named: GridRun, figures: Figures, pictures: Pictures | undefined): void {
    const { parts, ...ofRun } = figures;
    // The parts are last: most readers skip them.
    const line = checkedLine({ run, ...named, figures: ofRun, parts });
    // A run is known only if its pictures are, because they are before it.
    this.#write(
      pictures === undefined ? line : Buffer.concat([checkedLine({ pictured: run, pictures }), line]),
    );
  }

  /** @throws ResultsError */
  addFailure(run: number, named: GridRun, error: string): void {
    this.#write(checkedLine({ failed: run, ...named, error }));
  }

  /** @throws ResultsError */
  close(): void {
    this.#refusing(this.path, () => {
      fdatasyncSync(this.#descriptor);
      closeSync(this.#descriptor);
    });
  }

  #write(bytes: Buffer): void {
    this.#refusing(this.path, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    });
  }

  #refusing<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new ResultsError(`${path} cannot be written: ${whyUnwritable(error)}`);
    }
  }
}
