// The policies of the scheduler, as the server explains them.

import type { PolicyKind } from '../../../api/sim/answers.ts';
import { policyName } from '../../../looks/policy-names.ts';
import { world } from '../../live/live.ts';
import { Word } from './word.tsx';

export function policyNames(kind: PolicyKind): readonly string[] {
  return world.value!.policies[kind].map(({ name }) => name);
}

/** undefined: nothing is known about it. */
export function policyMeaning(kind: PolicyKind, is: string): string | undefined {
  return world.value!.policies[kind].find(({ name }) => name === is)?.summary || undefined;
}

export function Policy({ kind, is }: { readonly kind: PolicyKind; readonly is: string }) {
  return <Word is={policyName(is)} means={policyMeaning(kind, is)} />;
}
