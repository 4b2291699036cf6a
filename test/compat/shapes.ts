// The shapes of answers that the client expects, and its failures on other shapes.

// biome-ignore lint/suspicious/noExplicitAny: the client reads answers without types
export type Json = any;

/** An unreadable answer: an additional or missing member, or null instead of an object or a list. */
export class ShapeError extends Error {}

/** An object with these members and no others, except optional ones. */
export function exactly(value: Json, members: readonly string[], optional: readonly string[] = []): Json {
  having(value, members);
  const strange = Object.keys(value).filter((name) => !members.includes(name) && !optional.includes(name));
  if (strange.length > 0) throw new ShapeError(`unexpected members: ${strange.join(', ')}`);
  return value;
}

export function having(value: Json, members: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ShapeError(`not an object: ${JSON.stringify(value)}`);
  }
  const missing = members.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) throw new ShapeError(`missing members: ${missing.join(', ')}`);
  return value;
}

/** The items of a list, each read by `read`. */
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
