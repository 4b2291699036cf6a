// The node slots on which a GPR starts. Cycles reuse their memory, so that a start allocates none.

import type { Pool } from '../tables/pools/pool.ts';
import type { Core } from './core.ts';

export class ChosenSlots {
  /** Grows to the largest demand. */
  slots: Int32Array = new Int32Array(64);

  /** Returns `slots`, with room for a number of nodes. */
  of(count: number): Int32Array {
    if (this.slots.length < count) this.slots = new Int32Array(count * 2);
    return this.slots;
  }
}

/** Returns an array that the next choice overwrites. */
export function chooseSlots(core: Core, pool: Pool, row: number, chosen: ChosenSlots): Int32Array {
  const demand = core.gprs.demand[row];
  const slots = chosen.of(core.demands.nodes[demand]);
  pool.capacity.choose(demand, slots, 0, core.gprs.uid[row]);
  return slots;
}
