// Finds the handlers of a path. Most paths have no parameters: what leads from one of them to its handlers is found once.

import type { Result } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

export class PathRouter<T> extends TrieRouter<T> {
  /** Paths without parameters, each with its handlers by method. */
  readonly #fixed: Map<string, Map<string, Result<T>>> = new Map();

  override add(method: string, path: string, handler: T): void {
    if (!/[:*?]/.test(path)) this.#fixed.set(path, new Map());
    // A path with parameters may be another way to handlers that were found.
    for (const known of this.#fixed.values()) known.clear();
    super.add(method, path, handler);
  }

  override match(method: string, path: string): Result<T> {
    const known = this.#fixed.get(path);
    if (known === undefined) return super.match(method, path);
    const found = known.get(method) ?? super.match(method, path);
    // Node takes some dozens of methods.
    known.set(method, found);
    return found;
  }
}
