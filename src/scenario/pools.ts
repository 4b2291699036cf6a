// The pools that a scenario's clusters make, and which of them could ever hold a demand.

import type { ScenarioFile } from './schema.ts';

export interface Pool {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  readonly gpuCount: number;
  readonly memoryGb: number;
  readonly nodes: number;
}

export interface Demand {
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  /** null = whatever the pool has. */
  readonly memoryGbPerGpu: number | null;
}

const poolsListedMax = 10;

/** Pools of a scenario whose node groups name known instance types. */
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

/** Instance types that a node group may mean; more than one where the model is left out and matters. */
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

/** Whether the pool could hold the demand with every node up and empty. */
export function holds(pool: Pool, demand: Demand): boolean {
  return (
    demand.nodeCount <= pool.nodes &&
    demand.gpusPerNode <= pool.gpuCount &&
    (demand.memoryGbPerGpu ?? 0) <= pool.memoryGb
  );
}

/** The pools in words, for an error. */
export function listed(pools: readonly Pool[]): string {
  if (pools.length === 0) return 'there are no nodes';
  const words = pools
    .slice(0, poolsListedMax)
    .map(
      (pool) =>
        `${pool.cluster} ${pool.instanceType} ${pool.nodes} × ${pool.gpuCount} GPUs of ${pool.memoryGb} GB`,
    );
  const more = pools.length > poolsListedMax ? ` and ${pools.length - poolsListedMax} more` : '';
  return `there are ${words.join(', ')}${more}`;
}
