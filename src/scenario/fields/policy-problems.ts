import { type PolicyNames, type Scenario, whyPoliciesRefused } from '../../../sim/index.ts';
import { type Problem, shown } from './field-problems.ts';

type PolicyFlags = { readonly [Kind in keyof PolicyNames]?: string | undefined };

/** The problem of a scenario whose world cannot have its policies. @param given policies that flags have replaced */
export function policyProblems(scenario: Scenario, given: PolicyFlags = {}): Problem[] {
  const why = whyPoliciesRefused(scenario.scheduler, scenario);
  if (why === undefined) return [];
  const { queue } = scenario.scheduler;
  return [
    { path: 'scheduler.queue', message: `must not be ${shown(queue)}${byFlags(given)}, because ${why}` },
  ];
}

function byFlags({ queue, order, backfillOrder }: PolicyFlags): string {
  const flags = Object.entries({ '--queue': queue, '--order': order, '--backfill-order': backfillOrder });
  const given = flags.flatMap(([flag, name]) => (name === undefined ? [] : [`${flag} ${name}`]));
  return given.length === 0 ? '' : ` (${given.join(' ')})`;
}
