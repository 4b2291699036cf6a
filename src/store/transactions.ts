// The transactions of a world's file. If a commit fails, because the disk is full or for another reason, the transaction is
// undone: the file and its log are as at the last commit.

import { contentOf } from './durability/wholeness.ts';
import { undoLog } from './durability/write-ahead-log.ts';
import { explained, type OpenDatabase } from './opening/database.ts';
import type { Settings } from './tables/file-settings.ts';
import type { Rows } from './tables/rows.ts';

/** A reader stays in the transaction in which it opened the file. */
export class Transactions {
  readonly #path: string;
  readonly #database: OpenDatabase;
  readonly #rows: Rows;
  readonly #settings: Settings;
  #content: ReturnType<typeof contentOf>;

  constructor(path: string, database: OpenDatabase, rows: Rows, settings: Settings) {
    this.#path = path;
    this.#database = database;
    this.#rows = rows;
    this.#settings = settings;
    this.#content = this.#stored();
  }

  /** The content of the current branch at the end of the open transaction. The world's file enters its changes. */
  get content(): ReturnType<typeof contentOf> {
    return this.#content;
  }

  /** Runs `work` in a transaction. @throws StoreError if it cannot be committed; it is then undone */
  run<T>(work: () => T): T {
    this.begin();
    try {
      const done = work();
      this.commit();
      return done;
    } catch (error) {
      this.rollback();
      throw explained(error, this.#path, 'read or written');
    }
  }

  begin(): void {
    if (!this.#database.isReadOnly) this.#rows.begin();
  }

  commit(): void {
    if (this.#database.isReadOnly) return;
    this.#rows.commit();
    this.writeHead();
  }

  /** Undoes the open transaction. */
  rollback(): void {
    const { raw, isReadOnly, held } = this.#database;
    if (isReadOnly) return;
    this.#rows.rollback();
    this.reload();
    if (held !== undefined) undoLog(raw.name);
  }

  /** Reads the content again, after a change of the current branch. */
  reload(): void {
    this.#content = this.#stored();
  }

  #stored(): ReturnType<typeof contentOf> {
    // The setting is checked before it is used.
    this.#settings.branch();
    return contentOf(this.#database.raw);
  }

  /** Records what is committed. A record that is one commit late is harmless: the file may hold more than the record. */
  writeHead(): void {
    const { held } = this.#database;
    if (held === undefined) return;
    try {
      held.head.write(this.#content);
    } catch {
      // The commit has succeeded. The next one tries again.
    }
  }
}
