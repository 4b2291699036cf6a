import type { BaseIssue } from 'valibot';
import { firstCharacters, hasAtMost } from '../../wire/text/characters.ts';

export interface Problem {
  /** Such as `clusters[0].nodes[1].instanceType`; '' for the whole file. */
  readonly path: string;
  /** The rest of a sentence that begins with the path. */
  readonly message: string;
}

export const problemsMax = 20;

export type PathKey = string | number;

/** Returns `clusters[0].name` for `['clusters', 0, 'name']`. */
export function fieldPath(keys: readonly PathKey[]): string {
  let path = '';
  for (const key of keys) {
    if (typeof key === 'number') path += `[${key}]`;
    else path += path === '' ? key : `.${key}`;
  }
  return path;
}

export function problemsOfIssues(issues: readonly BaseIssue<unknown>[]): Problem[] {
  const problems = new Map<string, Problem>();
  for (const issue of issues) {
    const path = fieldPath((issue.path ?? []).map((item) => item.key as PathKey));
    if (!problems.has(path)) problems.set(path, { path, message: issue.message });
  }
  return [...problems.values()];
}

/** Returns a value as errors show it: at most about 60 characters; lists and objects are not written out. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return hasAtMost(text, 60) ? text : `${firstCharacters(text, 60)}…`;
}
