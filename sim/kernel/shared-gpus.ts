// Pools with whole GPUs under a placement policy that needs to know each GPU: they get the capacity of shared GPUs, and keep it.

import type { PlacementPolicy } from '../capacity/placement/placement-policy.ts';
import { wordOf } from '../capacity/shares/share-nodes.ts';
import { type PoolSetup, Shares } from '../capacity/shares/shares.ts';
import type { CapacityKind } from '../language/scenario.ts';
import { NodeState } from '../tables/pools/node-table.ts';
import type { Pool } from '../tables/pools/pool.ts';
import type { Core } from './core.ts';

/** The kind of capacity of a pool under a placement policy. @param kind of its cluster */
export function kindUnder(placement: PlacementPolicy, kind: CapacityKind): CapacityKind {
  return kind === 'gpus' && placement.choose === undefined ? 'shares' : kind;
}

/** @param classes instance types, by class @param setup default: typical requests are unknown, and ranks are numbers */
export function setUpShares(
  { rules }: Core,
  classes: readonly number[],
  capacity: Shares,
  setup: PoolSetup = { ranks: [], typical: [] },
): void {
  const types = classes.map((type) => rules.instanceTypes[type]);
  const cpuMilli = types.map((type) => type.cpuMilli);
  const memoryMib = types.map((type) => type.memoryMib);
  capacity.seed = rules.seed;
  capacity.setUpPool({ cpuMilli, memoryMib, ...setup });
}

/** Gives a pool the capacity that the placement policy in force needs. Its GPRs keep their nodes. */
export function fitCapacity(core: Core, pool: Pool): void {
  const { placement } = core.policies;
  const before = pool.capacity;
  before.setPlacement(placement);
  if (before.kind === kindUnder(placement, before.kind)) return;
  const { demands, totals, gprs, nodes } = core;
  const running: number[] = [];
  pool.eachRunning(gprs, (row) => running.push(row));
  const lotOf = (row: number) => {
    const demand = gprs.demand[row];
    const count = demands.nodes[demand];
    return { demand, count, words: gprs.lotWords(count), at: gprs.lotAt(row, count) };
  };
  for (const row of running) {
    const { demand, words, at } = lotOf(row);
    before.give(demand, words, at);
  }
  const capacity = new Shares(before.gpuCounts, demands, totals, placement);
  setUpShares(core, pool.classes, capacity);
  for (let slot = 0; slot < before.nodeCount; slot++) {
    const node = before.nodeAt(slot);
    capacity.add(node, nodes.nodeClass[node]);
    if (nodes.state[node] !== NodeState.up) continue;
    before.setUp(slot, false);
    capacity.setUp(slot, true);
  }
  for (const row of running) {
    const { demand, count, words, at } = lotOf(row);
    for (let i = at; i < at + count; i++) {
      words[i] = wordOf(words[i], capacity.nodes.fullestGpus(words[i], demand));
    }
    capacity.take(demand, words, at);
  }
  pool.capacity = capacity;
}
