// Schemas of the engine's values: integers, milliseconds, null for unset.

import * as v from 'valibot';
import { type Json, TIME_MAX_MS } from '../../../sim/index.ts';
import { countMax } from '../../wire/bounds.ts';
import { limits } from '../fields/size-limits.ts';
import { either, flag, list, members, name, oneOf, text, whole } from '../fields/strict-fields.ts';

/** In characters. The engine does not interpret these strings; the maximum size of a request bounds them. */
const textMax = 2 ** 22;
const listMax = 100_000;

export const kind = <const K extends string>(word: K) => v.pipe(v.literal(word), v.description(`"${word}"`));
export const anyText = text(textMax);
/** A string that may have several lines, such as a specification or a command. */
export const freeText = v.pipe(v.string('must be a string'), v.description('a string'));
export const names = list(name(), 0, listMax);
export const texts = list(freeText, 0, listMax);
export const atMs = whole(0, TIME_MAX_MS);
/** A duration that may be zero. */
export const spanMs = whole(0, TIME_MAX_MS);
export const exitMs = whole(1, TIME_MAX_MS);
export const count = whole(1, countMax);
export const amount = whole(0, Number.MAX_SAFE_INTEGER);
export const gprPriority = whole(1, limits.priority);

export const flagOrNull = either([v.null(), flag()], 'true, false or null');
export const nameOrNull = either([v.null(), anyText], 'a string or null');
export const countOrNull = either([v.null(), count], `a whole number from 1 to ${countMax}, or null`);
export const amountOrNull = either([v.null(), amount], 'a whole number from 0, or null');
export const exitMsOrNull = either([v.null(), exitMs], 'a number of milliseconds above 0, or null');
export const spanMsOrNull = either([v.null(), spanMs], 'a number of milliseconds, or null');
export const priorityOrNull = either(
  [v.null(), gprPriority],
  `a whole number from 1 to ${limits.priority}, or null`,
);

/** Members that may all be left out. */
export function optional<E extends v.ObjectEntries>(entries: E) {
  const all = Object.entries(entries).map(([name, schema]) => [name, v.exactOptional(schema)]);
  return Object.fromEntries(all) as { [M in keyof E]: v.ExactOptionalSchema<E[M], undefined> };
}

/** Any JSON value; the input comes from JSON.parse. */
const json = v.custom<Json>(() => true);

const stepPart = v.pipe(
  v.objectWithRest({ name: freeText }, json, 'must be an object with a name'),
  v.description('an object with a name'),
);
export const stepParts = list(stepPart, 0, listMax);
export const steps = list(
  members({ name: freeText, type: oneOf('helm', 'manifest', 'command') }),
  0,
  listMax,
);

export const sentDuration = members({ text: anyText, ms: spanMs });
export const deletionPolicy = oneOf('Delete', 'Retain');
