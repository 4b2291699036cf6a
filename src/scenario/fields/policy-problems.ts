import { type Scenario, whyPoliciesRefused } from '../../../sim/index.ts';
import { type Problem, shown } from './field-problems.ts';

/** The problem of a scenario whose world cannot have its policies. */
export function policyProblems(scenario: Scenario): Problem[] {
  const why = whyPoliciesRefused(scenario.scheduler, scenario);
  if (why === undefined) return [];
  const { queue } = scenario.scheduler;
  return [{ path: 'scheduler.queue', message: `must not be ${shown(queue)}, because ${why}` }];
}
