// Flips a bit of a world's files and judges what is read then.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FactRun } from '../../sim/index.ts';
import { restart } from '../../src/driver/commits/restart.ts';
import { rebuildFile } from '../../src/driver/import/rebuild-imported.ts';
import {
  storedEstimates,
  storedJournal,
  storedRuns,
  storedScenario,
} from '../../src/driver/stored/stored.ts';
import { ImportRefused } from '../../src/driver/world.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { Random } from '../faults/random.ts';
import { copied, ENDS, filledFiles, opened, tablesOf } from './world.ts';

/**
 * harmless: the same is read as before. reported: an error names the file. wrong: anything else; also if an import takes over
 * another world.
 */
export type Result = 'harmless' | 'reported' | 'wrong';

export interface Flipped {
  /** A table of a closed file, or a file of a world whose process has ended. */
  readonly place: string;
  readonly result: Result;
  readonly why: string;
}

/** A place, with the bytes of a file that belong to it. */
interface Place {
  readonly name: string;
  readonly files: string;
  readonly end: string;
  readonly parts: readonly { readonly from: number; readonly to: number }[];
}

export class Flips {
  readonly #folder: string;
  readonly #seed: number;
  readonly #places: readonly Place[];
  readonly #whole: Map<string, Whole>;

  private constructor(folder: string, seed: number, places: readonly Place[], whole: Map<string, Whole>) {
    this.#folder = folder;
    this.#seed = seed;
    this.#places = places;
    this.#whole = whole;
  }

  /** Makes the files in a folder. */
  static async of(folder: string, seed: number): Promise<Flips> {
    const { ended, closed } = await filledFiles(folder);
    const tables = [...tablesOf(closed)].map(([name, parts]) => ({
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
      const to = readFileSync(ended + end).length;
      return { name, files: ended, end, parts: [{ from: 0, to }] };
    });
    const whole = new Map<string, Whole>();
    for (const files of [ended, closed])
      whole.set(files, { text: await contentOf(files), hashes: hashesOf(files) });
    return new Flips(folder, seed, [...tables, ...ends], whole);
  }

  /** Flips one bit: the places take turns. */
  async flip(number: number): Promise<Flipped> {
    const random = new Random(this.#seed, number);
    const { name: place, files, end, parts } = this.#places[number % this.#places.length];
    const path = copied(files, join(this.#folder, 'flipped'));
    const bytes = readFileSync(path + end);
    let at: number;
    do {
      const { from, to } = random.pick(parts);
      at = random.int(from, to - 1);
    } while (isUnused(bytes, at));
    bytes[at] ^= 1 << random.int(0, 7);
    writeFileSync(path + end, bytes);
    return { place, ...(await this.#judged(path, files)) };
  }

  async #judged(path: string, files: string): Promise<Omit<Flipped, 'place'>> {
    const whole = this.#whole.get(files)!;
    if (!(await isImported(path, whole.hashes))) return { result: 'wrong', why: 'another world is imported' };
    try {
      const isSame = (await contentOf(path)) === whole.text;
      return { result: isSame ? 'harmless' : 'wrong', why: 'something else is read' };
    } catch (error) {
      const why = (error as Error).message;
      if (!(error instanceof StoreError) || !why.includes(path))
        return { result: 'wrong', why: String((error as Error).stack) };
      return { result: 'reported', why };
    }
  }
}

/** Whether SQLite has probably never used the bytes around `at`. */
function isUnused(bytes: Buffer, at: number): boolean {
  return bytes.subarray(Math.max(0, at - 8), at + 9).every((byte) => byte === 0);
}

/** Everything that can be read from a file, in each of its branches. @throws StoreError if any of it is damaged */
async function contentOf(path: string): Promise<string> {
  const stored: unknown[] = [];
  const file = WorldFile.read(path);
  try {
    file.checkIntegrity();
    restart(file);
    stored.push(storedScenario(file), file.keys.list(), [...file.keys.secret]);
    for (const { branch } of file.branches.all()) {
      const past = file.past(branch);
      stored.push([...storedJournal(past)], past.mark(), [...storedRuns(past)].map(wordsOf));
      stored.push([...storedEstimates(past, 1)].map(wordsOf));
    }
  } finally {
    file.close();
  }
  return JSON.stringify([stored, await servedContentOf(copied(path, `${path}-served`))]);
}

function wordsOf({ firstSeq, count, words }: FactRun): unknown {
  return [firstSeq, count, [...words]];
}

/** Everything that a world serves, in each of its branches. @throws StoreError */
async function servedContentOf(path: string): Promise<unknown> {
  const world = opened(path);
  try {
    const content: unknown[] = [world.branches()];
    for (const { branch } of world.branches()) {
      if (branch !== world.clock().branch) await world.switchTo(branch);
      const facts = world.read.factsAfter(0, Number.MAX_SAFE_INTEGER);
      const ids = new Set(facts.flatMap((fact) => ('gprId' in fact && fact.gprId ? [fact.gprId] : [])));
      content.push(
        world.clock(),
        facts,
        [...ids].map((gprId) => world.read.gpr(gprId) ?? null),
      );
    }
    return content;
  } finally {
    await world.close();
  }
}

interface Whole {
  readonly text: string;
  readonly hashes: ReadonlyMap<number, string | undefined>;
}

/** Branch → hash at its end. */
function hashesOf(path: string): Whole['hashes'] {
  const file = WorldFile.read(path);
  const marks = file.branches.marks();
  const hashes = file.branches.all().map(({ branch }) => [branch, marks.get(branch)?.hash] as const);
  file.close();
  return new Map(hashes);
}

/** An import takes over all branches of a file, or refuses the file. Returns whether it did so. */
async function isImported(path: string, hashes: Whole['hashes']): Promise<boolean> {
  const to = `${path}-imported`;
  for (const end of ENDS) rmSync(to + end, { force: true });
  try {
    await rebuildFile(path, to, async () => {});
  } catch (error) {
    return error instanceof ImportRefused;
  }
  return isDeepStrictEqual(hashesOf(to), hashes);
}
