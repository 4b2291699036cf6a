// The store of files, and of worlds in memory: SQLite.

import type { Content, Copied, Store } from '../store.ts';
import { Damaged } from '../store-error.ts';
import type { Rows } from '../tables/rows.ts';
import { damageOf, missingBranch } from './durability/integrity.ts';
import { contentOf } from './durability/wholeness.ts';
import { undoLog } from './durability/write-ahead-log.ts';
import {
  closeDatabase,
  explained,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
} from './opening/database.ts';
import { readDatabase } from './opening/read-database.ts';
import { sqliteRows } from './sqlite-rows.ts';
import { copyIn, copyOut, copyTables, WrongRow } from './world-copy.ts';

export class SqliteStore implements Store {
  readonly rows: Rows;
  readonly #path: string;
  readonly #database: OpenDatabase;
  readonly #begin: () => void;
  readonly #commit: () => void;

  private constructor(path: string, database: OpenDatabase) {
    const { raw, isReadOnly } = database;
    this.#path = path;
    this.#database = database;
    const wantedNow = () => (isReadOnly || !raw.inTransaction ? 'read' : 'read or written');
    this.rows = explaining(sqliteRows(database), (error) => explained(error, path, wantedNow()));
    const [begin, commit] = [raw.prepare('BEGIN'), raw.prepare('COMMIT')];
    this.#begin = () => begin.run();
    this.#commit = () => commit.run();
  }

  /** Opens or creates a file for writing. @throws StoreError */
  static open(path: string, options: OpenOptions): SqliteStore {
    return SqliteStore.#of(path, openDatabase(path, options));
  }

  /** Opens a file for reading, without any change to it. @throws StoreError */
  static read(path: string): SqliteStore {
    return SqliteStore.#of(path, readDatabase(path));
  }

  static #of(path: string, database: OpenDatabase): SqliteStore {
    try {
      return new SqliteStore(path, database);
    } catch (error) {
      database.raw.close();
      // Drizzle wraps the error of SQLite as the cause.
      const why = ((error as Error).cause ?? error) as Error;
      throw new Damaged(path, why.message);
    }
  }

  get isNew(): boolean {
    return this.#database.isNew;
  }

  get isReadOnly(): boolean {
    return this.#database.isReadOnly;
  }

  get lost() {
    return this.#database.lost;
  }

  get bytes(): number {
    const { raw } = this.#database;
    if (!raw.open) return 0;
    const [pages, pageBytes] = ['page_count', 'page_size'].map((name) => raw.pragma(name, { simple: true }));
    return (pages as number) * (pageBytes as number);
  }

  content(branch?: number): Content {
    return this.#explained(() => contentOf(this.#database.raw, branch), 'opened');
  }

  get inTransaction(): boolean {
    return this.#database.raw.inTransaction;
  }

  begin(): void {
    this.#explained(this.#begin, 'read or written');
  }

  commit(): void {
    this.#explained(this.#commit, 'read or written');
  }

  rollback(): void {
    const { raw, held } = this.#database;
    // After a failed commit, SQLite may have rolled back already.
    if (raw.inTransaction) this.#explained(() => raw.exec('ROLLBACK'), 'read or written');
    if (held !== undefined) undoLog(raw.name);
  }

  record(content: Content): void {
    try {
      this.#database.held?.head.write(content);
    } catch {
      // The commit has succeeded. The next one tries again.
    }
  }

  countKeyChange(): void {
    const count = 'UPDATE process_opening SET key_changes = key_changes + 1';
    this.#explained(() => this.#database.raw.exec(count), 'read or written');
  }

  settle(): void {
    this.#explained(() => this.#database.raw.pragma('wal_checkpoint(TRUNCATE)'));
  }

  copyOut(target: string, withSnapshots: boolean): Generator<Copied> {
    return copyOut(this.#database.raw, this.#path, target, withSnapshots);
  }

  *copyTo(other: this, withSnapshots: boolean): Generator<Copied> {
    try {
      yield* copyTables(this.#database.raw, other.#database.raw, withSnapshots);
    } catch (error) {
      if (error instanceof WrongRow) throw new Damaged(this.#path, error.message);
      throw explained(error, this.#path, 'read or written');
    }
  }

  become(source: string, more: () => void): void {
    this.#explained(() => copyIn(this.#database.raw, source, more), 'read or written');
  }

  damage(): string | undefined {
    return this.#explained(() => damageOf(this.#database.raw));
  }

  missingBranch(): string | undefined {
    return this.#explained(() => missingBranch(this.#database.raw));
  }

  close(): void {
    const { raw } = this.#database;
    if (!raw.open) return;
    if (raw.inTransaction) raw.exec('ROLLBACK');
    closeDatabase(this.#database);
  }

  abandon(): void {
    this.#database.raw.close();
  }

  /** @param wanted the failed operation */
  #explained<T>(work: () => T, wanted = 'read'): T {
    try {
      return work();
    } catch (error) {
      throw explained(error, this.#path, wanted);
    }
  }
}

/** The same functions, whose errors are explained. */
function explaining<T extends object>(part: T, explain: (error: unknown) => Error): T {
  const members = Object.entries(part).map(([name, member]) => {
    if (typeof member !== 'function') return [name, explaining(member, explain)];
    const explained = (...args: unknown[]) => {
      try {
        return member(...args);
      } catch (error) {
        throw explain(error);
      }
    };
    return [name, explained];
  });
  return Object.fromEntries(members);
}
