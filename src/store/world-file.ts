// A world's file: scenario, journal, facts, mark, snapshot and history of the current branch.

import { ENGINE_VERSION, type EstimateRun, type FactRun, type Scenario } from '../../sim/index.ts';
import { MEMORY } from '../wire/memory.ts';
import { type BranchList, newBranchList } from './branch-list.ts';
import { packState } from './codecs/packed-state.ts';
import { newPast, type Past, type PastTables } from './past.ts';
import type { OpenOptions } from './sqlite/opening/database.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import type { Copied, Lost, Store } from './store.ts';
import { Damaged, StoreError } from './store-error.ts';
import { ApiKeys } from './tables/api-keys.ts';
import { Branches } from './tables/branches/branch-table.ts';
import { Settings } from './tables/file-settings.ts';
import { History, type ViewOf } from './tables/gpr-history.ts';
import { type JournalEntry, newJournal } from './tables/journal.ts';
import { type Line, type LineEnd, lineUntil } from './tables/line.ts';
import { type Mark, newMarks } from './tables/mark-table.ts';
import { ESTIMATE_RUNS, FACT_RUNS, Runs } from './tables/runs.ts';
import { type Snapshot, Snapshots } from './tables/snapshots.ts';
import type { UnflushedGprs } from './tables/unflushed-gprs.ts';
import { Transactions } from './transactions.ts';

/** A snapshot of a memory world takes memory, that of a file only disk. */
const MEMORY_SNAPSHOTS_MAX = 256 * 2 ** 20;

interface WorldOptions extends OpenOptions {
  /** Bound of the sizes of the snapshots of a world in memory, bytes. */
  readonly snapshotsMax?: number;
}

export class WorldFile {
  readonly path: string;
  readonly keys: ApiKeys;
  readonly history: History;
  readonly branches: BranchList;
  /** Version of the engine that wrote the facts. */
  readonly engineVersion: number;
  readonly #store: Store;
  readonly #tables: PastTables;
  readonly #rows: Branches;
  readonly #settings: Settings;
  readonly #transactions: Transactions;
  #present: Past | undefined;
  /** `Branches.changes` when `#present` was made. */
  #changesRead = 0;
  #isScenarioOwn = false;

  private constructor(path: string, store: Store, snapshotsMax = MEMORY_SNAPSHOTS_MAX) {
    this.path = path;
    this.#store = store;
    const stored = store.rows;
    this.keys = new ApiKeys(path, stored, (change) => this.#changeKeys(change));
    this.#tables = {
      journal: newJournal(path, stored.journal),
      facts: new Runs(path, stored.facts, FACT_RUNS),
      estimates: new Runs(path, stored.estimates, ESTIMATE_RUNS),
      marks: newMarks(path, stored.marks),
      snapshots: new Snapshots(stored.snapshots, path === MEMORY ? snapshotsMax : Infinity),
    };
    this.#rows = new Branches(path, stored.branches);
    this.#settings = new Settings(path, stored);
    this.#transactions = new Transactions(store, this.#settings);
    this.engineVersion = this.#settings.number('engineVersion', ENGINE_VERSION);
    this.branches = newBranchList({
      path,
      stored,
      rows: this.#rows,
      tables: this.#tables,
      settings: this.#settings,
      transactions: this.#transactions,
      transaction: (work) => this.transaction(work),
    });
    this.history = this.#historyOf(() => this.present.line);
  }

  #historyOf(line: () => Line): History {
    return new History(this.path, this.#store.rows, this.isReadOnly, this.#rows, line);
  }

  /** Opens or creates a world's file for writing. @throws StoreError */
  static open(path: string, options: WorldOptions = {}): WorldFile {
    return WorldFile.#of(path, SqliteStore.open(path, options), options.snapshotsMax);
  }

  /** Opens a world's file for reading, without any change to it. @throws StoreError */
  static read(path: string): WorldFile {
    return WorldFile.#of(path, SqliteStore.read(path));
  }

  static #of(path: string, store: Store, snapshotsMax?: number): WorldFile {
    try {
      return new WorldFile(path, store, snapshotsMax);
    } catch (error) {
      store.abandon();
      throw error;
    }
  }

  get #content() {
    return this.#transactions.content;
  }

  get isMemory(): boolean {
    return this.path === MEMORY;
  }

  get isReadOnly(): boolean {
    return this.#store.isReadOnly;
  }

  /** Size of the file, or of its place in memory; 0 when it is closed, which a failure can do. */
  get bytes(): number {
    return this.#store.bytes;
  }

  /** What a failure of the system took from the file, undefined if nothing is missing. */
  get lost(): Lost | undefined {
    return this.#store.lost;
  }

  get branch(): number {
    return this.#content.branch;
  }

  /** What the file holds of the current branch. @throws Damaged */
  get present(): Past {
    const { changes } = this.#rows;
    if (this.#present?.branch !== this.branch || changes !== this.#changesRead) {
      this.#changesRead = changes;
      this.#present = newPast(
        this,
        this.#rows.line(this.branch),
        this.#tables,
        this.history,
        () => this.#content,
      );
    }
    return this.#present;
  }

  /** What the file holds of a branch. @throws Damaged if it has no such branch, or cannot be read */
  past(branch: number): Past {
    const line = this.#rows.line(branch);
    const history = this.#historyOf(() => line);
    return newPast(this, line, this.#tables, history, () => this.#store.content(branch));
  }

  /**
   * What the file holds of a past up to a position.
   * @param left GPRs that have left memory by then, and that the history of the file lacks @param viewOf see History.viewOf
   */
  pastUntil({ branch }: Past, end: LineEnd, left: UnflushedGprs, viewOf: ViewOf): Past {
    const line = lineUntil(this.#rows.rows(branch), end);
    const history = this.#historyOf(() => line);
    history.adopt(left);
    history.viewOf = viewOf;
    return newPast(this, line, this.#tables, history, () => end);
  }

  /** Whether this process set the scenario, so that it is known to be valid. */
  get isScenarioOwn(): boolean {
    return this.#isScenarioOwn;
  }

  /** The size of the scenario in bytes; 0 without one. @throws StoreError */
  get scenarioBytes(): number {
    return this.#settings.bytesOf('scenario') ?? 0;
  }

  /** The unvalidated scenario, undefined if the file holds none. */
  scenarioText(): string | undefined {
    return this.#settings.text('scenario');
  }

  /** Writes the scenario of a new file. @param branch number of the first branch @throws StoreError if the file is not new */
  setScenario(scenario: Scenario, branch = this.branch, reason = 'the start'): void {
    if (!this.#store.isNew) throw new StoreError(`${this.path} already has a world; give a new file`);
    this.transaction(() => {
      this.#content.branch = branch;
      this.#settings.set('scenario', JSON.stringify(scenario));
      this.#settings.set('engineVersion', String(ENGINE_VERSION));
      this.branches.addFirst(branch, reason);
    });
    this.#isScenarioOwn = true;
    // The log can get lost: without it, the file must not look like one without a world.
    this.#store.settle();
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

  transaction<T>(work: () => T): T {
    try {
      return this.#transactions.run(work);
    } catch (error) {
      this.#rows.forget();
      throw error;
    }
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
    this.#rows.forget();
  }

  /** Changes the API keys, in the open transaction or in a new one. */
  #changeKeys(change: () => void): void {
    const counted = () => {
      change();
      this.#store.countKeyChange();
      this.#content.keyChanges++;
    };
    this.#within(counted);
  }

  append(entry: JournalEntry): void {
    this.#tables.journal.append(this.branch, entry);
    this.#content.commands = entry.seq;
  }

  appendFacts(run: FactRun): void {
    this.#tables.facts.append(this.branch, run);
  }

  appendEstimates(run: EstimateRun): void {
    this.#tables.estimates.append(this.branch, run);
  }

  /** From now on, facts with a wrong checksum are returned too, for a comparison with the right ones. */
  compareDamage(): void {
    this.#tables.facts.comparesDamage = true;
    this.#tables.estimates.comparesDamage = true;
  }

  setMark(mark: Mark): void {
    this.#tables.marks.write(this.branch, mark);
    const { facts, estimates, nowMs, round } = mark;
    Object.assign(this.#content, { facts, estimates, nowMs, round });
  }

  /**
   * Stores the unflushed GPRs and a snapshot, unless it is too large. Yields between steps, during which the world may go on. What an
   * end between two steps leaves, the next snapshot removes.
   * @param state of the present @param isOfClose the next snapshot replaces this one
   */
  *setSnapshot({ state, ...position }: Snapshot, isOfClose = false): Generator<void, void, undefined> {
    const { branch } = this;
    const { snapshots } = this.#tables;
    const { facts } = position;
    this.transaction(() => {
      this.history.write(facts);
      snapshots.clear(branch, facts);
    });
    this.history.clear();
    yield;
    const parts: Buffer[] = [];
    const packing = packState(state);
    let packed = packing.next();
    for (; packed.done !== true; packed = packing.next()) {
      const part = packed.value;
      this.#within(() => snapshots.writePart(branch, facts, parts.length, part));
      parts.push(part);
      yield;
    }
    const isWhole = packed.value;
    if (isWhole) this.#within(() => snapshots.write(branch, position, parts, isOfClose));
  }

  /** Does more work in the open transaction, or in a new one. */
  #within(work: () => void): void {
    if (this.#store.inTransaction) work();
    else this.transaction(work);
  }

  /** Whether a snapshot, or the history before it, is damaged, so that the next start derives it again. */
  get hasDamagedSnapshot(): boolean {
    if (this.engineVersion !== ENGINE_VERSION) return false;
    return this.#tables.snapshots.isDamaged(this.present.line) || !this.history.isWhole;
  }

  /** Copies the world, without the tables of the process, into a new file. @throws StoreError if the target exists */
  exportTo(target: string): void {
    for (const _ of this.exportSlices(target));
  }

  /** Same as `exportTo`, but yields after each slice. */
  exportSlices(target: string): Generator<Copied> {
    return this.#store.copyOut(target, !this.hasDamagedSnapshot);
  }

  /** Copies the world, without the tables of the process, into one in memory that has no world yet, in slices. @throws Damaged */
  *copyTo(memory: WorldFile): Generator<Copied> {
    yield* this.#store.copyTo(memory.#store, !this.hasDamagedSnapshot);
    memory.#transactions.reload();
    memory.#rows.forget();
  }

  /**
   * Replaces the world by that of another file, atomically; the tables of the process stay. @throws StoreError
   * @param keepsKeys whether keys of workspaces stay bound to the same creation numbers; otherwise they open no workspace
   */
  become(source: string, keepsKeys: boolean): void {
    const branchChanges = this.#settings.number('branchChanges', 0) + 1;
    this.#store.become(source, () => {
      this.#settings.set('branchChanges', String(branchChanges));
      if (!keepsKeys) this.keys.unbind();
    });
    this.#transactions.reload();
    this.#transactions.record();
    this.#rows.forget();
    this.#isScenarioOwn = false;
    this.history.clear();
    this.keys.reload();
  }

  /** Reads the whole file, and returns its first damage; undefined if it is whole. */
  damage(): StoreError | undefined {
    const found = this.#store.damage();
    if (found !== undefined) return new Damaged(this.path, found);
    if (this.engineVersion !== ENGINE_VERSION) return undefined;
    for (const { branch } of this.branches.all()) {
      const isDamaged = this.#tables.snapshots.isOwnDamaged(branch) || !this.past(branch).history.isWhole;
      if (!isDamaged) continue;
      return new StoreError(
        `${this.path} has a damaged snapshot or history of branch ${branch}; ` +
          (branch === this.branch ? 'the next start of gprsim serve' : 'the next switch to it') +
          ' derives it again',
      );
    }
    return undefined;
  }

  /** @throws Damaged if the record or the last commit of a branch is missing */
  checkBranches(): void {
    const found = this.#store.missingBranch();
    if (found !== undefined) throw new Damaged(this.path, found);
  }

  /** Reads the whole file. @throws StoreError if any of it is damaged */
  checkIntegrity(): void {
    const found = this.damage();
    if (found !== undefined) throw found;
  }

  close(): void {
    this.#store.close();
  }
}
