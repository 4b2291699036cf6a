// A world's file: scenario, journal, facts, mark, snapshot and history of the current branch.

import { ENGINE_VERSION, type EstimateRun, type FactRun, type Scenario } from '../../sim/index.ts';
import { BRANCH_MAX } from './codecs/row-id.ts';
import { damageOf } from './durability/integrity.ts';
import type { Lost } from './durability/wholeness.ts';
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
import { ApiKeys } from './tables/api-keys.ts';
import { History } from './tables/history.ts';
import { Journal, type JournalEntry, type JournalRow } from './tables/journal.ts';
import { type Mark, Marks } from './tables/marks.ts';
import { prepareQueries } from './tables/queries.ts';
import { ESTIMATE_RUNS, FACT_RUNS, Runs, type Span } from './tables/runs.ts';
import { Settings } from './tables/settings.ts';
import { type Snapshot, Snapshots } from './tables/snapshots.ts';
import { Transactions } from './transactions.ts';
import { type Copied, copyIn, copyOut } from './world-copy.ts';

export class WorldFile {
  readonly path: string;
  readonly keys: ApiKeys;
  readonly history: History;
  /** Version of the engine that wrote the facts. */
  readonly engineVersion: number;
  readonly #database: OpenDatabase;
  readonly #snapshots: Snapshots;
  readonly #settings: Settings;
  readonly #journal: Journal;
  readonly #facts: Runs;
  readonly #estimates: Runs;
  readonly #marks: Marks;
  readonly #transactions: Transactions;
  #isScenarioOwn = false;

  private constructor(path: string, database: OpenDatabase) {
    this.path = path;
    this.#database = database;
    this.keys = new ApiKeys(path, database.orm, (change) => this.#changeKeys(change));
    const prepared = prepareQueries(database);
    this.#snapshots = new Snapshots(prepared);
    this.#journal = new Journal(path, database, prepared);
    this.#facts = new Runs(path, prepared.facts, FACT_RUNS);
    this.#estimates = new Runs(path, prepared.estimates, ESTIMATE_RUNS);
    this.#marks = new Marks(path, database, prepared);
    this.#settings = new Settings(path, database);
    this.#transactions = new Transactions(path, database, prepared, this.#settings);
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

  get #content() {
    return this.#transactions.content;
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
    this.#transactions.reload();
  }

  transaction<T>(work: () => T): T {
    return this.#transactions.run(work);
  }

  begin(): void {
    this.#transactions.begin();
  }

  commit(): void {
    this.#transactions.commit();
  }

  /** Undoes the open transaction, or one whose commit failed. */
  rollback(): void {
    this.#transactions.rollback();
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

  /** The state of the branch at its last commit; undefined before the first one. @throws Damaged if its checksum is wrong */
  mark(): Mark | undefined {
    return this.#marks.read(this.branch);
  }

  setMark(mark: Mark): void {
    this.#marks.write(this.branch, mark);
    const { facts, estimates, nowMs, round } = mark;
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
    this.#transactions.reload();
    this.#transactions.writeHead();
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
