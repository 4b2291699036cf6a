// Texts about the modules of users, which are given when the program is started.

import {
  type Absence,
  AbsentPolicy,
  isOwnName,
  NO_OWN_POLICIES,
  type OwnPolicies,
} from '../../../sim/index.ts';

interface AbsentMember {
  readonly member: string;
  readonly absence: Absence;
}

function absencesIn(names: object, { orders, placements }: OwnPolicies): AbsentMember[] {
  const given = { placement: placements, order: orders, backfillOrder: orders };
  return Object.entries(given).flatMap(([member, known]) => {
    const name: unknown = (names as Readonly<Record<string, unknown>>)[member];
    if (typeof name !== 'string' || !isOwnName(name) || known.has(name)) return [];
    const kind = member === 'placement' ? 'placement' : 'order';
    return [{ member, absence: { kind, name, given: [...known.keys()] } }];
  });
}

function clauseOf({ kind, name, given }: Absence): string {
  const others = given.length === 0 ? '' : `, or use one that was given: ${given.join(', ')}`;
  return `names the ${kind} ${name}, which was not given; start again with --module FILE, where FILE is the module with this SHA-256${others}`;
}

/** What is wrong with policies that a world names: a clause for each member that names one that was not given. */
export function absentPolicies(names: object, own: OwnPolicies): { member: string; why: string }[] {
  return absencesIn(names, own).map(({ member, absence }) => ({ member, why: clauseOf(absence) }));
}

/** @param who begins the message @param names of policies, by member @throws AbsentPolicy if one of them was not given */
export function requireGiven(who: string, names: object, own: OwnPolicies = NO_OWN_POLICIES): void {
  const absences = new Map(absencesIn(names, own).map(({ absence }) => [clauseOf(absence), absence]));
  if (absences.size > 0) throw new AbsentPolicy(who, [...absences.values()]);
}

/** The message of an error; for policies that were not given, with what to do. */
export function failureText(error: Error): string {
  if (!(error instanceof AbsentPolicy)) return error.message;
  return error.absences.map((absence) => `${error.who} ${clauseOf(absence)}`).join('; ');
}

/** The end of a sentence about facts that a replay does not repeat: the modules that may be the cause; '' without one. */
export function perhapsImpure({ orders, placements }: OwnPolicies): string {
  const files = new Set([...orders.values(), ...placements.values()].map(({ file }) => file));
  if (files.size === 0) return '';
  return `, perhaps because ${[...files].join(' or ')} depends on more than its arguments, which run --check shows`;
}
