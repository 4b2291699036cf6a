// Flips a bit of a world's files and judges what is read then.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { restart } from '../../src/driver/commits/restart.ts';
import { storedJournal, storedScenario } from '../../src/driver/stored/stored.ts';
import { salvage } from '../../src/store/rescue/salvaged.ts';
import { StoreError } from '../../src/store/store-error.ts';
import type { JournalRow as Entry } from '../../src/store/tables/journal.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { Random } from '../faults/random.ts';
import { copied, type Files, filledFiles, tablesOf } from './world.ts';

/**
 * harmless: the same is read as before. all saved, part saved, none saved: an error names the file, and `salvage` finds every
 * command, a prefix of each branch, or nothing. wrong: anything else.
 */
export type Result = 'harmless' | 'all saved' | 'part saved' | 'none saved' | 'wrong';

export interface Flipped {
  /** A table of a closed file, or a file of a world whose process has ended. */
  readonly place: string;
  readonly result: Result;
  readonly why: string;
}

/** A place, with the bytes of a file that belong to it. */
interface Place {
  readonly name: string;
  readonly files: Files;
  readonly end: string;
  readonly parts: readonly { readonly from: number; readonly to: number }[];
}

export class Flips {
  readonly #folder: string;
  readonly #seed: number;
  readonly #places: readonly Place[];
  readonly #whole: Map<Files, { text: string; saved: Saved }> = new Map();

  private constructor(folder: string, seed: number, places: readonly Place[]) {
    this.#folder = folder;
    this.#seed = seed;
    this.#places = places;
    for (const { files } of places)
      this.#whole.set(files, { text: contentOf(files.path, files.ids), saved: savedOf(files.path) });
  }

  /** Makes the files in a folder. */
  static async of(folder: string, seed: number): Promise<Flips> {
    const { ended, closed } = await filledFiles(folder);
    const tables = [...tablesOf(closed.path)].map(([name, parts]) => ({
      name,
      files: closed,
      end: '',
      parts,
    }));
    const ends = [
      { name: 'FILE, not closed', end: '' },
      { name: 'FILE-head', end: '-head' },
      { name: 'FILE-wal', end: '-wal' },
    ].map(({ name, end }) => {
      const to = readFileSync(ended.path + end).length;
      return { name, files: ended, end, parts: [{ from: 0, to }] };
    });
    return new Flips(folder, seed, [...tables, ...ends]);
  }

  /** Flips one bit: the places take turns. */
  flip(number: number): Flipped {
    const random = new Random(this.#seed, number);
    const { name: place, files, end, parts } = this.#places[number % this.#places.length];
    const path = copied(files.path, join(this.#folder, 'flipped'));
    const bytes = readFileSync(path + end);
    let at: number;
    do {
      const { from, to } = random.pick(parts);
      at = random.int(from, to - 1);
    } while (isUnused(bytes, at));
    bytes[at] ^= 1 << random.int(0, 7);
    writeFileSync(path + end, bytes);
    return { place, ...this.#judged(path, files) };
  }

  #judged(path: string, files: Files): Omit<Flipped, 'place'> {
    const whole = this.#whole.get(files)!;
    try {
      const isSame = contentOf(path, files.ids) === whole.text;
      return { result: isSame ? 'harmless' : 'wrong', why: 'something else is read' };
    } catch (error) {
      const why = (error as Error).message;
      if (!(error instanceof StoreError) || !why.includes(path))
        return { result: 'wrong', why: String((error as Error).stack) };
      return { result: resultOf(path, whole.saved), why };
    }
  }
}

/** Whether SQLite has probably never used the bytes around `at`. */
function isUnused(bytes: Buffer, at: number): boolean {
  return bytes.subarray(Math.max(0, at - 8), at + 9).every((byte) => byte === 0);
}

/** Everything that can be read from a file. @throws StoreError if any of it is damaged */
function contentOf(path: string, ids: readonly string[]): string {
  const file = WorldFile.read(path);
  try {
    file.checkIntegrity();
    const { simulation } = restart(file);
    const gprs = ids.map((id) => simulation.views.gpr(id) ?? file.history.gpr(simulation.uidOf(id), id));
    const facts = file.present
      .factRunsFrom(1, Number.MAX_SAFE_INTEGER)
      .map(({ firstSeq, count, words }) => [firstSeq, count, [...words]]);
    return JSON.stringify([
      storedScenario(file),
      [...storedJournal(file.present)],
      file.present.mark(),
      file.keys.list(),
      [...file.keys.secret],
      simulation.clock(),
      gprs,
      facts,
    ]);
  } finally {
    file.close();
  }
}

interface Saved {
  readonly scenario: string;
  /** The entries of each branch. */
  readonly branches: readonly (readonly Entry[])[];
}

function savedOf(path: string): Saved {
  const { scenario, branches, close } = salvage(path);
  try {
    return { scenario, branches: branches.map(({ entries }) => [...entries]) };
  } finally {
    close();
  }
}

/** What `salvage` finds in a damaged file. */
function resultOf(path: string, whole: Saved): Result {
  let saved: Saved;
  try {
    saved = savedOf(path);
  } catch (error) {
    return error instanceof StoreError ? 'none saved' : 'wrong';
  }
  const isPrefix = saved.branches.every((entries, i) =>
    entries.every((entry, at) => isSameCommand(entry, whole.branches[i]?.[at])),
  );
  if (!isPrefix || saved.scenario !== whole.scenario) return 'wrong';
  const count = ({ branches }: Saved) => branches.reduce((sum, entries) => sum + entries.length, 0);
  return count(saved) === count(whole) ? 'all saved' : 'part saved';
}

/** Whether two entries agree; the stored checksum of one may be what is damaged. */
function isSameCommand({ checksum: _, ...one }: Entry, other: Entry | undefined): boolean {
  const { checksum: __, ...rest } = other ?? ({} as Entry);
  return isDeepStrictEqual(one, rest);
}
