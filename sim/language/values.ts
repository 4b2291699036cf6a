// Schemas of the values that stored data consists of: integers, milliseconds, names, null for unset.

import { TIME_MAX_MS } from '../base/numbers/time.ts';
import { COUNT_MAX, NAME_LENGTH_MAX, PRIORITY_MAX } from './limits.ts';
import { flag, freeText, list, object, orNull, type Schema, type TypeOf, text, whole } from './schema.ts';

/** Names and texts beyond it are refused where they enter; here it bounds what the engine does not read. */
const TEXT_MAX = 2 ** 22;
const ITEMS_MAX = 100_000;

export const name: Schema<string> = text(1, NAME_LENGTH_MAX, `a name of 1 to ${NAME_LENGTH_MAX} characters`);
/** A name that can be a segment of a URL path. */
export const segment: Schema<string> = text(1, NAME_LENGTH_MAX, `${name.be} without /`, /^[^/]*$/);
/** May be '', for unset. */
export const anyText: Schema<string> = text(0, TEXT_MAX);
export const names: Schema<readonly string[]> = list(name, 0, ITEMS_MAX);
export const texts: Schema<readonly string[]> = list(freeText, 0, ITEMS_MAX);

export const count: Schema<number> = whole(1, COUNT_MAX);
export const amount: Schema<number> = whole(0, Number.MAX_SAFE_INTEGER);
export const priority: Schema<number> = whole(1, PRIORITY_MAX);
export const atMs: Schema<number> = whole(0, TIME_MAX_MS);
/** A duration that may be 0. */
export const spanMs: Schema<number> = atMs;
/** A duration above 0. */
export const exitMs: Schema<number> = whole(1, TIME_MAX_MS);

export const flagOrNull: Schema<boolean | null> = orNull(flag);
export const nameOrNull: Schema<string | null> = orNull(anyText);
export const exitMsOrNull: Schema<number | null> = orNull(exitMs);

export function items<T>(item: Schema<T>): Schema<readonly T[]> {
  return list(item, 0, ITEMS_MAX);
}

export const poolName = { cluster: name, instanceType: name, gpuModelName: name };
export const pool = object(poolName);
export type PoolName = TypeOf<typeof pool>;
