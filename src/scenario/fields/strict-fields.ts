// Schemas for the fields of a scenario. Each has one phrase for what is allowed, used for missing and wrong values, and
// converts the value to the engine's units: milliseconds, integers, millionths.

import * as v from 'valibot';
import { NAME_LENGTH_MAX } from '../../../sim/index.ts';
import { type Parsed, parsedBy } from '../../wire/parsed.ts';
import { hasAtMost, isPrintable } from '../../wire/text/characters.ts';
import { didYouMean } from '../../wire/text/did-you-mean.ts';
import { noList } from '../../wire/text/no-list.ts';
import { parseDuration } from '../../wire/time/durations.ts';
import { type PathKey, shown } from './field-problems.ts';
import type { Note } from './notes.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** Adds a pattern to the JSON Schema only. Put it and the description before a parser, so that they describe the input. */
export function looksLike(pattern: string) {
  return v.metadata<string, { readonly pattern: string }>({ pattern });
}

export function must(be: string): (issue: v.BaseIssue<unknown>) => string {
  return ({ input }) => {
    return input === undefined ? `is missing; it must be ${be}` : `must be ${be}, but is ${shown(input)}`;
  };
}

/** Unknown members of one object that its problem names. */
const NAMED_MAX = 20;

export function members<const E extends v.ObjectEntries>(entries: E) {
  const known = Object.keys(entries);
  const object = v.strictObject(entries, (issue) => {
    const at = issue.path?.at(-1);
    if (at === undefined) return must(membersText(entries))(issue);
    if (issue.expected !== 'never') return `is missing; it must be ${description(entries[at.key as string])}`;
    const unknown = Object.keys(at.input as object).filter((key) => !known.includes(key));
    return unknownText(unknown, known);
  });
  return noList(object);
}

/** What is wrong with the first of the unknown members of an object. */
export function unknownText(unknown: readonly string[], known: readonly string[]): string {
  const others = unknown.slice(1, NAMED_MAX).map((key) => shown(key));
  const more = unknown.length > NAMED_MAX ? ` and ${unknown.length - NAMED_MAX} more` : '';
  const and = others.length > 0 ? `, and so is ${others.join(', ')}${more}` : '';
  const near = didYouMean(unknown[0]!, known);
  return `is an unknown member${and}; known members are ${known.join(', ')}${near}`;
}

function membersText(entries: v.ObjectEntries): string {
  return `an object with ${Object.keys(entries).join(', ')}`;
}

/** Returns the description of a schema, or a list of its members if it has no description. */
function description(schema: v.ObjectEntries[string]): string {
  const described = v.getDescription(schema as Schema);
  return described ?? membersText((schema as unknown as { readonly entries: v.ObjectEntries }).entries);
}

/**
 * Checks how the members of an object fit together, also if some of them are wrong, so that all mistakes are reported at once.
 * @param check receives the members as far as they are known, and reports a path and a message for each mistake
 * @param schema describes the rule in the JSON Schema
 */
export function rule<T extends object>(
  check: (given: Readonly<Partial<Record<keyof T, unknown>>>, note: Note) => void,
  schema: Readonly<Record<string, unknown>>,
) {
  return [
    v.rawCheck<T>(({ dataset, addIssue }) => {
      if (typeof dataset.value !== 'object' || dataset.value === null) return;
      check(dataset.value as Partial<Record<keyof T, unknown>>, (keys, message) => {
        let input: unknown = dataset.value;
        const path = keys.map((key) => {
          const item = { type: 'unknown', origin: 'value', input, key, value: undefined as unknown } as const;
          input = (input as Record<PathKey, unknown> | undefined)?.[key];
          return { ...item, value: input };
        });
        addIssue({ message, path: path as unknown as [v.UnknownPathItem] });
      });
    }),
    v.metadata<T, typeof schema>(schema),
  ] as const;
}

export function either<const O extends Schema[]>(options: O, be: string) {
  return v.pipe(v.union(options, must(be)), v.description(be));
}

/** Wrong items of a list that are reported: a long list of them would take seconds and much memory. */
const WRONG_MAX = 100;

function array<const S extends Schema>(
  item: S,
  most: number,
  message: (issue: v.BaseIssue<unknown>) => string,
) {
  const schema = v.array(item, message);
  const run: (typeof schema)['~run'] = (dataset, config) => {
    // The items of a list that is too long are not read: the list is refused.
    if (Array.isArray(dataset.value) && dataset.value.length > most)
      return { typed: true, value: dataset.value } as never;
    let wrong = 0;
    const some: Schema = {
      ...item,
      '~run'(each, config) {
        if (wrong === WRONG_MAX) return { typed: false, value: each.value } as never;
        const read = item['~run'](each, config);
        if (read.issues) wrong++;
        return read;
      },
    };
    return v.array(some, message)['~run'](dataset, config) as ReturnType<(typeof schema)['~run']>;
  };
  return Object.assign(schema, { '~run': run });
}

export function list<const S extends Schema>(item: S, least: number, most: number) {
  const be = least === most ? `a list of ${most} items` : `a list of ${least} to ${most} items`;
  const counted = (issue: v.BaseIssue<unknown>) =>
    `must be ${be}, but has ${(issue.input as unknown[]).length}`;
  return v.pipe(
    array(item, most, must(be)),
    v.minLength(least, counted),
    v.maxLength(most, counted),
    v.description(be),
  );
}

export function text(lengthMax: number) {
  const be = `a string of up to ${lengthMax} characters`;
  return v.pipe(
    v.string(must(be)),
    v.check((sent: string) => hasAtMost(sent, lengthMax), must(be)),
    v.metadata({ maxLength: lengthMax }),
    v.check(isPrintable, must('a string of valid Unicode without control characters')),
    v.description(be),
  );
}

export function name() {
  const be = `a name of 1 to ${NAME_LENGTH_MAX} characters`;
  return v.pipe(text(NAME_LENGTH_MAX), v.minLength(1, must(be)), v.description(be));
}

/** A name that can be a segment of a URL path: not empty, without `/`. */
export function segment() {
  const be = `a name of 1 to ${NAME_LENGTH_MAX} characters without /`;
  return v.pipe(name(), v.regex(/^[^/]*$/, must(be)), v.description(be));
}

export function flag() {
  return v.pipe(v.boolean(must('true or false')), v.description('true or false'));
}

export function oneOf<const T extends string>(...words: readonly T[]) {
  const be = words.map((word) => JSON.stringify(word)).join(' or ');
  return v.pipe(v.picklist(words, must(be)), v.description(be));
}

export function whole(from: number, to: number) {
  const be = `a whole number from ${from} to ${to}`;
  return v.pipe(
    v.number(must(be)),
    v.integer(must(be)),
    v.minValue(from, must(be)),
    v.maxValue(to, must(be)),
    v.description(be),
  );
}

export function positive(to: number) {
  const be = `a number above 0 and up to ${to}`;
  return v.pipe(v.number(must(be)), v.gtValue(0, must(be)), v.maxValue(to, must(be)), v.description(be));
}

/** A share from 0 to 1, converted to a whole number of `units` (1000: thousandths). */
export function share(units: Units) {
  return scaled(1, units);
}

type Units = keyof typeof decimalsOf;

const decimalsOf = { 1000: 'three', 1000000: 'six' } as const;

/** A number from 0 on, converted to a whole number of `units`. A number with more decimals is refused, not rounded. */
export function scaled(to: number, units: Units) {
  const be = `a number from 0 to ${to} with at most ${decimalsOf[units]} decimals`;
  const scale = (part: number) => Math.round(part * units);
  return v.pipe(
    v.number(must(be)),
    v.minValue(0, must(be)),
    v.maxValue(to, must(be)),
    v.check((part) => scale(part) / units === part, must(be)),
    v.description(be),
    v.transform(scale),
  );
}

export const durationPattern = '(?:[0-9]{6}|(?:[0-9]+[dhms])+)';

/** A duration, converted to ms. Zero is refused unless `zero` is set. */
export function duration(options: { readonly zero?: boolean } = {}) {
  const be = 'a duration such as "90s", "2h30m" or "1d"';
  return v.pipe(
    v.string(must(be)),
    looksLike(`^${durationPattern}$`),
    v.description(be),
    parsedBy((text: string) => parseDuration(text, options)),
  );
}

/** An amount of money as decimal text ("29.39"), converted to millionths without floating-point rounding. */
export function price(unitsMax: number) {
  const be = `an amount up to ${unitsMax} as a string with at most six decimals, such as "29.39"`;
  return v.pipe(
    v.string(must(be)),
    looksLike('^[0-9]{1,7}(?:\\.[0-9]{1,6})?$'),
    v.description(be),
    parsedBy((text: string) => {
      const [, units, decimals = ''] = /^([0-9]{1,7})(?:\.([0-9]{1,6}))?$/.exec(text) ?? [];
      const micro = Number(units) * 1_000_000 + Number(decimals.padEnd(6, '0'));
      if (micro <= unitsMax * 1_000_000) return { ok: true, value: micro };
      return { ok: false, why: `must be ${be}, but is ${shown(text)}` };
    }),
  );
}

const instantPattern = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,3})?Z';

/** An instant in ISO 8601, UTC, converted to the form of `toISOString`; or "now". */
export function instant() {
  const be = 'an instant in UTC such as "2026-01-05T08:00:00Z", or "now"';
  const pattern = new RegExp(`^${instantPattern}$`);
  return v.pipe(
    v.string(must(be)),
    looksLike(`^(?:now|${instantPattern})$`),
    v.description(be),
    parsedBy((at: string) => {
      if (at === 'now') return { ok: true, value: at };
      const date = new Date(pattern.test(at) ? at : Number.NaN);
      // Date reads February 30 as a day in March.
      if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(at.slice(0, 19))) {
        return { ok: true, value: date.toISOString() };
      }
      return { ok: false, why: `must be ${be}, but is ${shown(at)}` };
    }),
  );
}

/** A string that `parse` converts; `be` and `pattern` describe it in the JSON Schema. */
export function word<T>(be: string, pattern: string, parse: (text: string) => Parsed<T>) {
  return v.pipe(v.string(must('a string')), looksLike(pattern), v.description(be), parsedBy(parse));
}

/** A range; both ends are included, and `from` is not above `to`. */
export function range<const S extends v.GenericSchema<string, number> | v.GenericSchema<number, number>>(
  end: S,
) {
  return v.pipe(
    members({ from: end, to: end }),
    v.check(
      ({ from, to }) => (from as number) <= (to as number),
      'must have a "from" that is not above "to"',
    ),
    v.description(`{"from": …, "to": …}, each ${v.getDescription(end)}`),
  );
}
