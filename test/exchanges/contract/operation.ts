// The types that list the interface's description, so that a test can find parts without an exchange.

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below /api/v1, with parameters in braces. */
  readonly path: string;
  /** A query parameter that must be present or absent, if two operations share a path. */
  readonly having?: string;
  readonly lacking?: string;
}

export interface ContractOperation extends Route {
  readonly aliases?: readonly Route[];
  /**
   * Members of body and query. `a.b` is a member of `a`, `a[].b` a member of each item of the list `a`, `a.*` any member
   * of the map `a`.
   */
  readonly request: readonly string[];
  /** Further members and spellings that real clients send. */
  readonly alsoSent?: readonly string[];
  /** Members of the answer's data. `[]` is an item if the data are a list. */
  readonly response: readonly string[];
  /** Further members of the answer's data. */
  readonly alsoAnswered?: readonly string[];
}

/** The names as members of `parent`. */
export function within(parent: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${parent}.${name}`);
}
