// Policies that are no part of gprsim. A world is built with them, and names one by the SHA-256 of its code. It may also name others:
// its lists can be read, and their use throws.

import type { PlacementPolicy } from '../capacity/placement/placement-policy.ts';
import type { OrderPolicy } from './order/order-policy.ts';

/** By name: `sha256:` and 64 hex digits. */
export interface OwnPolicies {
  readonly orders: ReadonlyMap<string, OrderPolicy>;
  readonly placements: ReadonlyMap<string, PlacementPolicy>;
}

export const NO_OWN_POLICIES: OwnPolicies = { orders: new Map(), placements: new Map() };

/** A policy of one's own fails. The message is a whole sentence, which names the policy. */
export class PolicyFailure extends Error {}

/** A policy that is named, and was not given. */
export interface Absence {
  readonly kind: 'order' | 'placement';
  readonly name: string;
  /** The names of those of its kind that were given. */
  readonly given: readonly string[];
}

/** Policies of one's own were not given. */
export class AbsentPolicy extends PolicyFailure {
  readonly who: string;
  readonly absences: readonly Absence[];

  /** @param who what names the policies */
  constructor(who: string, absences: readonly Absence[]) {
    const names = absences.map(({ kind, name }) => `the ${kind} ${name}`).join(' and ');
    super(`${who} names ${names}, which ${absences.length === 1 ? 'was' : 'were'} not given`);
    this.who = who;
    this.absences = absences;
  }
}

const OWN_NAME = /^sha256:[0-9a-f]{64}$/;

/** Whether a name is that of a policy of one's own, given or not. */
export function isOwnName(name: string): boolean {
  return OWN_NAME.test(name);
}

/** The order of a name; undefined if it is no own name. The score of one that was not given throws AbsentPolicy. */
export function ownOrder({ orders }: OwnPolicies, name: string): OrderPolicy | undefined {
  if (!isOwnName(name)) return undefined;
  const use = () => {
    throw new AbsentPolicy('the world', [{ kind: 'order', name, given: [...orders.keys()] }]);
  };
  return orders.get(name) ?? { name, summary: '', changes: false, score: use };
}

/** The placement policy of a name. See ownOrder. */
export function ownPlacement({ placements }: OwnPolicies, name: string): PlacementPolicy | undefined {
  if (!isOwnName(name)) return undefined;
  const use = () => {
    throw new AbsentPolicy('the world', [{ kind: 'placement', name, given: [...placements.keys()] }]);
  };
  return placements.get(name) ?? { name, summary: '', choose: use, score: use };
}
