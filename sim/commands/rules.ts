// Commands that change the rules: the policies of the scheduler, and the rate of generated arrivals.

import { FactKind } from '../facts/catalogue.ts';
import { EstimateBit } from '../facts/estimate-log.ts';
import { textHash } from '../facts/hash.ts';
import { noteFact } from '../facts/log.ts';
import type { Core } from '../kernel/core.ts';
import { planEnds } from '../kernel/gprs/lifecycle.ts';
import type { Rejection, SetArrivalRate, SetScheduler } from '../language/commands.ts';
import { policiesNamed } from '../policy-lists.ts';
import type { World } from '../world.ts';

/** The rules that commands can change. */
export interface ChangeableRules {
  readonly queue: string;
  readonly placement: string;
  /** In thousandths. */
  readonly arrivalRateMilli: number;
}

export function changeableRules({ rules, arrivalRateMilli }: Core): ChangeableRules {
  return { queue: rules.queue.name, placement: rules.placement.name, arrivalRateMilli };
}

/** If a policy changes, the next cycle follows it and examines all pools. */
export function setScheduler({ core, directory, invalidations }: World, command: SetScheduler): void {
  const { queue = core.rules.queue.name, placement = core.rules.placement.name } = command;
  const words = {
    queue: directory.textNumber(queue),
    placement: directory.textNumber(placement),
    hash: textHash(`${queue} ${placement}`),
  };
  noteFact(core.facts, FactKind.schedulerChanged, core.now, words);
  const { rules } = core;
  if (queue === rules.queue.name && placement === rules.placement.name) return;
  followPolicies(core, { queue, placement });
  invalidations.everywhere(EstimateBit.change);
}

function followPolicies(core: Core, policies: { readonly queue: string; readonly placement: string }): void {
  core.setPolicies(policiesNamed(policies));
  for (const pool of core.pools) {
    pool.capacity.follow(core.rules.placement);
    planEnds(core, pool);
    pool.barRank = Infinity;
    pool.touch();
  }
}

/** The gaps that are drawn from now on change. Each stream keeps the instant of its next arrival, which is drawn already. */
export function setArrivalRate({ core }: World, { rateMilli }: SetArrivalRate): void {
  core.arrivalRateMilli = rateMilli;
  noteFact(core.facts, FactKind.workloadChanged, core.now, { arrivalRate: rateMilli });
}

export function arrivalRateRejection({ scenario }: World): Rejection | undefined {
  const generates = scenario.workload.some(({ kind }) => kind === 'generated');
  return generates ? undefined : { code: 'nothing-generated' };
}
