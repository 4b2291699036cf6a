// What cycles reuse, so that a start allocates no memory.

import type { Pool } from '../tables/pools/pool.ts';
import type { Core } from './core.ts';
import type { EvictionMemory } from './eviction.ts';

/** Memory that cycles reuse. It holds no state. */
export class CycleMemory {
  /** Node slots chosen for one GPR; grows to the largest demand. */
  slots: Int32Array = new Int32Array(64);
  readonly eviction: EvictionMemory = {};

  /** Returns `slots`, with room for a number of nodes. */
  slotsFor(count: number): Int32Array {
    if (this.slots.length < count) this.slots = new Int32Array(count * 2);
    return this.slots;
  }
}

/** Returns an array that the next choice overwrites. */
export function chooseSlots(core: Core, pool: Pool, row: number, memory: CycleMemory): Int32Array {
  const demand = core.gprs.demand[row];
  const slots = memory.slotsFor(core.demands.nodes[demand]);
  pool.capacity.choose(demand, slots, 0, core.gprs.uid[row]);
  return slots;
}
