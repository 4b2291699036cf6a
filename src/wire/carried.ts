// Members of a request for a GPR that are stored and returned, but have no effect. A new one is added here, and has its words in the
// glossary, and a bit in the fact of the creation (sim/admission/candidates.ts), so that the hash depends on it.

import type { Carried } from '../../sim/index.ts';

/** Each with its value where it is unset. */
export const carriedDefaults = { multiNode: false, enableRDMA: false, enableSecondaryNetwork: false };

type Members = typeof carriedDefaults;
const names = Object.keys(carriedDefaults) as (keyof Members)[];

/** A schema for each carried member. */
export function carriedMembers<Field>(field: () => Field): { readonly [Member in keyof Members]: Field } {
  return Object.fromEntries(names.map((name) => [name, field()])) as { [Member in keyof Members]: Field };
}

/** What a command carries of a request: the members that differ from their defaults. */
export function carriedOf(
  request: {
    readonly [Member in keyof Members]?: Members[Member] | null | undefined;
  },
): { readonly carried?: Carried } {
  const set = names.filter((name) => (request[name] ?? carriedDefaults[name]) !== carriedDefaults[name]);
  return set.length === 0 ? {} : { carried: Object.fromEntries(set.map((name) => [name, request[name]!])) };
}
