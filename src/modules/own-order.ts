// The contract of an order of one's own. `fixtures/policies/policy.d.ts` declares it for users.

import { type OrderPolicy, PolicyFailure, type WaitingGpr } from '../../sim/index.ts';
import { COMMON, checkMembers, isFunction, type Member, shown } from './export-members.ts';
import { lineOf, thrownText } from './import-module.ts';
import type { ModuleText } from './module-text.ts';

const MEMBERS: readonly Member[] = [
  ...COMMON,
  { name: 'changes', be: 'true or false', is: (value) => typeof value === 'boolean' },
  { name: 'score', be: 'a function', is: isFunction },
];

/** Makes an order of a default export. Its score throws PolicyFailure where the module fails. @throws WrongModule */
export function ownOrderOf({ path, name }: ModuleText, exported: unknown): OrderPolicy {
  checkMembers(path, exported, 'an order', MEMBERS);
  const order = exported as OrderPolicy;
  const { changes } = order;
  const fail = (why: string) => {
    throw new PolicyFailure(`the order ${path}${why.startsWith(',') ? '' : ' '}${why}`);
  };
  const seen: { gpr?: WaitingGpr } = {};
  const view = viewOf(seen, changes);
  return {
    name,
    file: path,
    summary: order.summary ?? '',
    changes,
    score(gpr, nowMs) {
      let score: unknown;
      try {
        seen.gpr = gpr;
        score = order.score(view, changes ? nowMs : NaN);
      } catch (error) {
        return fail(`${lineOf(error)} throws: ${thrownText(error)}`);
      }
      if (typeof score === 'number' && Number.isFinite(score)) return score;
      const why = changes ? '' : '; if it depends on nowMs or usage, write changes: true';
      return fail(
        `returns ${shown(score)} for ${JSON.stringify(gpr)}; a score must be a finite number${why}`,
      );
    },
  };
}

/** What a module gets of a GPR: an assignment to a member throws. Without `changes`, there is no `usage`. */
function viewOf(seen: { readonly gpr?: WaitingGpr }, changes: boolean): WaitingGpr {
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
      return changes ? seen.gpr!.usage : NaN;
    },
  });
}
