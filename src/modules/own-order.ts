// The contract of an order of one's own. `fixtures/policies/policy.d.ts` declares it for users.

import { DAY_MS, HOUR_MS, type OrderPolicy, PolicyFailure, type WaitingGpr } from '../../sim/index.ts';
import { lineOf, thrownText } from './import-module.ts';
import { COMMON, checkMembers, isFunction, type Member, shown } from './members.ts';
import type { ModuleText } from './module-text.ts';
import { impurity, repeater, sample } from './repeated.ts';
import { called } from './time-limit.ts';

const MEMBERS: readonly Member[] = [
  ...COMMON,
  { name: 'changes', be: 'true or false', is: (value) => typeof value === 'boolean' },
  { name: 'score', be: 'a function', is: isFunction },
];

/** Instants after that of a call, at which an order whose scores do not change must return the same. */
const LATER_MS = [HOUR_MS, 1000 * DAY_MS];
/** More GPU time than a workspace uses. */
const MUCH_USAGE = 1e15;

/** The end of a sentence about an order that reads what changes. */
const unchanging = (what: 'nowMs' | 'usage') =>
  `has changes: false, but its score depends on ${what}, which changes while a GPR waits; write changes: true`;

/**
 * Makes an order of a default export. Its score throws PolicyFailure where the module fails.
 * @param other the export of a second instance of the module, which gets fewer calls
 * @throws WrongModule
 */
export function ownOrderOf({ path, name }: ModuleText, exported: unknown, other: unknown): OrderPolicy {
  for (const one of [exported, other]) checkMembers(path, one, 'an order', MEMBERS);
  const order = exported as OrderPolicy;
  const policy = `the order ${path}`;
  const fail = (why: string) => {
    throw new PolicyFailure(`${policy}${why.startsWith(',') ? '' : ' '}${why}`);
  };
  const seen: { gpr?: WaitingGpr } = {};
  const view = viewOf(seen);
  const scoreOf = (gpr: WaitingGpr, nowMs: number, by = order): number => {
    let score: unknown;
    try {
      seen.gpr = gpr;
      called.policy = policy;
      score = by.score(view, nowMs);
      called.policy = undefined;
    } catch (error) {
      return fail(`${lineOf(error)} throws: ${thrownText(error)}`);
    }
    if (typeof score === 'number' && Number.isFinite(score)) return score;
    return fail(`returns ${shown(score)} for ${JSON.stringify(gpr)}; a score must be a finite number`);
  };
  const isSampled = sample();
  const repeat = repeater([order, other as OrderPolicy], fail);
  let first: { readonly gpr: WaitingGpr; readonly nowMs: number; readonly score: number } | undefined;
  const check = (gpr: WaitingGpr, nowMs: number, score: number) => {
    first ??= { gpr: { ...gpr }, nowMs, score };
    repeat(score, (by) => scoreOf(gpr, nowMs, by));
    const again = scoreOf(first.gpr, first.nowMs);
    if (again !== first.score) fail(impurity(first.score, again));
    if (order.changes) return;
    const readsNow =
      LATER_MS.some((laterMs) => differs(gpr, nowMs + laterMs, score)) ||
      differs(first.gpr, nowMs, first.score);
    if (readsNow) fail(unchanging('nowMs'));
    if (differs({ ...gpr, usage: MUCH_USAGE }, nowMs, score)) fail(unchanging('usage'));
  };
  const differs = (gpr: WaitingGpr, nowMs: number, score: number): boolean => {
    try {
      return scoreOf(gpr, nowMs) !== score;
    } catch {
      return true;
    }
  };
  return {
    name,
    summary: order.summary ?? '',
    changes: order.changes,
    score(gpr, nowMs) {
      const score = scoreOf(gpr, nowMs);
      if (isSampled()) check(gpr, nowMs, score);
      return score;
    },
  };
}

/** What a module gets of a GPR: an assignment to a member throws. */
function viewOf(seen: { readonly gpr?: WaitingGpr }): WaitingGpr {
  return Object.freeze({
    get rank() {
      return seen.gpr!.rank;
    },
    get priority() {
      return seen.gpr!.priority;
    },
    get createdAtMs() {
      return seen.gpr!.createdAtMs;
    },
    get exitMs() {
      return seen.gpr!.exitMs;
    },
    get nodes() {
      return seen.gpr!.nodes;
    },
    get gpusPerNode() {
      return seen.gpr!.gpusPerNode;
    },
    get usage() {
      return seen.gpr!.usage;
    },
  });
}
