// What a variant costs: its GPUs, its nodes, or their price per hour.

import type { InstanceType, Scenario } from '../../../sim/index.ts';
import { counted } from '../../wire/text/counted.ts';

export const COSTS = ['gpus', 'nodes', 'price'] as const;
export type CostBy = (typeof COSTS)[number];

const MICRO = 1_000_000;

/** GPUs, nodes, or money per hour. */
export function costOf({ clusters, instanceTypes }: Scenario, by: CostBy): number {
  const each = (type: InstanceType) =>
    by === 'gpus' ? type.gpuCount : by === 'nodes' ? 1 : type.pricePerHourMicro;
  const sum = clusters
    .flatMap(({ nodes }) => nodes)
    .reduce((total, group) => total + group.count * each(typeOf(instanceTypes, group)), 0);
  return by === 'price' ? sum / MICRO : sum;
}

/** The instance types of nodes that have no price. */
export function unpriced({ clusters, instanceTypes }: Scenario): string[] {
  const used = clusters.flatMap(({ nodes }) => nodes.map((group) => typeOf(instanceTypes, group)));
  return [
    ...new Set(
      used.filter(({ pricePerHourMicro }) => pricePerHourMicro === 0).map((type) => type.instanceType),
    ),
  ];
}

export function costText(cost: number, by: CostBy): string {
  if (by === 'price') return `${cost.toFixed(2)} per hour`;
  return counted(cost, by === 'gpus' ? 'GPU' : 'node');
}

function typeOf(
  instanceTypes: readonly InstanceType[],
  group: { readonly instanceType: string; readonly gpuModelName: string },
): InstanceType {
  return instanceTypes.find(
    (type) => type.instanceType === group.instanceType && type.gpuModelName === group.gpuModelName,
  )!;
}
