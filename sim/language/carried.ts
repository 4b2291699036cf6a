// Members of a request for a GPR that are stored and returned, but have no effect. A new one is declared here: its schemas, its
// description, its bit in facts, commands and answers follow.

import { isObject, optional, tested } from './schema.ts';

/** JSON that the simulator stores and returns, but never reads. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

export type Carried = { readonly [member: string]: Json };

/**
 * Each with its value where it is unset, and with the bit that is set in facts where its value is another, so that the hash
 * depends on it. A new member takes the lowest bit above those of `Flag` (sim/tables/gprs/gpr-table.ts).
 */
const declared = {
  multiNode: { unset: false, bit: 16 },
  enableRDMA: { unset: false, bit: 32 },
  enableSecondaryNetwork: { unset: false, bit: 64 },
};

type Declared = typeof declared;
type Name = keyof Declared;
type Unset = Declared[Name]['unset'];
const entries = Object.entries(declared) as [Name, Declared[Name]][];

/** All of them, with what `of` returns for their values where they are unset. */
export function carriedMembers<Member>(of: (unset: Unset) => Member): Readonly<Record<Name, Member>> {
  const members = entries.map(([name, { unset }]) => [name, of(unset)]);
  return Object.fromEntries(members) as Record<Name, Member>;
}

/** What a command carries of a request: the members that differ from their unset values. */
export function carriedOf(request: Readonly<Partial<Record<Name, Unset | null | undefined>>>): {
  readonly carried?: Carried;
} {
  const set = setIn(request);
  return set.length === 0 ? {} : { carried: Object.fromEntries(set.map(([name]) => [name, request[name]!])) };
}

/** What the GPR of an endpoint, a placement or a template carries. */
export function carriedFor(nodeCount: number): { readonly carried?: Carried } {
  return carriedOf({ multiNode: nodeCount > 1 });
}

/** The member `carried` of a command; undefined = none. */
export const carried = optional(tested<Carried>('an object', isObject));

/** The bits for what a command carries. */
export function carriedBits(carried: Carried = {}): number {
  return bitsOf(setIn(carried));
}

function setIn(members: Readonly<Partial<Record<Name, unknown>>>): typeof entries {
  return entries.filter(([name, { unset }]) => (members[name] ?? unset) !== unset);
}

export const CARRIED_BITS: number = bitsOf(entries);

function bitsOf(members: typeof entries): number {
  return members.reduce((bits, [, { bit }]) => bits | bit, 0);
}
