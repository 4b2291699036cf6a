// Checks facts about changed rules, and knows the queue policy in force at each fact.

import { textHash } from '../../../facts/hash.ts';
import { ownPlacements } from '../../../kernel/own-policies.ts';
import { PLACEMENT_POLICIES, QUEUE_POLICIES } from '../../../kernel/policies.ts';
import type { QueuePolicy } from '../../../kernel/queue/queue-policy.ts';
import { ARRIVAL_RATE_MILLI } from '../../../language/commands.ts';
import type { CheckedScenario, Report, Rules } from '../check-report.ts';

export class CheckedRules {
  readonly rules: Rules<'schedulerChanged' | 'workloadChanged'> = {
    schedulerChanged: ({ queueHash, placementHash }) => {
      this.#known('queue policy', QUEUE_POLICIES, queueHash);
      this.#known('placement policy', [...PLACEMENT_POLICIES, ...ownPlacements()], placementHash);
      this.#queueHash = queueHash;
    },
    workloadChanged: ({ arrivalRate }) => {
      const { from, to } = ARRIVAL_RATE_MILLI;
      if (!this.#hasGenerated)
        this.#report.object('the rate of arrivals changed without a generated workload');
      if (!Number.isInteger(arrivalRate) || arrivalRate < from || arrivalRate > to)
        this.#report.object(`the rate of arrivals is ${arrivalRate} thousandths; expected ${from} to ${to}`);
    },
  };
  readonly #report: Report;
  readonly #hasGenerated: boolean;
  #queueHash: number;

  constructor(report: Report, { scheduler, workload }: CheckedScenario) {
    this.#report = report;
    this.#hasGenerated = workload.some(({ kind }) => kind === 'generated');
    this.#queueHash = textHash(scheduler.queue);
  }

  /** Whether no GPR may start before a head of its pool that is ahead of it. */
  get startsInOrder(): boolean {
    return IN_ORDER.has(this.#queueHash);
  }

  /** Whether starts are planned: no GPR is evicted. */
  get plansStarts(): boolean {
    return PLANNED.has(this.#queueHash);
  }

  /** Whether GPRs that do not fit fail at once. */
  get refuses(): boolean {
    return REFUSING.has(this.#queueHash);
  }

  #known(what: string, policies: readonly { readonly name: string }[], hash: number): void {
    if (policies.every(({ name }) => textHash(name) !== hash))
      this.#report.object(`a change sets an unknown ${what}`);
  }
}

/** Hashes of the names of queue policies whose heads start in order, and of those that plan starts. */
const IN_ORDER = hashesOf(({ allowsTimeline }) => allowsTimeline);
const PLANNED = hashesOf(({ plansOf }) => plansOf !== undefined);
const REFUSING = hashesOf(({ refuses }) => refuses === true);

function hashesOf(isWanted: (policy: QueuePolicy) => boolean): ReadonlySet<number> {
  return new Set(QUEUE_POLICIES.filter(isWanted).map(({ name }) => textHash(name)));
}
