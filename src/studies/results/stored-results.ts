// What the files of a folder have of a comparison. Of lines, only positions are kept in memory, and figures without those of parts.

import { closeSync } from 'node:fs';
import { counted } from '../../wire/text/counted.ts';
import type { Figures, Parts } from '../figure-catalogue.ts';
import type { Pictures } from '../pictures.ts';
import type { Steps } from '../steps.ts';
import { bodyOf, isWhole } from './checked-line.ts';
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
  /** By run. A run without a line has 0 bytes. */
  readonly #fileOf: Uint32Array;
  readonly #atOf: Float64Array;
  readonly #bytesOf: Uint32Array;
  readonly #pictures = new Map<number, Place>();
  /** By run; empty if no figures are kept. */
  readonly #figures: Figures[];
  readonly #keepsFigures: boolean;
  /** The prototype of all kept figures. Getters of each would take twice the memory. */
  readonly #getters: object;
  readonly #failures = new Map<number, string>();
  readonly #problems: string[] = [];
  /** Why files are of another comparison → these files. */
  readonly #others = new Map<string, string[]>();
  #endedCount = 0;
  #lastParts: { readonly run: number; readonly parts: Parts } = {
    run: -1,
    parts: { pools: [], clusters: [], workspaces: [] },
  };
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
    const [partsOf, partsJsonOf] = [
      (run: number) => this.#partsOf(run),
      (run: number) => this.#partsJsonOf(run),
    ];
    this.#getters = {
      get parts() {
        return partsOf((this as unknown as StoredFigures)[RUN]);
      },
      get partsJson() {
        return partsJsonOf((this as unknown as StoredFigures)[RUN]);
      },
    };
    this.#figures = new Array(keepsFigures ? runCount : 0);
    this.#folder = new ResultsFolder(folder);
    this.#identity = identity;
    this.#digest = digestOf(identity);
    this.#fileOf = new Uint32Array(runCount);
    this.#atOf = new Float64Array(runCount);
    this.#bytesOf = new Uint32Array(runCount);
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
    return this.#bytesOf[run] > 0;
  }

  /** The runs without figures, in the order of the grid. */
  missing(): number[] {
    return [...this.#bytesOf.keys()].filter((run) => !this.has(run));
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

  /** The figures of all runs, in the order of the grid, once all are there and are kept. */
  get figures(): readonly Figures[] {
    return this.#figures;
  }

  /** The parts of the run that was read last are kept: its readers follow each other. */
  #partsOf(run: number): Parts {
    if (this.#lastParts.run !== run) {
      this.#lastParts = { run, parts: JSON.parse(this.#lineOf(run).toString()).parts };
    }
    return this.#lastParts.parts;
  }

  /** @param run one that reported pictures @throws ResultsError */
  pictures(run: number): Pictures {
    const place = this.#pictures.get(run);
    if (place !== undefined) return JSON.parse(this.#folder.checked(place).toString()).pictures;
    throw this.#without('pictures', run);
  }

  /** Closes the files. */
  close(): void {
    this.#folder.close();
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
    if (!(run < this.#bytesOf.length) || !isWhole(bytes)) {
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
    const known = isRun ? this.#placeOf(run) : this.#pictures.get(run);
    if (known !== undefined && known.bytes > 0) {
      return this.#agrees(`${isRun ? 'figures' : 'pictures'} of run ${run}`, known, place, bytes);
    }
    if (!isRun) this.#pictures.set(run, place);
    else {
      this.#fileOf[run] = file;
      this.#atOf[run] = at;
      this.#bytesOf[run] = bytes.length;
      this.#endedCount += 1;
      if (this.#keepsFigures) this.#figures[run] = this.#figuresIn(run, bytes);
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

  #without(what: string, run: number): ResultsError {
    return new ResultsError(
      `${this.#folder.pathOf(this.#fileOf[run])} has no ${what} of run ${run}; move the file away, and its runs are repeated`,
    );
  }

  #placeOf(run: number): Place {
    return { file: this.#fileOf[run], at: this.#atOf[run], bytes: this.#bytesOf[run] };
  }

  /** Figures of parts are read again when they are used: those of many runs would not fit into memory. */
  #figuresIn(run: number, bytes: Buffer): Figures {
    const text = bytes.toString('utf8', 0, this.#partsAt(run, bytes));
    const { figures } = JSON.parse(`${text}}`);
    return Object.setPrototypeOf(Object.defineProperty(figures, RUN, { value: run }), this.#getters);
  }

  /** Where the parts begin in a line. @throws ResultsError */
  #partsAt(run: number, line: Buffer): number {
    const at = line.lastIndexOf(PARTS);
    if (at < 0) throw this.#without('figures', run);
    return at;
  }

  #partsJsonOf(run: number): string {
    const line = this.#lineOf(run);
    return bodyOf(line).toString('utf8', this.#partsAt(run, line) + PARTS.length);
  }

  /** The line with the figures of a run, as it was read. @throws ResultsError */
  #lineOf(run: number): Buffer {
    const place = this.#placeOf(run);
    const line = this.#folder.checked(place);
    if (line.toString('latin1', 0, BEGIN_BYTES).startsWith(`{"run":${run},`)) return line;
    throw this.#folder.changed(place.file);
  }
}

const RUN = Symbol('run');

/** Stored figures of a run: the number of the run is hidden, and `parts` and `partsJson` read the file when they are used. */
interface StoredFigures {
  readonly [RUN]: number;
  readonly partsJson: string;
}

/** The parts of a run as JSON, if its figures were stored; undefined if they are in memory. */
export function storedPartsJson(figures: Figures | (Figures & StoredFigures)): string | undefined {
  return 'partsJson' in figures ? figures.partsJson : undefined;
}
