// Schemas for the members of requests. Each message continues a sentence that begins with the name of the field.
// `v.metadata` adds custom checks to the JSON Schema of the OpenAPI documents.

import * as v from 'valibot';
import { COUNT_MAX, NAME_LENGTH_MAX, PRIORITY_MAX, type SentDuration } from '../../../../sim/index.ts';
import { parsedBy } from '../../../wire/parsed.ts';
import { hasAtMost, isPrintable } from '../../../wire/text/characters.ts';
import { didYouMean } from '../../../wire/text/did-you-mean.ts';
import { noList } from '../../../wire/text/no-list.ts';
import { parseDuration } from '../../../wire/time/durations.ts';
import { parseTimestamp } from '../../../wire/time/timestamps.ts';
import { distinct } from '../../../wire/workspace.ts';
import { isOfMember, must, notEmpty, shown } from '../errors/problems.ts';
import { parseFromStart } from './moment.ts';

export { COUNT_MAX, NAME_LENGTH_MAX };
export const listLengthMax = 1000;

/** Control characters, for use inside a character class of a pattern. */
const controls = '\\u0000-\\u001F\\u007F-\\u009F';

/** The form of durations. A pattern cannot express the bounds: above zero, at most ten years. */
const durationPattern = '^([0-9]+[dhms])+$|^[0-9]{6}$';
const fromStartPattern = '^\\+?([0-9]+[dhms])+$';

/** An object with these members and no others, for requests of the simulator's own interface. */
export function only<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries);
  const noMember = unknownMember(known);
  const noObject = must(known.length === 0 ? 'an object' : `an object with ${known.join(', ')}`);
  return reportingAll(v.strictObject(entries, (issue) => (isOfMember(issue) ? noMember : noObject(issue))));
}

/** What is wrong with a member that an object lacks. */
export function unknownMember(known: readonly string[]): string {
  return `is unknown; ${known.length === 0 ? 'this request takes no members' : `known members are ${known.join(', ')}`}`;
}

/** valibot reports only the first unknown member of an object. */
function reportingAll<Strict extends v.GenericSchema & { readonly entries: object }>(strict: Strict): Strict {
  return {
    ...strict,
    '~run'(dataset, config) {
      const sent = dataset.value;
      const checked = strict['~run'](dataset, config);
      if (typeof sent !== 'object' || sent === null) return checked;
      const unknown = Object.keys(sent).filter((key) => !Object.hasOwn(strict.entries, key));
      for (const key of unknown.slice(1)) {
        const path = [{ type: 'object', origin: 'key', input: sent, key, value: undefined }];
        const other = { input: key, expected: 'never', path };
        v._addIssue(strict as never, 'key', checked as never, config, other as never);
      }
      return checked;
    },
  };
}

/** A member that may be left out, or be null. */
export function optional<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.nullish(schema, null);
}

export function choice<const Option extends string>(options: readonly Option[]) {
  return v.picklist(options, must(`one of ${options.join(', ')}`));
}

/** An object within a request. Lists are refused. */
export function object<const Entries extends v.ObjectEntries>(entries: Entries) {
  return noList(v.object(entries, must('an object')));
}

/** A non-empty string of one line and bounded length. */
export function text(lengthMax: number = NAME_LENGTH_MAX) {
  return v.pipe(
    v.string(must('a string')),
    v.nonEmpty(notEmpty),
    atMost(lengthMax),
    printable,
    v.metadata(lineShape(lengthMax)),
  );
}

/** A string of one line and bounded length that may be empty. */
export function textOrEmpty(lengthMax: number = NAME_LENGTH_MAX) {
  return v.pipe(v.string(must('a string')), atMost(lengthMax), printable, v.metadata(lineShape(lengthMax)));
}

const printable = v.check(isPrintable, must('a text of valid Unicode without control characters'));

function lineShape(lengthMax: number) {
  return { maxLength: lengthMax, pattern: `^[^${controls}]*$` };
}

/** A string that may be empty. Unset becomes the empty string. */
export function optionalText(lengthMax: number = NAME_LENGTH_MAX) {
  return v.nullish(textOrEmpty(lengthMax), '');
}

export function multilineText(lengthMax: number) {
  return v.pipe(
    v.string(must('a string')),
    v.nonEmpty(notEmpty),
    atMost(lengthMax),
    v.check(
      (lines) => isPrintable(lines.replace(/[\t\r\n]/g, '')),
      must('a text of valid Unicode without control characters other than tabs and line breaks'),
    ),
    v.metadata({ maxLength: lengthMax, pattern: `^([^${controls}]|[\\t\\r\\n])*$` }),
  );
}

/** `v.maxLength` counts UTF-16 units. */
function atMost(lengthMax: number) {
  return v.check((text: string) => hasAtMost(text, lengthMax), must(`at most ${lengthMax} characters long`));
}

export function address() {
  return v.pipe(
    text(2048),
    v.regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i, must('an address such as https://host/path')),
    v.metadata({ pattern: '^[A-Za-z][A-Za-z0-9+.\\-]*://\\S+$' }),
  );
}

/** A name that can be a segment of a path. */
export function pathName() {
  return v.pipe(
    text(),
    v.check(
      (name) => !name.includes('/') && name !== '.' && name !== '..',
      must('a name without "/" that is not "." or ".."'),
    ),
    v.metadata({ pattern: `^(?!\\.{1,2}$)[^/${controls}]*$` }),
  );
}

export function integer(from: number, to: number) {
  const message = must(`an integer from ${from} to ${to}`);
  return v.pipe(v.number(message), v.integer(message), v.minValue(from, message), v.maxValue(to, message));
}

/** 1 to 300, as a number or as digits. */
export function priority() {
  const message = must(`an integer from 1 to ${PRIORITY_MAX}`);
  const number = integer(1, PRIORITY_MAX);
  const digits = v.pipe(
    v.string(message),
    v.regex(/^0*[1-9][0-9]{0,2}$/, message),
    v.transform(Number),
    number,
  );
  return v.union([number, digits], message);
}

/** A boolean; unset becomes false. */
export function flag() {
  return v.nullish(flagSent(), false);
}

export function flagSent() {
  return v.boolean(must('true or false'));
}

/** A boolean; unset becomes null. */
export function optionalFlag() {
  return optional(flagSent());
}

/** A duration; its output is milliseconds. */
export function duration(options: { readonly zero?: boolean } = {}) {
  return v.pipe(
    v.string(must('a duration such as 0d0h5m')),
    v.metadata({ pattern: durationPattern }),
    parsedBy((text: string) => parseDuration(text, options)),
  );
}

/** An optional duration; its output is milliseconds, or null if it is unset or empty. */
export function optionalDuration(options: { readonly zero?: boolean } = {}) {
  return optional(
    v.pipe(
      v.string(must('a duration such as 0d0h5m')),
      v.metadata({ pattern: `${durationPattern}|^$` }),
      parsedBy<string, number | null>((text) =>
        text === '' ? { ok: true, value: null } : parseDuration(text, options),
      ),
    ),
  );
}

/** A duration; its output has the sent text and the milliseconds. */
export function sentDuration() {
  return v.pipe(
    v.string(must('a duration such as 15m')),
    v.metadata({ pattern: durationPattern }),
    parsedBy<string, SentDuration>((text) => {
      const parsed = parseDuration(text, { zero: true });
      return parsed.ok ? { ok: true, value: { text, ms: parsed.value } } : parsed;
    }),
  );
}

export function names() {
  return v.pipe(boundedList(text()), v.nonEmpty(notEmpty), v.array(text()));
}

/** A non-empty list of names; its output has each name once. */
export function distinctNames() {
  return v.pipe(
    names(),
    v.transform((list) => distinct(list)),
  );
}

/** A list of names that may be empty; unset becomes null. */
export function optionalNames() {
  return optional(listOf(text()));
}

/** A list of names and lists of names; its output is flat. Unset becomes the empty list. */
export function nestedNames() {
  const nested = v.union([text(), v.pipe(v.array(text()), v.nonEmpty())], must('a name'));
  return v.nullish(
    v.pipe(
      boundedList(nested),
      v.array(nested),
      v.transform((list) => list.flat()),
      v.maxLength(listLengthMax, must(`at most ${listLengthMax} names`)),
    ),
    [],
  );
}

export function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(boundedList(item), v.array(item));
}

/** The message about a list that is too long. @param items their name in the plural */
export function tooMany(most: number, items: string) {
  return ({ input }: { readonly input: readonly unknown[] }) =>
    `must be a list of at most ${most} ${items}, but has ${input.length}`;
}

/** Checks the length before the items, so that a huge list is refused cheaply. */
function boundedList(items: v.GenericSchema) {
  return v.pipe(
    v.array(v.unknown(), must('a list')),
    v.maxLength(listLengthMax, tooMany(listLengthMax, 'items')),
    v.metadata({ items }),
  );
}

/** An integer in a query, sent as digits. */
export function queryInteger(to: number, from = 0) {
  const be = must(`an integer from ${from} to ${to}`);
  const isInteger = /^-?[1-9]\d{0,14}$/;
  // Integers out of range are shown as numbers, whether the text or its value is refused.
  const message = (issue: v.BaseIssue<unknown>) =>
    be(isInteger.test(String(issue.input)) ? { ...issue, input: Number(issue.input) } : issue);
  return v.pipe(
    v.string(message),
    v.regex(/^\d{1,16}$/, message),
    v.metadata({ type: 'integer', minimum: from, maximum: to, pattern: undefined }),
    v.transform(Number),
    v.minValue(from, message),
    v.maxValue(to, message),
  );
}

/** An integer in a query that may be left out. */
export function optionalInteger(to: number, unset: number, from = 0) {
  return v.optional(queryInteger(to, from), String(unset));
}

/**
 * An instant in a query: integral ms since the start of the scenario, a time from it such as `5h`, or ISO 8601, which the timeline
 * of the world converts.
 */
export function queryInstant(toMs: number) {
  const message = must(
    `an ISO 8601 instant such as 2026-01-05T08:00:00Z, a time from the scenario's start such as 5h, or an integer from 0 to ${toMs} (ms)`,
  );
  const digits = /^\d{1,16}$/;
  const isInstant = (sent: string) => parseFromStart(sent).ok || parseTimestamp(sent).ok;
  return v.pipe(
    v.string(message),
    v.check((sent) => (digits.test(sent) ? Number(sent) <= toMs : isInstant(sent)), message),
    v.metadata({
      type: undefined,
      anyOf: [
        { type: 'integer', minimum: 0, maximum: toMs },
        { type: 'string', format: 'date-time' },
        { type: 'string', pattern: fromStartPattern },
      ],
    }),
    v.transform((sent) => {
      const fromStart = parseFromStart(sent);
      return digits.test(sent) ? Number(sent) : fromStart.ok ? fromStart.value : sent;
    }),
  );
}

/** A boolean in a query. */
export function queryFlag() {
  return v.pipe(
    v.picklist(['true', 'false'], must('true or false')),
    v.transform((sent) => sent === 'true'),
  );
}

/**
 * A list in a query, with commas between the items; each is one of `options`. Its output is empty if it is unset.
 * @param what the items, for errors
 */
export function queryList<const Option extends string>(
  options: readonly Option[],
  what: string = options.join(', '),
) {
  const message = `must be a list of ${what}, with commas between`;
  const isOption = (item: string): item is Option => (options as readonly string[]).includes(item);
  return v.optional(
    v.pipe(
      v.string(must('a string')),
      v.metadata({ type: 'array', items: v.picklist(options) }),
      parsedBy<string, readonly Option[]>((sent) => {
        const items = sent.split(',');
        if (items.every(isOption)) return { ok: true, value: items };
        const unknown = items.find((item) => !isOption(item))!;
        return { ok: false, why: `${message}, but has ${shown(unknown)}${didYouMean(unknown, options)}` };
      }),
    ),
  );
}

/** The members of a request for a page of a list. */
export function pageEntries(limitMax: number, limitDefault: number) {
  return {
    offset: optionalInteger(Number.MAX_SAFE_INTEGER, 0),
    limit: optionalInteger(limitMax, limitDefault),
  };
}

/** The order of a list without `sort`. */
export const UNSORTED = { order: undefined, isDescending: false } as const;

/** A member by which a list is sorted, after "-" the greatest first. */
export function sortedBy<const Order extends string>(orders: readonly Order[]) {
  const both = orders.flatMap((order) => [order, `-${order}`] as const);
  return v.optional(
    v.pipe(
      v.picklist(both, must(`one of ${orders.join(', ')}, or one of these after "-"`)),
      v.transform((sent) => ({ order: sent.replace(/^-/, '') as Order, isDescending: sent.startsWith('-') })),
    ),
  );
}
