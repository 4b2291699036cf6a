// What the client takes an answer for, and how it fails on any other.

// biome-ignore lint/suspicious/noExplicitAny: an answer is what the client reads it as
export type Json = any;

/** An answer that the client cannot read: a member too many, one too few, null in place of an object or a list. */
export class ShapeError extends Error {}

/** An object with these members and no others, but for those that may be missing. */
export function exactly(value: Json, members: readonly string[], optional: readonly string[] = []): Json {
  having(value, members);
  const strange = Object.keys(value).filter((name) => !members.includes(name) && !optional.includes(name));
  if (strange.length > 0) throw new ShapeError(`unexpected members: ${strange.join(', ')}`);
  return value;
}

/** An object with these members, whatever else it has. */
export function having(value: Json, members: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ShapeError(`not an object: ${JSON.stringify(value)}`);
  }
  const missing = members.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) throw new ShapeError(`missing members: ${missing.join(', ')}`);
  return value;
}

/** Each item of a list, read. */
export function each<Item>(value: Json, read: (item: Json) => Item): Item[] {
  if (!Array.isArray(value)) throw new ShapeError(`not a list: ${JSON.stringify(value)}`);
  return value.map(read);
}

export interface ApiResponse {
  readonly status: string;
  readonly message: string;
  readonly statusCode: number;
  readonly data?: Json;
  readonly error?: Json;
}

export function envelopeOf(value: Json): ApiResponse {
  return exactly(value, ['status', 'message', 'statusCode'], ['data', 'error']);
}
