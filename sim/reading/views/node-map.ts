// The nodes of each instance type as columns: what a map of many nodes shows.

import { State } from '../../facts/numbered.ts';
import type { NodesOfType } from '../../language/views.ts';
import { ROW } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import type { World } from '../../world.ts';
import { freeOf, namedNode } from './read-nodes.ts';

/** Without removed nodes. */
export function nodeMap(world: World): NodesOfType[] {
  const { core, directory } = world;
  const { nodes, gprs, demands } = core;
  const queued = core.pools.map(() => ({ queuedGprs: 0, queuedGpus: 0 }));
  /** Node → the first start among the GPRs that hold its GPUs; −1 without one. */
  const heldSince = new Float64Array(nodes.size).fill(-1);
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] === State.queued) {
      const of = queued[gprs.pool[row]];
      of.queuedGprs++;
      of.queuedGpus += demands.nodes[gprs.demand[row]] * demands.gpus[gprs.demand[row]];
    } else if (gprs.isProvisioned(row)) {
      for (const node of core.nodesOf(row))
        if (heldSince[node] < 0 || heldSince[node] > gprs.startedAt[row])
          heldSince[node] = gprs.startedAt[row];
    }
  }
  /** Pool → class → nodes. */
  const types = core.pools.map(({ classes }) => classes.map((): number[] => []));
  for (let node = 0; node < nodes.size; node++)
    if (nodes.state[node] !== NodeState.removed) types[nodes.pool[node]][nodes.nodeClass[node]].push(node);
  return types.flatMap((classes, pool) =>
    classes
      .filter((of) => of.length > 0)
      .map((of) => {
        const { cluster, instanceType, gpuModelName } = namedNode(world, of[0]);
        return {
          cluster,
          instanceType,
          gpuModelName,
          gpuCount: nodes.gpuCount[of[0]],
          ...queued[pool],
          names: of.map((node) => directory.nodeNames[node]),
          freeGpus: of.map((node) => (nodes.state[node] === NodeState.up ? freeOf(world, node) : null)),
          heldSinceMs: of.map((node) => (heldSince[node] < 0 ? null : heldSince[node])),
        };
      }),
  );
}
