// Nodes: added, failed, repaired and removed, by chance, by a script or by a command.

import { exponential } from '../base/numbers/random.ts';
import { newCapacity } from '../capacity/capacity-kinds.ts';
import { type PoolSetup, Shares } from '../capacity/shares/shares.ts';
import { FactKind } from '../facts/fact-catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { Reason } from '../facts/numbered.ts';
import type { CapacityKind } from '../language/scenario.ts';
import { NodeState } from '../tables/pools/node-table.ts';
import { Pool } from '../tables/pools/pool.ts';
import type { Core } from './core.ts';
import { interrupt } from './gprs/lifecycle.ts';
import { kindUnder, setUpShares } from './shared-gpus.ts';
import { Timer } from './timers.ts';

/** Adds an empty pool for nodes of these instance types; each type is one node class of the pool. @param setup of shares */
export function addPool(
  core: Core,
  cluster: number,
  classes: readonly number[],
  kind: CapacityKind = 'gpus',
  setup?: PoolSetup,
): void {
  const { pools, demands, totals, rules, policies } = core;
  const gpuCounts = classes.map((type) => rules.instanceTypes[type].gpuCount);
  const { placement } = policies;
  const capacity = newCapacity(kindUnder(placement, kind), gpuCounts, demands, totals, placement);
  if (capacity instanceof Shares) setUpShares(core, classes, capacity, setup);
  const hasShares = kind === 'shares';
  pools.push(new Pool(pools.length, cluster, classes, capacity, core.changedPools, hasShares));
}

/** Adds a node, up and empty, and returns its number. `nameHash` goes into the fact; its failures derive from `drawKey`. */
export function addNode(
  core: Core,
  node: { cluster: number; pool: number; nodeClass: number; nameHash: number; drawKey: number },
): number {
  const { nodes, facts } = core;
  const pool = core.pools[node.pool];
  const type = core.rules.instanceTypes[pool.classes[node.nodeClass]];
  const index = nodes.add();
  nodes.cluster[index] = node.cluster;
  nodes.pool[index] = node.pool;
  nodes.nodeClass[index] = node.nodeClass;
  nodes.gpuCount[index] = type.gpuCount;
  nodes.cpuMilli[index] = type.cpuMilli;
  nodes.memoryMib[index] = type.memoryMib;
  nodes.state[index] = NodeState.up;
  nodes.drawKey[index] = node.drawKey;
  nodes.slot[index] = pool.capacity.add(index, node.nodeClass);
  pool.nodeCounts[node.nodeClass]++;
  pool.capacity.setUp(nodes.slot[index], true);
  core.plans?.upset(pool);
  pool.touch();
  noteFact(facts, FactKind.nodeAdded, core.now, {
    node: index,
    pool: node.pool,
    gpus: type.gpuCount,
    nameHash: node.nameHash,
  });
  planFailure(core, index);
  return index;
}

/** Takes a node down; its GPRs are requeued or fail. @param repairAfterMs null = the repair is unknown */
export function nodeDown(core: Core, node: number, repairAfterMs: number | null): void {
  const repairAt = repairAfterMs === null ? -1 : core.now + repairAfterMs;
  noteFact(core.facts, FactKind.nodeDown, core.now, { node, repairAtMs: repairAt });
  vacate(core, node);
  core.nodes.state[node] = NodeState.down;
  core.nodes.repairAt[node] = repairAt;
  // The timer of a failure drawn earlier would now count as the repair.
  if (repairAt < 0) core.timers.clear(Timer.node, node);
  else core.timers.set(Timer.node, node, repairAt);
}

export function nodeUp(core: Core, node: number): void {
  const { nodes, facts } = core;
  const pool = core.pools[nodes.pool[node]];
  noteFact(facts, FactKind.nodeUp, core.now, { node });
  core.timers.clear(Timer.node, node);
  nodes.state[node] = NodeState.up;
  nodes.repairAt[node] = -1;
  pool.capacity.setUp(nodes.slot[node], true);
  core.plans?.upset(pool);
  pool.touch();
  planFailure(core, node);
}

/** Removes a node for good; its GPRs are requeued or fail as in a node failure. */
export function removeNode(core: Core, node: number): void {
  noteFact(core.facts, FactKind.nodeRemoved, core.now, { node });
  if (core.nodes.state[node] === NodeState.up) vacate(core, node);
  // A burst to its pool may no longer be possible: check overdue decisions again.
  core.changedPools.touches++;
  core.timers.clear(Timer.node, node);
  core.nodes.state[node] = NodeState.removed;
  const pool = core.pools[core.nodes.pool[node]];
  pool.nodeCounts[core.nodes.nodeClass[node]]--;
  core.plans?.upset(pool);
  core.nodes.repairAt[node] = -1;
  // Without its repair, the blocked head may have a later reservation.
  pool.barScore = Infinity;
}

/** Handles the timer of a node: repairs a node that is down, takes down one that is up. */
export function onNodeTimer(core: Core, node: number): void {
  if (core.nodes.state[node] === NodeState.down) {
    nodeUp(core, node);
    return;
  }
  nodeDown(core, node, core.rules.nodeRepairMs);
}

/** Interrupts every GPR on a node that is up, then takes the node out of the capacity of its pool. */
function vacate(core: Core, node: number): void {
  const { nodes } = core;
  const pool = core.pools[nodes.pool[node]];
  for (const row of holdersOf(core, node)) interrupt(core, row, Reason.nodeFailure, node);
  pool.capacity.setUp(nodes.slot[node], false);
  core.plans?.upset(pool);
  pool.touch();
}

/** Rows of the GPRs that hold GPUs of a node, by latest start. */
function holdersOf(core: Core, node: number): number[] {
  const { gprs, demands, pools, nodes } = core;
  const slot = nodes.slot[node];
  const holders: number[] = [];
  const pool = pools[nodes.pool[node]];
  const { capacity } = pool;
  pool.eachRunning(gprs, (row) => {
    const count = demands.nodes[gprs.demand[row]];
    const words = gprs.lotWords(count);
    const at = gprs.lotAt(row, count);
    for (let i = at; i < at + count; i++) if (capacity.slotOf(words[i]) === slot) holders.push(row);
  });
  return holders.sort((a, b) => gprs.startedSeq[b] - gprs.startedSeq[a]);
}

/** The failures of a node derive from its names, so that nodes which a scenario adds change no failures of others. */
export function planFailure(core: Core, node: number): void {
  const { nodeMtbfMs, nodeDice } = core.rules;
  if (nodeMtbfMs === null) return;
  const { drawKey, failures } = core.nodes;
  const gap = exponential(nodeDice.draw(drawKey[node], failures[node]++)) * nodeMtbfMs;
  core.timers.set(Timer.node, node, core.now + Math.max(1, Math.floor(gap)));
}
