// Policies that are no part of gprsim. A scenario names one by the SHA-256 of its code. The process adds those that it was given
// before it builds a world. A world may also name others: its lists can be read, and their use throws.

import type { PlacementPolicy } from '../capacity/placement/placement-policy.ts';
import type { OrderPolicy } from './order/order-policy.ts';

/** A policy of one's own fails. The message is a whole sentence, which names the policy. */
export class PolicyFailure extends Error {}

/** A policy of one's own was not given. */
export class AbsentPolicy extends PolicyFailure {}

const OWN_NAME = /^sha256:[0-9a-f]{64}$/;

const orders = new Map<string, OrderPolicy>();
const placements = new Map<string, PlacementPolicy>();
/** Files of these policies. */
const paths = new Set<string>();

/** Whether a name is that of a policy of one's own, given or not: `sha256:` and 64 hex digits. */
export function isOwnName(name: string): boolean {
  return OWN_NAME.test(name);
}

/** Adds an order, whose name is an own name. The same name again has no effect. @param path its file, for errors */
export function addOwnOrder(order: OrderPolicy, path: string): void {
  paths.add(path);
  if (!orders.has(order.name)) orders.set(order.name, order);
}

/** Adds a placement policy. See addOwnOrder. */
export function addOwnPlacement(placement: PlacementPolicy, path: string): void {
  paths.add(path);
  if (!placements.has(placement.name)) placements.set(placement.name, placement);
}

export function ownOrders(): OrderPolicy[] {
  return [...orders.values()];
}

export function ownPlacements(): PlacementPolicy[] {
  return [...placements.values()];
}

/** The end of a sentence about facts that a replay does not repeat: the policies that may be the cause; '' without one. */
export function perhapsImpure(): string {
  if (paths.size === 0) return '';
  return `, perhaps because ${[...paths].join(' or ')} depends on more than its arguments, which run --check shows`;
}

/** The order of a name; undefined if it is no own name. The score of one that was not given throws PolicyFailure. */
export function ownOrder(name: string): OrderPolicy | undefined {
  if (!isOwnName(name)) return undefined;
  const use = () => refuse('order', name);
  return orders.get(name) ?? { name, summary: '', changes: false, score: use };
}

/** The placement policy of a name. See ownOrder. */
export function ownPlacement(name: string): PlacementPolicy | undefined {
  if (!isOwnName(name)) return undefined;
  const use = () => refuse('placement', name);
  return placements.get(name) ?? { name, summary: '', choose: use, score: use };
}

/** What is wrong with policies that a world names: a clause for each member that names one that was not given. */
export function absentPolicies(names: Partial<Record<string, unknown>>): { member: string; why: string }[] {
  const given = { placement: placements, order: orders, backfillOrder: orders };
  return Object.entries(given).flatMap(([member, known]) => {
    const name = names[member];
    if (typeof name !== 'string' || !isOwnName(name) || known.has(name)) return [];
    const others = known.size === 0 ? '' : `, or use one that was given: ${[...known.keys()].join(', ')}`;
    return [{ member, why: absence(member, name) + others }];
  });
}

/** @param who begins the message @param names of policies, by member @throws AbsentPolicy if one of them was not given */
export function requireGiven(who: string, names: object): void {
  const whys = new Set(absentPolicies(names).map(({ why }) => `${who} ${why}`));
  if (whys.size > 0) throw new AbsentPolicy([...whys].join('; '));
}

/** The end of a sentence about a policy that was not given. @param kind `placement`, or a kind of order */
function absence(kind: string, name: string): string {
  const what = kind === 'placement' ? 'placement' : 'order';
  return `names the ${what} ${name}, which was not given; start again with --module FILE, where FILE is the module with this SHA-256`;
}

function refuse(kind: 'order' | 'placement', name: string): never {
  throw new AbsentPolicy(`the world ${absence(kind, name)}`);
}
