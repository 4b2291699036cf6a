// The contract of an order of one's own. `fixtures/policies/policy.d.ts` declares it for users.

import { type OrderPolicy, PolicyFailure } from '../../sim/index.ts';
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
  return {
    name,
    file: path,
    summary: order.summary ?? '',
    changes,
    score(gpr, nowMs) {
      let score: unknown;
      try {
        // What changes would make kept scores wrong.
        score = changes ? order.score(gpr, nowMs) : order.score({ ...gpr, usage: NaN }, NaN);
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
