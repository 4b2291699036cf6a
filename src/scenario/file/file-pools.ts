// The pools of a scenario's clusters, and whether an empty pool can hold a demand.

import type { ScenarioFile } from './scenario-file.ts';

export interface Pool {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpuCount: number;
  readonly memoryGb: number;
  readonly nodes: number;
}

interface Demand {
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  /** null = any. */
  readonly memoryGbPerGpu: number | null;
}

const poolsListedMax = 10;

/** Returns the pools of a scenario. Node groups of unknown instance types are left out. */
export function poolsOf(file: ScenarioFile): Pool[] {
  const pools = new Map<string, Pool>();
  for (const cluster of file.clusters) {
    for (const group of cluster.nodes) {
      const type = instanceTypesFor(file, group)[0];
      if (type === undefined) continue;
      const key = JSON.stringify([cluster.name, type.instanceType, type.gpuModelName]);
      const nodes = (pools.get(key)?.nodes ?? 0) + group.count;
      const { instanceType, gpuModelName, gpuCount, memoryGb } = type;
      pools.set(key, { cluster: cluster.name, instanceType, gpuModelName, gpuCount, memoryGb, nodes });
    }
  }
  return [...pools.values()];
}

/** Returns the instance types that match a node group; more than one if the group must name a GPU model but does not. */
export function instanceTypesFor(
  file: ScenarioFile,
  group: { readonly instanceType: string; readonly gpuModelName?: string | undefined },
): ScenarioFile['instanceTypes'] {
  return file.instanceTypes.filter(
    (type) =>
      type.instanceType === group.instanceType &&
      (group.gpuModelName === undefined || type.gpuModelName === group.gpuModelName),
  );
}

/** Reports whether the pool can hold the demand if all its nodes are up and empty. */
export function holds(pool: Pool, demand: Demand): boolean {
  return (
    demand.nodeCount <= pool.nodes &&
    demand.gpusPerNode <= pool.gpuCount &&
    (demand.memoryGbPerGpu ?? 0) <= pool.memoryGb
  );
}

export function listed(pools: readonly Pool[]): string {
  if (pools.length === 0) return 'its clusters have no nodes';
  const words = pools
    .slice(0, poolsListedMax)
    .map(
      (pool) =>
        `${pool.cluster} ${pool.instanceType} ${pool.nodes} × ${pool.gpuCount} GPUs of ${pool.memoryGb} GB`,
    );
  const more = pools.length > poolsListedMax ? ` and ${pools.length - poolsListedMax} more` : '';
  return `its pools are ${words.join(', ')}${more}`;
}
