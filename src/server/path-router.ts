// Finds the handlers of a path, with a cache for paths without parameters.

import type { Result } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

export class PathRouter<T> extends TrieRouter<T> {
  readonly #fixed: Map<string, Map<string, Result<T>>> = new Map();

  override add(method: string, path: string, handler: T): void {
    if (!/[:*?]/.test(path)) this.#fixed.set(path, new Map());
    // A path with parameters can match cached paths too.
    for (const known of this.#fixed.values()) known.clear();
    super.add(method, path, handler);
  }

  override match(method: string, path: string): Result<T> {
    const known = this.#fixed.get(path);
    if (known === undefined) return super.match(method, path);
    const found = known.get(method) ?? super.match(method, path);
    // Node accepts only a few dozen methods, so the cache is bounded.
    known.set(method, found);
    return found;
  }
}
