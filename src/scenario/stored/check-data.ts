// Checks data of a world's file by its schema.

import * as v from 'valibot';
import {
  type Command,
  journaledCommand,
  type PathKey,
  type PolicyNames,
  type Schema,
  type Wrongs,
} from '../../../sim/index.ts';
import { fieldPath, type Problem, problemsMax, problemsOfIssues, shown } from '../fields/field-problems.ts';
import { unknownText } from '../fields/strict-fields.ts';
import { policies } from '../file/scenario-file.ts';

/** Returns the first problems of a value; none if it fits the schema. */
export function problemsOf(schema: Schema<unknown>, value: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  const path: PathKey[] = [];
  const note = (message: string, ...keys: PathKey[]): false => {
    if (problems.length < problemsMax) problems.push({ path: fieldPath([...path, ...keys]), message });
    return false;
  };
  const wrongs: Wrongs = {
    path,
    value(be, given) {
      if (given === undefined) return note(`is missing; it must be ${be}`);
      const has =
        Array.isArray(given) && be.startsWith('a list') ? `has ${given.length}` : `is ${shown(given)}`;
      return note(`must be ${be}, but ${has}`);
    },
    unknown: (members, known) => note(unknownText(members, known), members[0]!),
    isFull: () => problems.length === problemsMax,
  };
  schema.check(value, wrongs);
  return problems;
}

/** Returns the problems of a command of a journal; none if it is valid. */
export function problemsOfCommand(command: unknown): readonly Problem[] {
  const problems = problemsOf(journaledCommand, command);
  return problems.length === 0 ? unknownPolicies(command as Command) : problems;
}

const named = v.partial(v.object(policies));

/** Returns the problems of names of policies, which a command may have. */
export function unknownPolicies(names: Command | PolicyNames): readonly Problem[] {
  if ('kind' in names && names.kind !== 'scheduler.set') return [];
  const parsed = v.safeParse(named, names);
  return parsed.success ? [] : problemsOfIssues(parsed.issues);
}
