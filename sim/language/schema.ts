// Schemas of stored data: one declaration gives the type of a value, and the check of a value that was read.

export type PathKey = string | number;

/** Receives what is wrong, and answers false. `path` leads to the value in question during a call; the receiver copies it. */
export interface Wrongs {
  readonly path: PathKey[];
  /** The value is not what it must `be`; undefined = it is missing. */
  value(be: string, value: unknown): false;
  /** The object has members that are not `known`. */
  unknown(members: readonly string[], known: readonly string[]): false;
  /** true: further problems are of no interest. */
  isFull(): boolean;
}

export interface Schema<T> {
  /** What the value must be: the end of a sentence. */
  readonly be: string;
  /** Notes what is wrong with a value; false if anything is. */
  readonly check: (value: unknown, wrongs: Wrongs) => boolean;
  readonly isOptional?: boolean;
  /** For the compiler only. */
  readonly type?: T;
}

interface Optional<T> extends Schema<T> {
  readonly isOptional: true;
}

export type TypeOf<S> = S extends Schema<infer T> ? T : never;

export type Members = { readonly [member: string]: Schema<unknown> };

type Flat<T> = { readonly [M in keyof T]: T[M] };

/** The type of objects with these members. */
export type ObjectOf<M> = Flat<
  { readonly [K in keyof M as M[K] extends Optional<unknown> ? never : K]: TypeOf<M[K]> } & {
    readonly [K in keyof M as M[K] extends Optional<unknown> ? K : never]?: TypeOf<M[K]>;
  }
>;

/** Values that a test accepts. */
export function tested<T>(be: string, test: (value: unknown) => boolean): Schema<T> {
  return {
    be,
    check(value, wrongs) {
      return test(value) || wrongs.value(be, value);
    },
  };
}

export function whole(from: number, to: number): Schema<number> {
  const isWhole = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
  return tested(`a whole number from ${from} to ${to}`, isWhole);
}

export function oneOf<const T extends readonly (number | string)[]>(...words: T): Schema<T[number]> {
  return tested(words.map((word) => JSON.stringify(word)).join(' or '), (value) =>
    words.includes(value as T[number]),
  );
}

export const flag: Schema<boolean> = tested('true or false', (value) => typeof value === 'boolean');

/** Control characters, and halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Printable text. @param to characters @param form further rule for the text, and its words */
export function text(
  from: number,
  to: number,
  be = `a string of ${from} to ${to} characters`,
  form?: RegExp,
): Schema<string> {
  return tested(be, (value) => {
    if (typeof value !== 'string' || value.length < from || UNPRINTABLE.test(value)) return false;
    return (
      (value.length <= to || [...value.slice(0, 2 * to + 1)].length <= to) && (form?.test(value) ?? true)
    );
  });
}

/** Text of any characters, such as a specification with several lines. */
export const freeText: Schema<string> = tested('a string', (value) => typeof value === 'string');

export function list<T>(item: Schema<T>, from: number, to: number): Schema<readonly T[]> {
  const be = from === to ? `a list of ${to} items` : `a list of ${from} to ${to} items`;
  return {
    be,
    check(value, wrongs) {
      if (!Array.isArray(value) || value.length < from || value.length > to) return wrongs.value(be, value);
      let isRight = true;
      for (let index = 0; index < value.length && !wrongs.isFull(); index++) {
        isRight = checkAt(index, item, value[index], wrongs) && isRight;
      }
      return isRight;
    },
  };
}

export function object<const M extends Members>(members: M): Schema<ObjectOf<M>> {
  const known = Object.keys(members);
  const entries = Object.entries<Schema<unknown>>(members);
  const be = `an object with ${known.join(', ')}`;
  return {
    be,
    check(value, wrongs) {
      if (!isObject(value)) return wrongs.value(be, value);
      let found = 0;
      let isRight = true;
      for (const [name, schema] of entries) {
        const isThere = Object.hasOwn(value, name);
        if (isThere) found++;
        else if (schema.isOptional) continue;
        isRight = checkAt(name, schema, isThere ? value[name] : undefined, wrongs) && isRight;
      }
      const sent = Object.keys(value);
      if (sent.length === found) return isRight;
      return wrongs.unknown(
        sent.filter((name) => !known.includes(name)),
        known,
      );
    },
  };
}

export function isObject(value: unknown): value is { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkAt(key: PathKey, schema: Schema<unknown>, value: unknown, wrongs: Wrongs): boolean {
  wrongs.path.push(key);
  const isRight = schema.check(value, wrongs);
  wrongs.path.pop();
  return isRight;
}

/** Objects whose `kind` decides about their other members. */
export function kinds<const K extends { readonly [kind: string]: Members }>(
  be: string,
  byKind: K,
): Schema<
  { [Kind in keyof K & string]: Flat<{ readonly kind: Kind } & ObjectOf<K[Kind]>> }[keyof K & string]
> {
  const schemas = new Map(
    Object.entries(byKind).map(([kind, members]) => [kind, object({ kind: oneOf(kind), ...members })]),
  );
  const [first] = schemas.keys();
  const noKind =
    schemas.size < 5
      ? oneOf(...schemas.keys())
      : tested(`a kind of ${be.replace('a ', '')} such as ${JSON.stringify(first)}`, () => false);
  return {
    be,
    check(value, wrongs) {
      if (!isObject(value)) return wrongs.value(be, value);
      const schema = schemas.get(value.kind as string);
      return schema?.check(value, wrongs) ?? checkAt('kind', noKind, value.kind, wrongs);
    },
  };
}

const no = () => false as const;
/** Neither path nor words are of interest. */
const silent: Wrongs = { path: [], value: no, unknown: no, isFull: no };

/** A value that has one of several schemas. */
export function either<const S extends readonly Schema<unknown>[]>(
  be: string,
  ...schemas: S
): Schema<TypeOf<S[number]>> {
  return tested(be, (value) => schemas.some((schema) => schema.check(value, silent)));
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  const be = `${schema.be}, or null`;
  return {
    be,
    check(value, wrongs) {
      if (value === null || typeof value === 'object') return value === null || schema.check(value, wrongs);
      return schema.check(value, silent) || wrongs.value(be, value);
    },
  };
}

/** A member that may be left out. */
export function optional<T>(schema: Schema<T>): Optional<T> {
  return { ...schema, isOptional: true };
}

/** Members that may all be left out. */
export function partial<const M extends Members>(
  members: M,
): { readonly [K in keyof M]: Optional<TypeOf<M[K]>> } {
  const all = Object.entries<Schema<unknown>>(members).map(([name, schema]) => [name, optional(schema)]);
  return Object.fromEntries(all) as { readonly [K in keyof M]: Optional<TypeOf<M[K]>> };
}
