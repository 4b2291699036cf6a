// Weighted choices of generated workloads: among pools, and among recorded jobs.

import { scale } from '../base/numbers/random.ts';
import type { GeneratedWorkload, InstanceType, Scenario } from '../language/scenario.ts';
import type { Pool } from '../tables/pools/pool.ts';

/** Items, and the running totals of their weights. */
export interface Weighted {
  readonly items: readonly number[];
  readonly weightUpTo: readonly number[];
}

/** What a generated workload takes a pool for. */
export interface Offer {
  /** GPUs of a node and number of nodes: the smaller of those at the start and those as written. */
  readonly gpuCount: number;
  readonly nodes: number;
  readonly memoryGb: number;
  /** 0 = no GPR chooses the pool. */
  readonly weight: number;
}

/** The offers of a world's pools at the start, by pool. */
export function offersOf(
  { clusters, instanceTypes, writtenPools }: Scenario,
  pools: readonly Pool[],
  spec: GeneratedWorkload,
): Offer[] {
  return pools.map((pool) => {
    const types = pool.classes.map((type) => instanceTypes[type]);
    const [{ gpuCount, memoryGb }] = types;
    const cluster = clusters[pool.cluster].name;
    const present = { gpuCount, nodes: pool.capacity.nodeCount };
    const written = writtenPools.find((known) => isOf(known, cluster, types)) ?? present;
    return {
      gpuCount: Math.min(present.gpuCount, written.gpuCount),
      nodes: Math.min(present.nodes, written.nodes),
      memoryGb,
      weight: present.nodes === 0 ? 0 : weightOf(spec, cluster, types, written.gpuCount * written.nodes),
    };
  });
}

function weightOf(
  { pools }: GeneratedWorkload,
  cluster: string,
  types: readonly InstanceType[],
  gpus: number,
): number {
  if ('length' in pools) return pools.find((known) => isOf(known, cluster, types))?.weight ?? 0;
  const isIn = pools.cluster === null || pools.cluster === cluster;
  const isType =
    pools.instanceType === null || types.some(({ instanceType }) => instanceType === pools.instanceType);
  return isIn && isType ? gpus : 0;
}

function isOf(
  name: { readonly cluster: string; readonly instanceType: string; readonly gpuModelName: string },
  cluster: string,
  types: readonly InstanceType[],
): boolean {
  if (name.cluster !== cluster) return false;
  return types.some(
    (type) => type.instanceType === name.instanceType && type.gpuModelName === name.gpuModelName,
  );
}

/** The choice among the pools of some clusters. @param clusters indexes */
export function choiceAmong(
  offers: readonly Offer[],
  pools: readonly Pool[],
  clusters: ReadonlySet<number>,
): Weighted {
  const items = pools
    .filter((pool) => offers[pool.index].weight > 0 && clusters.has(pool.cluster))
    .map(({ index }) => index);
  return { items, weightUpTo: upTo(items.map((pool) => offers[pool])) };
}

/** The running totals of weights, at most 2^32. */
export function upTo(weighted: readonly { readonly weight: number }[]): number[] {
  let sum = 0;
  return weighted.map(({ weight }) => {
    sum += weight;
    return sum;
  });
}

/** Turns a draw into the index of an item. @param weightUpTo not empty, ascending */
export function indexAt(weightUpTo: readonly number[], draw: number): number {
  const at = scale(draw, 0, weightUpTo[weightUpTo.length - 1] - 1);
  let low = 0;
  let high = weightUpTo.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (weightUpTo[middle] > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
