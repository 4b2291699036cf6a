// Whether the nodes of a scenario allow a placement policy that must know each GPU.

import {
  type OwnPolicies,
  placementNamed,
  placesShares,
  type Scenario,
  SHARED_GPUS_MAX,
  SHARED_NODES_MAX,
  type TraceWorkload,
} from '../../../sim/index.ts';
import type { Problem } from './field-problems.ts';

/** Returns at most one problem, with the path of the placement policy. */
export function checkShareable(
  {
    scheduler: { placement },
    clusters,
    instanceTypes,
  }: Pick<Scenario, 'scheduler' | 'clusters' | 'instanceTypes'>,
  own: OwnPolicies,
): Problem[] {
  const policy = placementNamed(placement, own);
  const knowsEachGpu = policy.choose === undefined;
  const refused = (message: string): Problem[] => [{ path: 'scheduler.placement', message }];
  for (const { name, nodes, capacity = 'gpus' } of clusters) {
    if (capacity === 'processors' || (capacity === 'gpus' && !knowsEachGpu)) continue;
    if (capacity === 'shares' && !placesShares(policy))
      return refused(
        `must have a score, because GPUs of ${name} are shared, but ${policy.file ?? placement} has none`,
      );
    const why = capacity === 'shares' ? 'GPUs are shared' : `the placement policy is ${placement}`;
    for (const { instanceType, gpuModelName } of nodes) {
      const { gpuCount = 0 } =
        instanceTypes.find(
          (type) => type.instanceType === instanceType && type.gpuModelName === gpuModelName,
        ) ?? {};
      if (gpuCount > SHARED_GPUS_MAX)
        return refused(
          `needs nodes with at most ${SHARED_GPUS_MAX} GPUs, because ${why}, but ${instanceType} in ${name} has ${gpuCount}`,
        );
    }
    const count = nodes.reduce((sum, group) => sum + group.count, 0);
    if (count > SHARED_NODES_MAX)
      return refused(
        `needs clusters with at most ${SHARED_NODES_MAX} nodes, because ${why}, but ${name} has ${count}`,
      );
  }
  return [];
}

/** The first number of a GPR of a trace that does not fit the capacity of its cluster; −1 if all do. */
export function misfitOf({ gprs }: TraceWorkload, isShared: boolean): number {
  return gprs.findIndex(({ shape, gpusPerNode }) => {
    if (!isShared) return shape !== undefined || gpusPerNode === 0;
    return shape === undefined || (shape.gpuMilli === 0) !== (gpusPerNode === 0);
  });
}
