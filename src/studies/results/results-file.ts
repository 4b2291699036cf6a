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

/** Creates the folder, if necessary, and a new file in it. @throws ResultsError */
export function newResultsFile(folder: string, identity: Identity) {
  const path: string = join(folder, `${randomUUID()}${ENDING}`);
  const descriptor: number = refusing(folder, () => {
    makeFolder(folder);
    // Fails if anything has this name already, a link too.
    return openSync(path, 'ax');
  });
  write(checkedLine({ results: FORM, digest: digestOf(identity), ...identity }));

  function write(bytes: Buffer): void {
    refusing(path, () => {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    });
  }

  function refusing<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new ResultsError(`${path} cannot be written: ${whyUnwritable(error)}`);
    }
  }

  return {
    path,
    /** @param run index in the grid @throws ResultsError */
    addFigures(run: number, named: GridRun, figures: Figures, pictures: Pictures | undefined): void {
      const { parts, ...ofRun } = figures;
      // The parts are last: most readers skip them.
      const line = checkedLine({ run, ...named, figures: ofRun, parts });
      // A run is known only if its pictures are, because they are before it.
      write(pictures === undefined ? line : Buffer.concat([checkedLine({ pictured: run, pictures }), line]));
    },
    /** @throws ResultsError */
    addFailure(run: number, named: GridRun, error: string): void {
      write(checkedLine({ failed: run, ...named, error }));
    },
    /** @throws ResultsError */
    close(): void {
      refusing(path, () => {
        fdatasyncSync(descriptor);
        closeSync(descriptor);
      });
    },
  };
}
