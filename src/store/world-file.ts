// A world's file: scenario, journal, facts, mark, snapshot and history of the current branch.

import { eq } from 'drizzle-orm';
import { ENGINE_VERSION, type EstimateRun, type FactRun, type Scenario } from '../../sim/index.ts';
import { checksumOf, isSealed } from './codecs/row-checksum.ts';
import { BRANCH_MAX } from './codecs/row-id.ts';
import { damageOf } from './durability/integrity.ts';
import { contentOf, type Lost } from './durability/wholeness.ts';
import { undoLog } from './durability/write-ahead-log.ts';
import {
  closeDatabase,
  explained,
  MEMORY,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
  reading,
} from './opening/database.ts';
import { readDatabase } from './opening/read-database.ts';
import { Damaged, StoreError } from './store-error.ts';
import { KeyTable } from './tables/api-keys.ts';
import { History } from './tables/history.ts';
import { Journal, type JournalEntry, type JournalRow } from './tables/journal.ts';
import { prepareQueries, type Queries } from './tables/queries.ts';
import { ESTIMATE_RUNS, FACT_RUNS, Runs, type Span } from './tables/runs.ts';
import { marks } from './tables/schema.ts';
import { Settings } from './tables/settings.ts';
import { type Snapshot, Snapshots } from './tables/snapshots.ts';
import { type Copied, copyIn, copyOut } from './world-copy.ts';

/** The state of a branch at its last commit. */
export interface Mark {
  readonly nowMs: number;
  readonly round: number;
  readonly isOpen: boolean;
  readonly commands: number;
  readonly facts: number;
  readonly hash: string;
  /** Number of changes of recorded estimates. */
  readonly estimates: number;
}

export class WorldFile {
  readonly path: string;
  readonly keys: KeyTable;
  readonly history: History;
  /** Version of the engine that wrote the facts. */
  readonly engineVersion: number;
  readonly #database: OpenDatabase;
  readonly #prepared: Queries;
  readonly #snapshots: Snapshots;
  readonly #settings: Settings;
  readonly #journal: Journal;
  readonly #facts: Runs;
  readonly #estimates: Runs;
  /** The content at the end of the open transaction. */
  #content: ReturnType<typeof contentOf>;
  #isScenarioOwn = false;

  private constructor(path: string, database: OpenDatabase) {
    this.path = path;
    this.#database = database;
    this.keys = new KeyTable(path, database.orm, (change) => this.#changeKeys(change));
    this.#prepared = prepareQueries(database);
    this.#snapshots = new Snapshots(this.#prepared);
    this.#journal = new Journal(path, database, this.#prepared);
    this.#facts = new Runs(path, this.#prepared.facts, FACT_RUNS);
    this.#estimates = new Runs(path, this.#prepared.estimates, ESTIMATE_RUNS);
    this.#settings = new Settings(path, database);
    this.#content = this.#stored();
    this.engineVersion = this.#settings.number('engineVersion', ENGINE_VERSION);
    this.history = new History(path, database, this.#settings, () => this.branch);
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
      throw new Damaged(path, why.message);
    }
  }

  get isMemory(): boolean {
    return this.path === MEMORY;
  }

  get isReadOnly(): boolean {
    return this.#database.isReadOnly;
  }

  /** Number of commands in the journal of the branch. */
  get commands(): number {
    return this.#content.commands;
  }

  /** Number of facts of the branch. */
  get facts(): number {
    return this.#content.facts;
  }

  /** Number of changes of recorded estimates of the branch. */
  get estimates(): number {
    return this.#content.estimates;
  }

  /** What a failure of the system took from the file, undefined if nothing is missing. */
  get lost(): Lost | undefined {
    return this.#database.lost;
  }

  get branch(): number {
    return this.#content.branch;
  }

  /** Whether this process set the scenario, so that it is known to be valid. */
  get isScenarioOwn(): boolean {
    return this.#isScenarioOwn;
  }

  /** The unvalidated scenario, undefined if the file holds none. */
  scenarioText(): string | undefined {
    return this.#settings.text('scenario');
  }

  /** Writes the scenario of a new file. @param branch number of the first branch @throws StoreError if the file is not new */
  setScenario(scenario: Scenario, branch = this.branch): void {
    if (!this.#database.isNew) throw new StoreError(`${this.path} already has a world; give a new file`);
    this.transaction(() => {
      this.#content.branch = branch;
      this.#settings.set('scenario', JSON.stringify(scenario));
      this.#settings.set('engineVersion', String(ENGINE_VERSION));
      this.#settings.set('branch', String(branch));
    });
    this.#isScenarioOwn = true;
    // The log can get lost: without it, the file must not look like one without a world.
    reading(this.path, () => this.#database.raw.pragma('wal_checkpoint(TRUNCATE)'));
  }

  /** Whether a run was interrupted before its end. */
  get isInterrupted(): boolean {
    return this.#settings.text('run') === 'under way';
  }

  /** Marks the file as unfinished until `endRun`. */
  beginRun(): void {
    this.#settings.set('run', 'under way');
  }

  /** Removes the mark of `beginRun`: the run has ended, or a driver continues the world. */
  endRun(): void {
    this.#settings.remove('run');
  }

  /** Begins a new, empty branch; the old ones stay in the file. @param branch its number, larger than the others */
  newBranch(branch = this.branch + 1): void {
    if (branch > BRANCH_MAX)
      throw new StoreError(
        `${this.path} has ${this.branch} branches, the most that a file can have; export it to a new file`,
      );
    this.#settings.set('branch', String(branch));
    this.#settings.set('historyRows', '0');
    this.#settings.set('removalRows', '0');
    this.#content = this.#stored();
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

  /** A reader stays in the transaction in which it opened the file. */
  begin(): void {
    if (!this.isReadOnly) this.#prepared.begin.run();
  }

  commit(): void {
    if (this.isReadOnly) return;
    this.#prepared.commit.run();
    this.#writeHead();
  }

  /** Changes the API keys, in the open transaction or in a new one. */
  #changeKeys(change: () => void): void {
    const counted = () => {
      change();
      this.#database.raw.exec('UPDATE process_opening SET key_changes = key_changes + 1');
      this.#content.keyChanges++;
    };
    if (this.#database.raw.inTransaction) counted();
    else this.transaction(counted);
  }

  /** Records what is committed. A record that is one commit late is harmless: the file may hold more than the record. */
  #writeHead(): void {
    const { held } = this.#database;
    if (held === undefined) return;
    try {
      held.head.write(this.#content);
    } catch {
      // The commit has succeeded. The next one tries again.
    }
  }

  /** Undoes the open transaction. After a failed commit, SQLite may have rolled back already. */
  rollback(): void {
    if (this.isReadOnly) return;
    const { raw } = this.#database;
    if (raw.inTransaction) raw.exec('ROLLBACK');
    this.#content = this.#stored();
    if (!this.isMemory) undoLog(raw.name);
  }

  append(entry: JournalEntry): void {
    this.#journal.append(this.branch, entry);
    this.#content.commands = entry.seq;
  }

  /** Entries from number `from` on, in order, at most `limit`. @throws Damaged if one is missing or has a wrong checksum */
  journalRows(from: number, limit: number): JournalRow[] {
    return this.#journal.rows(this.branch, from, limit);
  }

  /**
   * Checks the first `commands` entries of the journal, and how many facts and recorded estimates there are; yields after each
   * slice. @throws Damaged
   */
  *checkRecorded(commands: number, facts: number, estimates: number): Generator<void> {
    yield* this.#journal.check(this.branch, commands);
    this.#facts.check(this.branch, facts);
    this.#estimates.check(this.branch, estimates);
  }

  #stored(): ReturnType<typeof contentOf> {
    return contentOf(this.#database.raw, this.#settings.branch());
  }

  appendFacts(run: FactRun): void {
    this.#facts.append(this.branch, run);
  }

  /** Runs that hold facts from number `seq` on, in order, at most `limit` runs. @throws StoreError */
  factRunsFrom(seq: number, limit: number): FactRun[] {
    return this.#facts.from(this.branch, seq, limit, this.#content.facts);
  }

  /** Runs that hold facts up to number `seq`, which exists: the newest first, at most `limit` runs. @throws StoreError */
  factRunsUntil(seq: number, limit: number): FactRun[] {
    return this.#facts.until(this.branch, seq, limit);
  }

  /** See Runs.span. @throws StoreError */
  factSpan(fromMs: number, toMs: number): Span {
    return this.#facts.span(this.branch, fromMs, toMs, this.#content.facts);
  }

  appendEstimates(run: EstimateRun): void {
    this.#estimates.append(this.branch, run);
  }

  /** Changes of recorded estimates from number `seq` on, in order, at most `limit` runs. @throws StoreError */
  estimateRunsFrom(seq: number, limit: number): EstimateRun[] {
    return this.#estimates.from(this.branch, seq, limit, this.#content.estimates);
  }

  /** See Runs.span. @throws StoreError */
  estimateSpan(fromMs: number, toMs: number): Span {
    return this.#estimates.span(this.branch, fromMs, toMs, this.#content.estimates);
  }

  /** From now on, facts with a wrong checksum are returned too, for a comparison with the right ones. */
  compareDamage(): void {
    this.#facts.comparesDamage = true;
    this.#estimates.comparesDamage = true;
  }

  /** @throws StoreError if its checksum is wrong */
  mark(): Mark | undefined {
    const mark = reading(this.path, () =>
      this.#database.orm.select().from(marks).where(eq(marks.branch, this.branch)).get(),
    );
    if (mark === undefined || isSealed(marks, mark)) return mark;
    throw new Damaged(this.path, 'the record of its last commit has a wrong checksum');
  }

  setMark(mark: Mark): void {
    const { nowMs, round, isOpen, commands, facts, hash, estimates } = mark;
    const row = [this.branch, nowMs, round, isOpen ? 1 : 0, commands, facts, hash, estimates] as const;
    this.#prepared.setMark.run(...row, checksumOf(...row));
    Object.assign(this.#content, { facts, estimates, nowMs, round });
  }

  /** Stores a snapshot and the unflushed GPRs. */
  setSnapshot(snapshot: Snapshot): void {
    this.transaction(() => {
      this.history.write(snapshot.facts);
      this.#snapshots.write(this.branch, snapshot);
    });
    this.history.clear();
  }

  /** Whether another version wrote the snapshot, so that this version replays the journal instead. */
  get hasForeignSnapshot(): boolean {
    return reading(this.path, () => this.#snapshots.isForeign(this.branch));
  }

  /** Whether the snapshot, or the history before it, is damaged, so that the next start derives it again. */
  get hasDamagedSnapshot(): boolean {
    if (this.engineVersion !== ENGINE_VERSION) return false;
    return reading(this.path, () => this.#snapshots.isDamaged(this.branch)) || !this.history.isWhole;
  }

  /** The last snapshot; undefined if it or its history is missing or damaged, or if it is of another version. */
  snapshot(): Snapshot | undefined {
    if (this.engineVersion !== ENGINE_VERSION || !this.history.isWhole) return undefined;
    return reading(this.path, () => this.#snapshots.read(this.branch));
  }

  /** Copies the world, without the tables of the process, into a new file. @throws StoreError if the target exists */
  exportTo(target: string): void {
    for (const _ of this.exportSlices(target));
  }

  /** Same as `exportTo`, but yields after each slice. */
  exportSlices(target: string): Generator<Copied> {
    return copyOut(this.#database.raw, this.path, target, !this.hasDamagedSnapshot);
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
    this.#content = this.#stored();
    this.#writeHead();
    this.#isScenarioOwn = false;
    this.history.clear();
    this.keys.reload();
  }

  /** Reads the whole file, and returns its first damage; undefined if it is whole. */
  damage(): StoreError | undefined {
    const found = reading(this.path, () => damageOf(this.#database.raw));
    if (found !== undefined) return new Damaged(this.path, found);
    if (!this.hasDamagedSnapshot) return undefined;
    return new StoreError(
      `${this.path} has a damaged snapshot or history; the next start of gprsim serve derives it again`,
    );
  }

  /** Reads the whole file. @throws StoreError if any of it is damaged */
  checkIntegrity(): void {
    const found = this.damage();
    if (found !== undefined) throw found;
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
}
