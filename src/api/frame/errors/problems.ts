// Turns the issues of a schema into the problems that an answer lists.

import type * as v from 'valibot';
import { clip } from '../../../wire/text/clip.ts';
import type { Problem } from './entry.ts';

/** The largest number of names or offers in one error. */
const listedMax = 20;

/** The largest number of problems in one answer. If there are more, the answer has their number. */
const problemsMax = 100;

/** The messages for missing and empty values. Messages of schemas may continue them. */
export const required = 'is required';
export const notEmpty = 'is not allowed to be empty';

export function must(be: string): (issue: v.BaseIssue<unknown>) => string {
  return (issue) => `must be ${be}, but is ${shown(issue.input)}`;
}

/** `sent`: member → the spelling that the client used. */
export function problemsOf(
  issues: readonly v.BaseIssue<unknown>[],
  sent: ReadonlyMap<string, string>,
): readonly Problem[] {
  return bounded(
    issues.flatMap(innermost).map((issue) => {
      const missing = issue.kind === 'schema' && isUnset(issue.input);
      return problem(fieldOf(issue, sent), missing ? required : issue.message, missing ? undefined : issue);
    }),
  );
}

/** The first problems. If there are more than the answer may have, the last one is about their number. */
export function bounded(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= problemsMax) return problems;
  const first = problems.slice(0, problemsMax - 1);
  return [...first, problem('body', `has ${problems.length - first.length} further problems`)];
}

export function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The issues inside an object that one of several alternatives allows; otherwise the issue. */
function innermost(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown>[] {
  const inside = (issue.issues ?? []).filter((inner) => inner.path !== undefined);
  if (inside.length === 0 || Array.isArray(issue.input)) return [issue];
  const path = issue.path ?? [];
  return inside.map((inner) => ({ ...inner, path: [...path, ...inner.path!] }) as v.BaseIssue<unknown>);
}

/** A problem of one field. `why` continues a sentence that begins with the name of the field. */
export function problem(field: string, why: string, issue?: v.BaseIssue<unknown>): Problem {
  return { reason: reasonOf(why, issue), message: `"${field}" ${why}`, field };
}

/** A value as errors show it: clipped, without the content of lists and objects. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** From six names on, those that begin like the sent one come first. */
export function oneOf(what: string, known: readonly string[], sent: string): string {
  const first = known.length > 5 ? nearest(known, sent, listedMax + 1) : known;
  return `must be ${what} (${known.length === 0 ? 'there are none' : listed(first)}), but is ${shown(sent)}`;
}

/** The names that share the longest beginnings with a text; equal ones in the order of the list. */
function nearest(names: readonly string[], text: string, count: number): string[] {
  /** Length of the shared beginning → names. */
  const sharing: string[][] = [];
  for (const name of names) {
    let shared = 0;
    while (shared < text.length && name[shared] === text[shared]) shared++;
    sharing[shared] ??= [];
    if (sharing[shared]!.length < count) sharing[shared]!.push(name);
  }
  return sharing.reverse().flat().slice(0, count);
}

export function listed(names: readonly string[]): string {
  return names.slice(0, listedMax).join(', ') + (names.length > listedMax ? ', …' : '');
}

/** Whether the issue reports an unknown member of an object. */
export function isOfMember(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === 'strict_object' && issue.expected === 'never';
}

function reasonOf(why: string, issue: v.BaseIssue<unknown> | undefined): Problem['reason'] {
  if (why.startsWith(required) || why.startsWith(notEmpty)) return 'FieldValueRequired';
  if (issue !== undefined && isOfMember(issue)) return 'FieldForbidden';
  if (issue?.type === 'picklist') return 'FieldValueNotSupported';
  return issue?.kind === 'schema' ? 'FieldValueTypeInvalid' : 'FieldValueInvalid';
}

function fieldOf(issue: v.BaseIssue<unknown>, sent: ReadonlyMap<string, string>): string {
  let field = '';
  for (const { key } of issue.path ?? []) {
    if (typeof key === 'number') field += `[${key}]`;
    else if (field === '') field = sent.get(String(key)) ?? clip(String(key));
    else field += `.${clip(String(key))}`;
  }
  // An issue without a path concerns the whole request.
  return field === '' ? 'body' : field;
}
