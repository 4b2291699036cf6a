// What the files of a folder have of a comparison. Of lines, only positions are kept in memory, and figures without those of parts.

import { closeSync } from 'node:fs';
import { counted } from '../../wire/text/counted.ts';
import type { Figures, Parts } from '../figure-catalogue.ts';
import type { Pictures } from '../pictures.ts';
import type { Steps } from '../steps.ts';
import { isWhole } from './checked-line.ts';
import { differencesOf, digestOf, type Identity } from './identity.ts';
import { type Line, linesOf, openPlain } from './lines.ts';
import { ResultsError } from './results-error.ts';
import { FORM } from './results-file.ts';
import { type Place, ResultsFolder } from './results-folder.ts';

const PROBLEMS_MAX = 10;
/** Bytes of lines between two reports of the progress. */
const STEP_BYTES = 8 << 20;

/** The beginning of a line, which has its kind. */
const begins = /^\{"(run|failed|pictured)":([0-9]+),/;
const BEGIN_BYTES = 40;
/** What follows the figures of a run. Nothing after it has such a member, and in texts the quotation marks have a backslash. */
const PARTS = ',"parts":';

export interface Failure {
  readonly run: number;
  readonly error: string;
}

export class StoredResults {
  readonly #folder: ResultsFolder;
  readonly #identity: Identity;
  readonly #digest: string;
  /** By run: its line, if it has one. */
  readonly #places: (Place | undefined)[];
  readonly #pictures = new Map<number, Place>();
  /** The figures of all runs, in the order of the grid, once all are there; empty if no figures are kept. */
  readonly figures: Figures[];
  readonly #keepsFigures: boolean;
  readonly #failures = new Map<number, string>();
  readonly #problems: string[] = [];
  /** Why files are of another comparison → these files. */
  readonly #others = new Map<string, string[]>();
  #endedCount = 0;
  /** Number of lines of the file that was read last. */
  #lastRead = 0;

  /** @param runCount number of runs in the grid */
  constructor(
    folder: string,
    identity: Identity,
    runCount: number,
    { keepsFigures }: { readonly keepsFigures: boolean },
  ) {
    this.#keepsFigures = keepsFigures;
    this.figures = new Array(keepsFigures ? runCount : 0);
    this.#folder = new ResultsFolder(folder);
    this.#identity = identity;
    this.#digest = digestOf(identity);
    this.#places = new Array(runCount).fill(undefined);
  }

  /** Number of runs with figures. */
  get endedCount(): number {
    return this.#endedCount;
  }

  get fileCount(): number {
    return this.#folder.fileCount;
  }

  /** The runs that failed and have not ended since, by run. */
  get failures(): Failure[] {
    return [...this.#failures]
      .filter(([run]) => !this.has(run))
      .sort(([a], [b]) => a - b)
      .map(([run, error]) => ({ run, error }));
  }

  /** Whether the run has figures. */
  has(run: number): boolean {
    return this.#places[run] !== undefined;
  }

  /** The runs without figures, in the order of the grid. */
  missing(): number[] {
    return [...this.#places.keys()].filter((run) => !this.has(run));
  }

  /** Reads all files; yields the number of lines so far. A folder that does not exist has none. @throws ResultsError */
  *read(): Steps<void> {
    this.#folder.list();
    let lines = 0;
    for (let file = 0; file < this.fileCount; file++) {
      for (const read of this.#readFile(file)) yield lines + read;
      lines += this.#lastRead;
      if (this.#problems.length >= PROBLEMS_MAX) break;
    }
    const isOther = this.#others.size > 0;
    for (const [why, [first, ...more]] of this.#others) {
      const are = more.length === 0 ? 'is' : `and ${counted(more.length, 'more file')} are`;
      this.#problems.push(`${first} ${are} of another comparison: ${why}; give another folder`);
    }
    if (this.#problems.length > 0) throw new ResultsError(this.#problems.join('\n'), { isOther });
  }

  /** @param run one that reported pictures @throws ResultsError */
  pictures(run: number): Pictures {
    return JSON.parse(this.#folder.checked(this.#pictures.get(run)!).toString()).pictures;
  }

  *#readFile(file: number): Generator<number> {
    this.#lastRead = 0;
    let descriptor: number;
    try {
      descriptor = openPlain(this.#folder.pathOf(file));
    } catch (error) {
      this.#problems.push(this.#folder.unreadable(file, error));
      return;
    }
    try {
      let yieldedAt = 0;
      for (const line of linesOf(descriptor)) {
        const isGood = line.number === 1 ? this.#takeHeader(file, line) : this.#takeLine(file, line);
        if (!isGood) return;
        this.#lastRead = line.number;
        if (line.at - yieldedAt < STEP_BYTES) continue;
        yieldedAt = line.at;
        yield this.#lastRead;
      }
      yield this.#lastRead;
    } catch (error) {
      if (error instanceof ResultsError) throw error;
      this.#problems.push(this.#folder.unreadable(file, error));
    } finally {
      closeSync(descriptor);
    }
  }

  /** Reports whether the file is of this comparison. */
  #takeHeader(file: number, { bytes }: Line): boolean {
    const header = isWhole(bytes) ? JSON.parse(bytes.toString()) : undefined;
    const path = this.#folder.pathOf(file);
    if (header?.results === undefined) {
      this.#problems.push(`${path} is damaged in line 1; move the file away, and its runs are repeated`);
      return false;
    }
    if (header.results === FORM && header.digest === this.#digest) return true;
    const why =
      header.results === FORM
        ? differencesOf(header, this.#identity)
        : 'another version of gprsim wrote the file in another form';
    const known = this.#others.get(why);
    if (known !== undefined) known.push(path);
    else if (this.#others.size < PROBLEMS_MAX) this.#others.set(why, [path]);
    return false;
  }

  /** Reports whether the line is whole. */
  #takeLine(file: number, { bytes, at, number }: Line): boolean {
    const [, kind, digits] = begins.exec(bytes.toString('latin1', 0, BEGIN_BYTES)) ?? [];
    const run = Number(digits);
    if (!(run < this.#places.length) || !isWhole(bytes)) {
      const path = this.#folder.pathOf(file);
      this.#problems.push(
        `${path} is damaged in line ${number}; move the file away, and its runs are repeated`,
      );
      return false;
    }
    const place = { file, at, bytes: bytes.length };
    if (kind === 'failed') {
      this.#failures.set(run, String(JSON.parse(bytes.toString()).error));
      return true;
    }
    const isRun = kind === 'run';
    const known = isRun ? this.#places[run] : this.#pictures.get(run);
    if (known !== undefined) {
      return this.#agrees(`${isRun ? 'figures' : 'pictures'} of run ${run}`, known, place, bytes);
    }
    if (!isRun) this.#pictures.set(run, place);
    else {
      this.#places[run] = place;
      this.#endedCount += 1;
      if (this.#keepsFigures) {
        const { figures } = JSON.parse(`${bytes.toString('utf8', 0, bytes.lastIndexOf(PARTS))}}`);
        this.figures[run] = new StoredFigures(figures, this.#folder, place) as unknown as Figures;
      }
    }
    return true;
  }

  /** Reports whether two lines are equal. */
  #agrees(what: string, first: Place, other: Place, bytes: Buffer): boolean {
    if (first.bytes === other.bytes && this.#folder.bytes(first).equals(bytes)) return true;
    const [one, two] = [first, other].map(({ file }) => this.#folder.pathOf(file));
    this.#problems.push(
      `${one} and ${two} have different ${what}; one of the machines is at fault, or a file was edited`,
    );
    return false;
  }
}

/** Figures of a run that read those of its parts when they are used: those of many runs would not fit into memory. */
class StoredFigures {
  readonly #folder: ResultsFolder;
  readonly #place: Place;

  constructor(figures: object, folder: ResultsFolder, place: Place) {
    Object.assign(this, figures);
    this.#folder = folder;
    this.#place = place;
  }

  /** @throws ResultsError if the file has changed */
  get parts(): Parts {
    return JSON.parse(this.#folder.checked(this.#place).toString()).parts;
  }
}
