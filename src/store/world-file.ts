// A world's file: scenario, journal, facts, mark, snapshot and history of the current branch.

import { and, asc, eq, gte, lte } from 'drizzle-orm';
import {
  type Command,
  ENGINE_VERSION,
  type FactRun,
  type Saved,
  type Scenario,
  SNAPSHOT_VERSION,
} from '../../sim/index.ts';
import {
  closeDatabase,
  explained,
  MEMORY,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
} from './database.ts';
import { History } from './history.ts';
import { KeyTable } from './keys.ts';
import { Unreadable } from './packed.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';
import { packState, unpackState } from './packed-state.ts';
import { prepareQueries, type Queries } from './queries.ts';
import { readDatabase } from './read-database.ts';
import { factRuns, journal, marks, meta } from './schema.ts';
import { checksumOf } from './snapshot-checksum.ts';
import { StoreError } from './store-error.ts';
import { type Copied, copyIn, copyOut } from './transfer.ts';

/** An unvalidated entry of the journal. */
export type JournalRow = typeof journal.$inferSelect;

const PART_BYTES = 1 << 20;

export interface JournalEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly round: number;
  readonly command: Command;
}

/** The state of a branch at its last commit. */
export interface Mark {
  readonly nowMs: number;
  readonly round: number;
  readonly isOpen: boolean;
  readonly commands: number;
  readonly facts: number;
  readonly hash: string;
}

export interface Snapshot {
  readonly commands: number;
  readonly facts: number;
  readonly state: Saved;
}

export class WorldFile {
  readonly path: string;
  readonly keys: KeyTable;
  readonly history: History;
  /** Version of the engine that wrote the facts. */
  readonly engineVersion: number;
  readonly #database: OpenDatabase;
  readonly #prepared: Queries;
  #branch: number;
  #isScenarioOwn = false;

  private constructor(path: string, database: OpenDatabase) {
    this.path = path;
    this.#database = database;
    this.keys = new KeyTable(database.orm);
    this.#prepared = prepareQueries(database);
    this.history = new History(path, database, () => this.#branch);
    this.#branch = this.#storedBranch();
    this.engineVersion = this.#number('engineVersion', ENGINE_VERSION);
  }

  /** Opens or creates a world's file for writing. @throws StoreError */
  static open(path: string, options: OpenOptions = {}): WorldFile {
    return WorldFile.#of(path, openDatabase(path, options));
  }

  /** Opens a world's file for reading, without any change to it. @throws StoreError */
  static read(path: string): WorldFile {
    return WorldFile.#of(path, readDatabase(path));
  }

  static #of(path: string, database: OpenDatabase): WorldFile {
    try {
      return new WorldFile(path, database);
    } catch (error) {
      database.raw.close();
      if (error instanceof StoreError) throw error;
      // Drizzle wraps the error of SQLite as the cause.
      const why = ((error as Error).cause ?? error) as Error;
      throw new StoreError(
        `${path} is damaged: ${why.message}; restore a copy of the file, or start a new one`,
      );
    }
  }

  get isMemory(): boolean {
    return this.path === MEMORY;
  }

  get isReadOnly(): boolean {
    return this.#database.isReadOnly;
  }

  get branch(): number {
    return this.#branch;
  }

  /** Whether this process set the scenario, so that it is known to be valid. */
  get isScenarioOwn(): boolean {
    return this.#isScenarioOwn;
  }

  /** The unvalidated scenario, undefined if the file holds none. */
  scenarioText(): string | undefined {
    return this.#meta('scenario');
  }

  /** Writes the scenario of a new file. @param branch number of the first branch @throws StoreError if the file is not new */
  setScenario(scenario: Scenario, branch = this.#branch): void {
    if (!this.#database.isNew) {
      throw new StoreError(
        `${this.path} is not new and holds no scenario: its creation was interrupted; remove it`,
      );
    }
    this.#branch = branch;
    this.transaction(() => {
      this.#setMeta('scenario', JSON.stringify(scenario));
      this.#setMeta('engineVersion', String(ENGINE_VERSION));
      this.#setMeta('branch', String(this.#branch));
    });
    this.#isScenarioOwn = true;
  }

  /** Whether a run was interrupted before its end. */
  get isInterrupted(): boolean {
    return this.#meta('run') === 'under way';
  }

  /** Marks the file as unfinished until `endRun`. */
  beginRun(): void {
    this.#setMeta('run', 'under way');
  }

  /** Removes the mark of `beginRun`: the run has ended, or a driver continues the world. */
  endRun(): void {
    this.#database.orm.delete(meta).where(eq(meta.key, 'run')).run();
  }

  /** Begins a new, empty branch; the old one stays in the file. */
  newBranch(): void {
    this.#branch++;
    this.#setMeta('branch', String(this.#branch));
  }

  transaction<T>(work: () => T): T {
    this.begin();
    try {
      const done = work();
      this.commit();
      return done;
    } catch (error) {
      this.rollback();
      throw this.explained(error);
    }
  }

  begin(): void {
    this.#prepared.begin.run();
  }

  commit(): void {
    this.#prepared.commit.run();
  }

  /** Undoes the open transaction. After a failed commit, SQLite may have rolled back already. */
  rollback(): void {
    const { raw } = this.#database;
    if (raw.inTransaction) raw.exec('ROLLBACK');
    this.#branch = this.#storedBranch();
  }

  append(entry: JournalEntry): void {
    const { seq, atMs, round, command } = entry;
    this.#prepared.append.run(this.#branch, seq, atMs, round, JSON.stringify(command));
  }

  /** Entries from number `from` on, in order, at most `limit`. */
  journalRows(from: number, limit: number): JournalRow[] {
    return this.#database.orm
      .select()
      .from(journal)
      .where(and(eq(journal.branch, this.#branch), gte(journal.seq, from)))
      .orderBy(asc(journal.seq))
      .limit(limit)
      .all();
  }

  appendFacts(run: FactRun): void {
    if (run.count === 0) return;
    const { firstSeq, count, words } = run;
    const packed = packFacts(words);
    this.#prepared.appendFacts.run(this.#branch, firstSeq, count, words[1], lastInstant(run), packed);
  }

  /** Runs that hold facts from number `seq` on, in order, at most `limit` runs. */
  factRunsFrom(seq: number, limit: number): FactRun[] {
    return this.#prepared.factsFrom.all({ branch: this.#branch, seq, limit }).map((row) => this.#runOf(row));
  }

  factRunsBetween(fromMs: number, toMs: number): FactRun[] {
    return this.#database.orm
      .select()
      .from(factRuns)
      .where(and(eq(factRuns.branch, this.#branch), gte(factRuns.toMs, fromMs), lte(factRuns.fromMs, toMs)))
      .orderBy(asc(factRuns.firstSeq))
      .all()
      .map((row) => this.#runOf(row));
  }

  mark(): Mark | undefined {
    return this.#database.orm.select().from(marks).where(eq(marks.branch, this.#branch)).get();
  }

  setMark(mark: Mark): void {
    const { nowMs, round, isOpen, commands, facts, hash } = mark;
    this.#prepared.setMark.run(this.#branch, nowMs, round, isOpen ? 1 : 0, commands, facts, hash);
  }

  /** Stores a snapshot and the unflushed GPRs. */
  setSnapshot({ commands, facts, state }: Snapshot): void {
    const whole = packState(state);
    const branch = this.#branch;
    const row = { version: SNAPSHOT_VERSION, commands, facts };
    this.transaction(() => {
      this.history.write(facts);
      this.#prepared.setSnapshot.run({ branch, ...row, checksum: checksumOf(row, [whole]) });
      this.#prepared.dropParts.run({ branch });
      for (let part = 0; part * PART_BYTES < whole.length; part++) {
        const from = part * PART_BYTES;
        this.#prepared.addPart.run({ branch, part, state: whole.subarray(from, from + PART_BYTES) });
      }
    });
    this.history.clear();
  }

  /** Whether another version wrote the snapshot, so that this version replays the journal instead. */
  get hasForeignSnapshot(): boolean {
    const row = this.#prepared.snapshot.get({ branch: this.#branch });
    return row !== undefined && row.version !== SNAPSHOT_VERSION;
  }

  /** The last snapshot; undefined if it is missing, damaged, or of another version. */
  snapshot(): Snapshot | undefined {
    const row = this.#prepared.snapshot.get({ branch: this.#branch });
    if (row === undefined || row.version !== SNAPSHOT_VERSION || this.engineVersion !== ENGINE_VERSION)
      return undefined;
    try {
      const parts = this.#prepared.parts.all({ branch: this.#branch }).map(({ state }) => state);
      if (row.checksum !== checksumOf(row, parts)) return undefined;
      return { commands: row.commands, facts: row.facts, state: unpackState(Buffer.concat(parts)) };
    } catch {
      // A snapshot only saves time. Without it, a restart replays the whole journal.
      return undefined;
    }
  }

  /** Copies the world, without the tables of the process, into a new file. @throws StoreError if the target exists */
  exportTo(target: string): void {
    for (const _ of this.exportSlices(target));
  }

  /** Same as `exportTo`, but yields after each slice. */
  exportSlices(target: string): Generator<Copied> {
    return copyOut(this.#database.raw, target);
  }

  /**
   * Replaces the world by that of another file, atomically; the tables of the process stay. @throws StoreError
   * @param keepsKeys whether keys of workspaces stay bound to the same creation numbers; otherwise they open no workspace
   */
  become(source: string, keepsKeys: boolean): void {
    try {
      copyIn(this.#database.raw, source, () => {
        if (!keepsKeys) this.keys.unbind();
      });
    } catch (error) {
      throw this.explained(error);
    }
    this.#branch = this.#storedBranch();
    this.#isScenarioOwn = false;
    this.history.clear();
    this.keys.reload();
  }

  /** @throws StoreError if SQLite finds damage */
  checkIntegrity(): void {
    const found = this.#database.raw.pragma('integrity_check', { simple: true }) as string;
    if (found !== 'ok') throw new StoreError(`${this.path} is damaged: ${found}`);
  }

  /** Turns an error of SQLite into a StoreError with the name of this file. Returns other errors unchanged. */
  explained(error: unknown): Error {
    return explained(error, this.path, 'read or written');
  }

  close(): void {
    const { raw } = this.#database;
    if (!raw.open) return;
    if (raw.inTransaction) raw.exec('ROLLBACK');
    closeDatabase(this.#database);
  }

  #runOf({ firstSeq, count, words: stored, isPacked }: typeof factRuns.$inferSelect): FactRun {
    const words = isPacked ? packedWords(stored) : plainWords(stored);
    if (words !== undefined && countFacts(words) === count) return { firstSeq, count, words };
    throw new StoreError(
      `${this.path}: the facts from number ${firstSeq} on cannot be read; the file is damaged`,
    );
  }

  #storedBranch(): number {
    return this.#number('branch', 1);
  }

  #meta(key: string): string | undefined {
    return this.#database.orm.select().from(meta).where(eq(meta.key, key)).get()?.value;
  }

  #number(key: string, missing: number): number {
    const value = Number(this.#meta(key) ?? missing);
    if (Number.isSafeInteger(value)) return value;
    throw new StoreError(
      `${this.path} is damaged: its ${key} is ${JSON.stringify(this.#meta(key))}, not a whole number`,
    );
  }

  #setMeta(key: string, value: string): void {
    this.#database.orm
      .insert(meta)
      .values({ key, value })
      .onConflictDoUpdate({ target: meta.key, set: { value } })
      .run();
  }
}

function packedWords(stored: Buffer): Float64Array | undefined {
  try {
    return unpackFacts(stored);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function plainWords(stored: Buffer): Float64Array {
  // Copy the blob: a Float64Array needs an aligned start.
  const bytes = new Uint8Array(stored);
  return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
}

/** Returns the number of records in a run, −1 if the words are not whole records. */
function countFacts(words: Float64Array): number {
  let count = 0;
  let at = 0;
  for (; at < words.length; count++) {
    const length = Math.floor(words[at] / 256);
    if (!(length >= 0)) return -1;
    at += 2 + length;
  }
  return at === words.length ? count : -1;
}

function lastInstant(run: FactRun): number {
  let at = 0;
  for (let i = 0; i < run.words.length; i += 2 + Math.floor(run.words[i] / 256)) at = run.words[i + 1];
  return at;
}
