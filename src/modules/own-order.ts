// The contract of an order of one's own. `fixtures/policies/policy.d.ts` declares it for users.

import { type OrderPolicy, PolicyFailure } from '../../sim/index.ts';
import { lineOf, thrownText } from './import-module.ts';
import { COMMON, checkMembers, isFunction, type Member, shown } from './members.ts';
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
  /** What the module gets: what it writes there has no effect. */
  const seen = { rank: 0, priority: 0, createdAtMs: 0, exitMs: 0, nodes: 0, gpusPerNode: 0, usage: 0 };
  return {
    name,
    summary: order.summary ?? '',
    changes: order.changes,
    score(gpr, nowMs) {
      let score: unknown;
      try {
        score = order.score(Object.assign(seen, gpr), nowMs);
      } catch (error) {
        throw new PolicyFailure(`the order ${path}${lineOf(error)} throws: ${thrownText(error)}`);
      }
      if (typeof score === 'number' && Number.isFinite(score)) return score;
      throw new PolicyFailure(
        `the order ${path} returns ${shown(score)} as the score of a GPR; it must be a finite number`,
      );
    },
  };
}
