// EASY backfilling (Lifka 1995; Mu'alem and Feitelson 2001). The *reservation* is the earliest instant at which the first
// blocked head fits if every GPR that holds GPUs uses its whole exit duration and nodes that are down return when their
// repair is due. Another head may start if it ends by then, or if the blocked head still fits at that instant.

import type { Capacity, Trial } from '../../capacity/capacity.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import type { Pool } from '../../tables/pools/pool.ts';
import type { Queue, QueuePolicy, Withheld } from './queue-policy.ts';
import type { WorldTables } from './world-tables.ts';

export const backfill: QueuePolicy = {
  name: 'backfill',
  summary: 'starts a GPR that fits unless it delays the first blocked one',
  allowsTimeline: false,
  queueOf: (tables) => new Backfill(tables),
};

class Backfill implements Queue {
  readonly readsEnds = true;
  readonly #tables: WorldTables;
  /** Instant of the reservation; Infinity = the planned ends and repairs never make room. */
  #shadowAt = Infinity;
  /** The capacity of the pool at the reservation, tried for the blocked head. */
  #trial: Trial | undefined;

  constructor(tables: WorldTables) {
    this.#tables = tables;
  }

  withholds(): Withheld {
    return 'gpus';
  }

  goesOn(pool: Pool, row: number): boolean {
    const { gprs, demands } = this.#tables;
    const trial = pool.capacity.trial(gprs.demand[row], this.#trial);
    const { ends } = pool;
    this.#trial = trial;
    this.#shadowAt = Infinity;
    const repairs = repairsOf(this.#tables, pool.capacity);
    // Try the head only after all repairs and ends of one instant.
    for (let end = 0, repair = 0; end < ends.size || repair < repairs.length; ) {
      const at = Math.min(
        end < ends.size ? ends.at[end] : Infinity,
        repair < repairs.length ? repairs[repair].at : Infinity,
      );
      for (; repair < repairs.length && repairs[repair].at === at; repair++) trial.open(repairs[repair].slot);
      for (; end < ends.size && ends.at[end] === at; end++) {
        const demand = gprs.demand[ends.rows[end]];
        const count = demands.nodes[demand];
        trial.give(demand, gprs.lotWords(count), gprs.lotAt(ends.rows[end], count));
      }
      if (trial.fits) {
        this.#shadowAt = at;
        break;
      }
    }
    return true;
  }

  mayPass(_pool: Pool, row: number, slots: Int32Array): boolean {
    const { gprs, now, rules } = this.#tables;
    if (now + rules.provisioningDelayMs + gprs.exitLeftMs[row] <= this.#shadowAt) return true;
    const trial = this.#trial!;
    trial.take(gprs.demand[row], slots, 0);
    if (trial.fits) return true;
    trial.give(gprs.demand[row], slots, 0);
    return false;
  }

  mayEvict(): boolean {
    return false;
  }
}

interface Repair {
  readonly at: number;
  readonly slot: number;
}

/** The known repairs of a pool's nodes, by time. */
function repairsOf(tables: WorldTables, capacity: Capacity): Repair[] {
  const { nodes } = tables;
  const repairs: Repair[] = [];
  if (capacity.up === capacity.nodeCount) return repairs;
  for (let slot = 0; slot < capacity.nodeCount; slot++) {
    const node = capacity.nodeAt(slot);
    if (nodes.state[node] === NodeState.down && nodes.repairAt[node] >= 0) {
      repairs.push({ at: nodes.repairAt[node], slot });
    }
  }
  return repairs.sort((a, b) => a.at - b.at);
}
