// Members with several spellings. Different values in two spellings are an error: one of them would be ignored.

import * as v from 'valibot';
import type { Problem } from '../errors/entry.ts';
import { isUnset, problem } from '../errors/problems.ts';
import type { Operation } from '../operation/operation.ts';
import type { Requirement } from './requirements.ts';

type Members = Record<string, unknown>;

interface Respelled {
  /** Main spelling → sent spelling. */
  readonly spelled: ReadonlyMap<string, string>;
  /** Members with different values in two spellings. */
  readonly problems: readonly Problem[];
}

/** Moves members to their main spelling. */
export function respell(sent: Members, { spellings = {}, request }: Operation): Respelled {
  const spelled = new Map<string, string>();
  const problems: Problem[] = [];
  for (const other in spellings) {
    const main = spellings[other]!;
    if (isUnset(sent[other])) continue;
    if (isUnset(sent[main]) || (sent[main] === '' && mayBeEmpty(request, main))) {
      sent[main] = sent[other];
      spelled.set(main, other);
    } else if (!(sent[other] === '' && mayBeEmpty(request, main)) && areTwoValues(sent[main], sent[other])) {
      problems.push(problem(other, mustEqual(spelled.get(main) ?? main)));
    }
  }
  return { spelled, problems };
}

/** Whether the empty text counts as unset. */
function mayBeEmpty(request: object, member: string): boolean {
  const { entries = {} } = request as { readonly entries?: Readonly<Record<string, v.GenericSchema>> };
  return member in entries && v.is(entries[member]!, '');
}

/** A problem of a member that the client spelled differently, under the name that the client sent. */
export function asSent(problem: Problem, sent: Members, spelled: ReadonlyMap<string, string>): Problem {
  const names = problem.field.split('.');
  let inside: unknown = sent;
  const field = names
    .map((name, i) => {
      const known = inside as Members | null | undefined;
      const other = i === 0 ? spelled.get(name) : sentLike(name, known);
      inside = known?.[other ?? name];
      return other ?? name;
    })
    .join('.');
  if (field === problem.field) return problem;
  return { ...problem, field, message: problem.message.replace(`"${problem.field}"`, () => `"${field}"`) };
}

/** The member that was sent instead of `name` and differs only in case; undefined: none, or `name` was sent. */
function sentLike(name: string, sent: Members | null | undefined): string | undefined {
  if (typeof sent !== 'object' || sent === null || name in sent) return undefined;
  return Object.keys(sent).find((other) => other.toLowerCase() === name.toLowerCase());
}

/** Two spellings of one member of an object within a request. */
export function oneValue(main: string, other: string): Requirement {
  return {
    wrong: (sent) =>
      areTwoValues(sent[main], sent[other]) ? [{ path: [other], message: mustEqual(main) }] : [],
  };
}

/** Whether two spellings of a member have different values: one of them would be ignored. */
function areTwoValues(one: unknown, other: unknown): boolean {
  return !isUnset(one) && !isUnset(other) && !isEqual(one, other);
}

/** Whether two JSON values are equal. Values that are nested too deeply for any member count as different. */
export function isEqual(one: unknown, other: unknown, levels = 32): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const members = Object.entries(one);
  return (
    levels > 0 &&
    Array.isArray(one) === Array.isArray(other) &&
    members.length === Object.keys(other).length &&
    members.every(
      ([name, value]) => Object.hasOwn(other, name) && isEqual(value, (other as Members)[name], levels - 1),
    )
  );
}

export function mustEqual(main: string): string {
  return `must equal "${main}", another spelling of the same member`;
}
