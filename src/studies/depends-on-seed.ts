import { PLACEMENT_POLICIES, type Scenario } from '../../sim/index.ts';

/**
 * Reports whether the seed changes any figure of a run: generated and shuffled arrivals, failures and random placements are drawn
 * from it. Ids depend on the seed too, but no figure depends on ids.
 */
export function dependsOnSeed({ workload, failures, scheduler }: Scenario): boolean {
  const isDrawn = workload.some(
    (entry) => entry.kind === 'generated' || (entry.kind === 'trace' && entry.arrivals === 'shuffled'),
  );
  const isPlaced = PLACEMENT_POLICIES.some(({ name, draws }) => name === scheduler.placement && draws);
  return isDrawn || isPlaced || failures.nodeMtbfMs !== null || failures.provisioningMicro > 0;
}
