// Whether the pools of a world allow a placement policy that must know each GPU.

import { SHARED_GPUS_MAX, SHARED_NODES_MAX } from '../capacity/shares/share-nodes.ts';
import { placementNamed, placesShares } from '../kernel/policies.ts';
import { kindUnder } from '../kernel/shared-gpus.ts';
import type { AddNodes, Rejection } from '../language/commands.ts';
import type { InstanceType } from '../language/scenario.ts';
import type { World } from '../world.ts';

type NotShareable = Extract<Rejection, { readonly code: 'gpus-not-shareable' }>;

/** The rejection of a placement policy by the present pools; undefined if they allow it. */
export function placementRejection(world: World, placement: string | undefined): Rejection | undefined {
  if (placement === undefined) return undefined;
  const policy = placementNamed(placement, world.ownPolicies);
  const { core, directory } = world;
  if (!placesShares(policy) && core.pools.some(({ hasShares }) => hasShares)) {
    const why = `GPUs of this world are shared, and ${policy.file ?? 'the placement'} has no score`;
    return { code: 'policy-not-here', field: 'placement', value: placement, why };
  }
  for (const { capacity, classes } of core.pools) {
    if (kindUnder(policy, capacity.kind) !== 'shares') continue;
    for (const type of classes) {
      const found = rejectionOf(directory.instanceTypes[type], capacity.nodeCount);
      if (found !== undefined) return { ...found, field: 'placement', placement };
    }
  }
  return undefined;
}

/** The rejection of new nodes by the placement policy in force; undefined if it allows them. */
export function newSharedNodesRejection(world: World, command: AddNodes): Rejection | undefined {
  const { core, directory } = world;
  const { placement } = core.policies;
  const type = directory.instanceType(command.instanceType, command.gpuModelName);
  const cluster = directory.cluster(command.cluster);
  const pool = core.pools.find((known) => known.cluster === cluster && known.classes.includes(type));
  if (kindUnder(placement, pool?.capacity.kind ?? 'gpus') !== 'shares') return undefined;
  const nodes = (pool?.capacity.nodeCount ?? 0) + command.count;
  const found = rejectionOf(directory.instanceTypes[type], nodes);
  if (found === undefined) return undefined;
  const field = found.of === 'gpus' ? 'instanceType' : 'count';
  return { ...found, field, placement: placement.name };
}

function rejectionOf(
  { instanceType, gpuCount }: InstanceType,
  nodes: number,
): Omit<NotShareable, 'field' | 'placement'> | undefined {
  const code = 'gpus-not-shareable';
  if (gpuCount > SHARED_GPUS_MAX)
    return { code, instanceType, of: 'gpus', limit: SHARED_GPUS_MAX, value: gpuCount };
  if (nodes > SHARED_NODES_MAX)
    return { code, instanceType, of: 'nodes', limit: SHARED_NODES_MAX, value: nodes };
  return undefined;
}
