// The kinds of values that requests have. Each message is the rest of a sentence that begins with the field's name.

import * as v from 'valibot';
import { parseDuration } from '../wire/durations.ts';
import { must, notEmpty } from './problems.ts';

export const nameLengthMax = 253;
export const listLengthMax = 1000;
/** Upper bound of counts and of GB a GPU: far above any cluster, far below where integers lose digits. */
export const countMax = 1_000_000;
export const priorityMax = 300;

/** An object with these members and no others, for requests that are this program's own. */
export function only<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries).join(', ');
  return v.strictObject(entries, `is not known here${known === '' ? '' : `; there are ${known}`}`);
}

/** A text that says something: not empty, one line, of bounded length. */
export function text(lengthMax: number = nameLengthMax) {
  return v.pipe(
    v.string(must('a string')),
    v.nonEmpty(notEmpty),
    v.maxLength(lengthMax, must(`at most ${lengthMax} characters long`)),
    v.check(isPrintable, must('a text without control characters')),
  );
}

/** A text that may be empty; unset is the empty text. */
export function optionalText(lengthMax: number = nameLengthMax) {
  return v.nullish(
    v.pipe(
      v.string(must('a string')),
      v.maxLength(lengthMax, must(`at most ${lengthMax} characters long`)),
      v.check(isPrintable, must('a text without control characters')),
    ),
    '',
  );
}

/** A name that paths carry. */
export function pathName() {
  return v.pipe(
    text(),
    v.check((name) => !name.includes('/') && name !== '.' && name !== '..', must('a name without "/"')),
  );
}

export function integer(from: number, to: number) {
  const message = must(`an integer from ${from} to ${to}`);
  return v.pipe(v.number(message), v.integer(message), v.minValue(from, message), v.maxValue(to, message));
}

/** 1 to 300, as a number or as digits. */
export function priority() {
  const message = must(`an integer from 1 to ${priorityMax}`);
  const number = v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(1, message),
    v.maxValue(priorityMax, message),
  );
  const digits = v.pipe(
    v.string(message),
    v.regex(/^0*[1-9][0-9]{0,2}$/, message),
    v.transform(Number),
    number,
  );
  return v.union([number, digits], message);
}

/** true or false; unset is false. */
export function flag() {
  return v.nullish(v.boolean(must('true or false')), false);
}

/** true, false or unset. */
export function optionalFlag() {
  return v.nullish(v.boolean(must('true or false')), null);
}

/** A duration; its output is milliseconds. */
export function duration(options: { readonly zero?: boolean } = {}) {
  return v.pipe(
    v.string(must('a duration such as 0d0h5m')),
    v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
      const parsed = parseDuration(dataset.value, options);
      if (parsed.ok) return parsed.ms;
      addIssue({ message: parsed.why });
      return NEVER;
    }),
  );
}

/** A duration that may be unset, also by an empty text; its output is milliseconds or null. */
export function optionalDuration(options: { readonly zero?: boolean } = {}) {
  return v.nullish(
    v.pipe(
      v.string(must('a duration such as 0d0h5m')),
      v.rawTransform<string, number | null>(({ dataset, addIssue, NEVER }) => {
        if (dataset.value === '') return null;
        const parsed = parseDuration(dataset.value, options);
        if (parsed.ok) return parsed.ms;
        addIssue({ message: parsed.why });
        return NEVER;
      }),
    ),
    null,
  );
}

/** A list of names, not empty. */
export function names() {
  return v.pipe(boundedList(), v.nonEmpty(notEmpty), v.array(text()));
}

/** Names, also where a client nests lists; its output is flat. Unset is empty. */
export function nestedNames() {
  const nested = v.array(v.union([text(), v.array(text())], must('a name')));
  return v.nullish(
    v.pipe(
      boundedList(),
      nested,
      v.transform((list) => list.flat()),
      v.maxLength(listLengthMax, must(`at most ${listLengthMax} names`)),
    ),
    [],
  );
}

/** The length is judged before the items, so that a huge list costs nothing. */
function boundedList() {
  return v.pipe(
    v.array(v.unknown(), must('a list')),
    v.maxLength(listLengthMax, must(`a list of at most ${listLengthMax} items`)),
  );
}

/** An integer from 0 as a query carries it, in digits. */
export function queryInteger(to: number) {
  const message = must(`an integer from 0 to ${to}`);
  return v.pipe(
    v.string(message),
    v.regex(/^\d{1,16}$/, message),
    v.transform(Number),
    v.maxValue(to, message),
  );
}

function isPrintable(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed();
}
