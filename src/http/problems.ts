// From a schema's issues to the problems an answer lists.

import type * as v from 'valibot';
import { clip } from '../wire/clip.ts';
import type { Problem } from './errors/entry.ts';

/** Names, offers and the like that one error lists at most. */
export const listedMax = 20;

/** Further problems of one request are not listed. */
const mostProblems = 20;

/** What an issue says of a value that is not there or empty; the schemas' messages begin with these words. */
export const required = 'is required';
export const notEmpty = 'is not allowed to be empty';

/** An error message that says what a value must be, and what it is. */
export function must(be: string): (issue: v.BaseIssue<unknown>) => string {
  return (issue) => `must be ${be}, but is ${shown(issue.input)}`;
}

/** `sent`: how the client spelled members that have several spellings. */
export function problemsOf(
  issues: readonly v.BaseIssue<unknown>[],
  sent: ReadonlyMap<string, string>,
): readonly Problem[] {
  return issues
    .flatMap(innermost)
    .slice(0, mostProblems)
    .map((issue) => {
      const missing = issue.kind === 'schema' && (issue.input === undefined || issue.input === null);
      return problem(fieldOf(issue, sent), missing ? required : issue.message, missing ? undefined : issue);
    });
}

/** Where an object is one of several kinds of values that are allowed: what is wrong inside of it. */
function innermost(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown>[] {
  const inside = (issue.issues ?? []).filter((inner) => inner.path !== undefined);
  if (inside.length === 0 || Array.isArray(issue.input)) return [issue];
  const path = issue.path ?? [];
  return inside.map((inner) => ({ ...inner, path: [...path, ...inner.path!] }) as v.BaseIssue<unknown>);
}

/** A problem of one field. `why` is the rest of a sentence that begins with the field's name. */
export function problem(field: string, why: string, issue?: v.BaseIssue<unknown>): Problem {
  return { reason: reasonOf(why, issue), message: `"${field}" ${why}`, field };
}

/** A value as an error shows it: short, and never a whole structure. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** What an error says of a name that is not among the known ones. */
export function oneOf(what: string, known: readonly string[], sent: string): string {
  return `must be ${what} (${listed(known)}), but is ${shown(sent)}`;
}

/** Names as an error lists them. */
export function listed(names: readonly string[]): string {
  return names.slice(0, listedMax).join(', ') + (names.length > listedMax ? ', …' : '');
}

/** Whether an issue is that an object has a member which its schema does not have. */
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
  // What is said of no member is said of the whole.
  return field === '' ? 'body' : field;
}
