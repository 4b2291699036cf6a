// The transactions of a world. If a commit fails, because the disk is full or for another reason, the transaction is undone: the
// file and its log are as at the last commit.

import type { Content, Store } from './store.ts';
import type { Settings } from './tables/file-settings.ts';

/** A reader stays in the transaction in which it opened the file. */
export class Transactions {
  readonly #store: Store;
  readonly #settings: Settings;
  #content: Content;

  constructor(store: Store, settings: Settings) {
    this.#store = store;
    this.#settings = settings;
    this.#content = this.#stored();
  }

  /** The content of the current branch at the end of the open transaction. The world's file enters its changes. */
  get content(): Content {
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
      throw error;
    }
  }

  begin(): void {
    if (!this.#store.isReadOnly) this.#store.begin();
  }

  commit(): void {
    if (this.#store.isReadOnly) return;
    this.#store.commit();
    this.record();
  }

  /** Undoes the open transaction. */
  rollback(): void {
    if (this.#store.isReadOnly) return;
    this.#store.rollback();
    this.reload();
  }

  /** Reads the content again, after a change of the current branch. */
  reload(): void {
    this.#content = this.#stored();
  }

  record(): void {
    this.#store.record(this.#content);
  }

  #stored(): Content {
    // The setting is checked before it is used.
    this.#settings.branch();
    return this.#store.content();
  }
}
