// Between what the user enters and what requests and records contain.

import type { Problem } from '../session/server-call.ts';
import { durationOf } from '../text/spans.ts';
import type { Field, Value, Values } from './field.ts';

type Members = { [name: string]: unknown };

/** An entry that is no JSON: the request cannot be built. */
export class BadEntry extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The body of a request. @throws BadEntry */
export function bodyOf(fields: readonly Field[], values: Values, path = ''): Members {
  const body: Members = {};
  for (const field of fields) {
    const member = memberOf(field, values[field.name], path + field.name);
    if (member !== undefined) put(body, field.name.split('.'), member);
  }
  return body;
}

/** Undefined: left out. */
function memberOf(
  { kind, fields = [], sendsEmpty, none }: Field,
  value: Value | undefined,
  path: string,
): unknown {
  if (typeof value === 'boolean' || value === undefined) return value;
  if (typeof value !== 'string') return value.map((row, i) => bodyOf(fields, row, `${path}[${i}].`));
  if (value.trim() === '' && !sendsEmpty) return none;
  if (kind === 'several') return listOf(value);
  if (kind === 'names') return namesOf(value);
  if (kind === 'duration') return durationOf(value);
  if (kind === 'maybe') return value === 'yes';
  // The server reports what is no number.
  if (kind === 'number') return Number.isNaN(Number(value)) ? value : Number(value);
  return kind === 'json' ? parsed(value, path) : value;
}

/** The chosen names of a field of the kind `several`. */
export function listOf(value: string): readonly string[] {
  return value === '' ? [] : JSON.parse(value);
}

function namesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadEntry({ field: path, message: `must be JSON: ${(error as Error).message}` });
  }
}

function put(body: Members, [name, ...rest]: readonly string[], member: unknown): void {
  if (rest.length === 0) body[name] = member;
  else {
    body[name] ??= {};
    put(body[name] as Members, rest, member);
  }
}

/** What a form shows for a record. */
export function valuesOf(fields: readonly Field[], record: unknown): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, entryOf(field, memberAt(record, field.recordName ?? field.name))]),
  );
}

function entryOf({ kind, fields = [], none }: Field, member: unknown): Value {
  if (kind === 'rows') return ((member ?? []) as unknown[]).map((row) => valuesOf(fields, row));
  if (kind === 'flag') return member === true;
  if (member === undefined || member === null || (none !== undefined && member === none)) return '';
  if (kind === 'several') return JSON.stringify(member);
  // `1h0m0s` → `1h`
  if (kind === 'duration') return String(member).replace(/(?<![0-9])0[dhms]/g, '');
  if (kind === 'maybe') return member === true ? 'yes' : 'no';
  if (kind === 'names') return (member as string[]).join(', ');
  return kind === 'json' ? JSON.stringify(member, null, 2) : String(member);
}

/** The member at a path with dots; undefined if there is none. */
export function memberAt(record: unknown, path: string): unknown {
  return path.split('.').reduce((at: unknown, name) => (at as Members | null | undefined)?.[name], record);
}
