// Reads nodes, pools and clusters as plain objects.

import { instant } from '../../admission/gpr-row.ts';
import { STATE_NAMES, State } from '../../facts/numbered.ts';
import type { InstanceType } from '../../language/scenario.ts';
import type { Allocation, ClusterView, NodeName, NodeView, PoolView } from '../../language/views.ts';
import { ROW } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import type { World } from '../../world.ts';

/** Selects nodes: of a cluster and of a name, '' = all; at most `limit` from the node `offset` on. */
export interface NodesWanted {
  readonly cluster: string;
  readonly node?: string;
  readonly offset: number;
  readonly limit: number;
}

export interface NodePage {
  /** Number of nodes without an offset and a limit. */
  readonly total: number;
  readonly nodes: NodeView[];
}

export interface Repair {
  readonly name: string;
  readonly cluster: string;
  readonly repairAtMs: number;
}

/** Some of the nodes, without removed ones. Without arguments, all. */
export function nodePage(
  world: World,
  { cluster = '', node: name = '', offset = 0, limit = Infinity }: Partial<NodesWanted> = {},
): NodePage {
  const { core, directory } = world;
  const { nodes } = core;
  const page: number[] = [];
  let total = 0;
  for (let node = 0; node < nodes.size; node++) {
    if (nodes.state[node] === NodeState.removed) continue;
    if (cluster !== '' && directory.clusters[nodes.cluster[node]].name !== cluster) continue;
    if (name !== '' && directory.nodeNames[node] !== name) continue;
    if (total >= offset && page.length < limit) page.push(node);
    total++;
  }
  return { total, nodes: nodeViews(world, page) };
}

function nodeViews(world: World, page: readonly number[]): NodeView[] {
  if (page.length === 0) return [];
  const { core, directory } = world;
  const { nodes } = core;
  const allocations = allocationsOn(world, page);
  return page.map((node, i) => {
    const type = typeOf(world, node);
    return {
      name: directory.nodeNames[node],
      cluster: directory.clusters[nodes.cluster[node]].name,
      instanceType: type.instanceType,
      gpuModelName: type.gpuModelName,
      gpuCount: type.gpuCount,
      memoryGb: type.memoryGb,
      up: nodes.state[node] === NodeState.up,
      repairAtMs: nodes.state[node] === NodeState.down ? instant(nodes.repairAt[node]) : null,
      freeGpus: nodes.state[node] === NodeState.up ? freeOf(world, node) : 0,
      allocations: allocations[i],
    };
  });
}

/** The nodes that are down until an instant. Much cheaper than their views, which contain what runs on them. */
export function repairsOf(world: World): Repair[] {
  const { nodes } = world.core;
  const repairs: Repair[] = [];
  for (let node = 0; node < nodes.size; node++) {
    const repairAtMs = nodes.state[node] === NodeState.down ? instant(nodes.repairAt[node]) : null;
    if (repairAtMs === null) continue;
    const { name, cluster } = namedNode(world, node);
    repairs.push({ name, cluster, repairAtMs });
  }
  return repairs;
}

/** The name and the type of a node, also of a removed one. */
export function namedNode(world: World, node: number): NodeName {
  const { core, directory } = world;
  const { instanceType, gpuModelName } = typeOf(world, node);
  const cluster = directory.clusters[core.nodes.cluster[node]].name;
  return { name: directory.nodeNames[node], cluster, instanceType, gpuModelName };
}

function typeOf({ core, directory }: World, node: number): InstanceType {
  const { pool, nodeClass } = core.nodes;
  return directory.instanceTypes[core.pools[pool[node]].classes[nodeClass[node]]];
}

export function viewClusters(world: World): ClusterView[] {
  const { core, directory } = world;
  const { nodes, gprs, demands } = core;
  const pools = viewPools(world);
  const sums = directory.clusters.map(() => ({
    nodes: 0,
    downNodes: 0,
    gpus: 0,
    allocatedGpus: 0,
    availableGpus: 0,
    partiallyAllocatedNodes: 0,
    idleGpus: 0,
    queuedGprs: 0,
    queuedGpus: 0,
  }));
  for (let node = 0; node < nodes.size; node++) {
    if (nodes.state[node] === NodeState.removed) continue;
    const sum = sums[nodes.cluster[node]];
    const isUp = nodes.state[node] === NodeState.up;
    const free = isUp ? freeOf(world, node) : nodes.gpuCount[node];
    const allocated = nodes.gpuCount[node] - free;
    sum.nodes++;
    if (!isUp) sum.downNodes++;
    sum.gpus += nodes.gpuCount[node];
    sum.allocatedGpus += allocated;
    if (isUp) sum.availableGpus += free;
    if (allocated > 0 && free > 0) sum.partiallyAllocatedNodes++;
  }
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] === State.none) continue;
    const sum = sums[core.pools[gprs.pool[row]].cluster];
    if (gprs.state[row] === State.queued) {
      const demand = gprs.demand[row];
      sum.queuedGprs++;
      sum.queuedGpus += demands.nodes[demand] * demands.gpus[demand];
    } else if (gprs.idleSince[row] >= 0) sum.idleGpus += gprs.gpusHeld[row];
  }
  return directory.clusters.map(({ name, cloudProvider, cloud, region }, index) => ({
    name,
    cloudProvider,
    cloud,
    region,
    ...sums[index],
    pools: pools.filter(({ cluster }) => cluster === name),
  }));
}

export function viewPools({ core, directory }: World): PoolView[] {
  return core.pools.flatMap((pool) =>
    pool.classes.map((index, nodeClass) => {
      const { instanceType, gpuModelName, gpuCount, memoryGb } = directory.instanceTypes[index];
      const cluster = directory.clusters[pool.cluster].name;
      return {
        cluster,
        instanceType,
        gpuModelName,
        gpuCount,
        memoryGb,
        nodes: pool.nodeCounts[nodeClass],
      };
    }),
  );
}

/** The GPRs that hold GPUs of each of these nodes, in the order of their starts. */
function allocationsOn({ core, ids, directory }: World, page: readonly number[]): Allocation[][] {
  const { gprs, nodes } = core;
  const places = new Int32Array(nodes.size).fill(-1);
  for (let i = 0; i < page.length; i++) places[page[i]] = i;
  const allocations: Allocation[][] = page.map(() => []);
  const holders: number[] = [];
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.isProvisioned(row) && core.nodesOf(row).some((node) => places[node] >= 0)) holders.push(row);
  }
  for (const row of holders.sort((a, b) => gprs.startedSeq[a] - gprs.startedSeq[b])) {
    const gpr = {
      gprId: ids.gprId(gprs.uid[row]),
      gprName: directory.gprName(gprs.uid[row]),
      workspace: directory.workspaceName(gprs.workspace[row]),
      workspaceCreation: directory.creationOf(gprs.workspace[row]),
      priority: gprs.priority[row],
      sinceMs: gprs.startedAt[row],
      state: STATE_NAMES[gprs.state[row]],
      idle: gprs.idleSince[row] >= 0,
    };
    for (const node of core.nodesOf(row)) {
      if (places[node] >= 0) allocations[places[node]].push({ ...gpr, gpus: core.gpusOn(row, node) });
    }
  }
  return allocations;
}

export function freeOf({ core: { pools, nodes } }: World, node: number): number {
  return pools[nodes.pool[node]].capacity.freeAt(nodes.slot[node]);
}
