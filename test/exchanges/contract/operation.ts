// How the interface is listed here: what its description names, so that a test can say what no exchange shows.

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under /api/v1, parameters in braces. */
  readonly path: string;
  /** A query parameter that must be there, or must not, where a path has two operations. */
  readonly having?: string;
  readonly lacking?: string;
}

export interface ContractOperation extends Route {
  /** Further ways to it. */
  readonly aliases?: readonly Route[];
  /**
   * Members of body and query. `a.b` is a member of a member, `a[].b` one of each item of a list, `a.*` any member of
   * an object that is a map.
   */
  readonly request: readonly string[];
  /** Members that real clients send beside those of the description, and other spellings of them. */
  readonly alsoSent?: readonly string[];
  /** Members of the answer's data; `[]` begins the members of a list that is the data itself. */
  readonly response: readonly string[];
  /** Members that are answered beside those of the description. */
  readonly alsoAnswered?: readonly string[];
}

/** The names as members of `parent`. */
export function within(parent: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${parent}.${name}`);
}
