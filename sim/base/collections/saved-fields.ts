// Copying, saving (as plain data) and loading state. State consists of *parts*: objects whose fields are numbers, booleans,
// strings, typed arrays, plain arrays of these, maps, or other parts. Everything that decisions depend on is in parts.

import { type Column, grown } from './columns.ts';
import { isInterleaved, isView } from './interleaved.ts';

export type Saved = { [field: string]: unknown };

function isColumn(value: unknown): value is Column {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function isPart(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isColumn(value) &&
    !(value instanceof Map)
  );
}

/**
 * Overwrites the fields of `target` with copies of those of `source`, an object of the same class. Its fields in `except` keep
 * the values that the constructor set. The target keeps its V8 shape, so code that uses it stays optimized.
 */
export function copyFields<T extends object>(target: T, source: T, except: readonly string[] = []): T {
  const to = target as Saved;
  for (const [field, value] of Object.entries(source)) {
    if (except.includes(field)) continue;
    if (isColumn(value)) {
      if (isView(source, field, value)) continue;
      to[field] = copyColumn(to[field], value, usedOf(source, field, value));
    } else if (Array.isArray(value)) to[field] = value.slice();
    else if (value instanceof Map) to[field] = new Map(value);
    else if (isPart(value)) copyFields(to[field] as object, value);
    else to[field] = value;
  }
  const part: object = target;
  if (isInterleaved(part)) part.attach();
  return target;
}

/** Copies the used part of a column. Reuses the target's array if its length fits: allocating costs more than copying. */
function copyColumn(had: unknown, column: Column, used: number): Column {
  const fits = isColumn(had) && had.constructor === column.constructor && had.length === column.length;
  const Column = column.constructor as new (size: number) => Column;
  const copy = fits ? had : new Column(column.length);
  copy.set(column.subarray(0, used) as never);
  return copy;
}

function usedOf(part: object, field: string, column: Column): number {
  const isTable = isInterleaved(part) && part.tables().includes(field);
  return isTable ? (part.used ?? column.length) : column.length;
}

/** Doubles the columns of a table, which have `capacity` elements. Returns the new capacity. */
export function growColumns(table: object, capacity: number): number {
  const more = Math.max(16, capacity * 2);
  const fields = table as Saved;
  for (const [name, value] of Object.entries(fields)) {
    if (isColumn(value) && value.length === capacity) fields[name] = grown(value, more);
  }
  return more;
}

/** Returns a part as plain data, without its fields in `except`. */
export function saveFields(part: object, except: readonly string[] = []): Saved {
  const saved: Saved = {};
  for (const [field, value] of Object.entries(part)) {
    if (except.includes(field) || (isColumn(value) && isView(part, field, value))) continue;
    if (isColumn(value)) saved[field] = value.slice(0, usedOf(part, field, value));
    else if (Array.isArray(value)) saved[field] = value.slice();
    else if (value instanceof Map) saved[field] = [...value];
    else saved[field] = isPart(value) ? saveFields(value) : value;
  }
  return saved;
}

/** @throws Error if a table lacks rows */
export function loadFields(part: object, saved: Saved): void {
  const to = part as Saved;
  for (const [field, value] of Object.entries(saved)) {
    const had = to[field];
    if (had instanceof Map) {
      had.clear();
      for (const [key, entry] of value as [unknown, unknown][]) had.set(key, entry);
    } else if (isPart(had)) {
      loadFields(had, value as Saved);
    } else {
      to[field] = value;
    }
  }
  if (!isInterleaved(part)) return;
  for (const table of part.tables())
    if ((part.used ?? 0) > (to[table] as Column).length) throw new Error(`the rows of ${table} are missing`);
  part.attach();
}
