// EASY backfilling (Lifka 1995; Mu'alem and Feitelson 2001). The *reservation* is the earliest instant at which the first
// blocked head fits if every GPR that holds GPUs uses its whole exit duration and nodes that are down return when their
// repair is due. Another head may start if it ends by then, or if the blocked head still fits at that instant.

import type { Capacity, Trial } from '../../capacity/capacity.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import type { Pool } from '../../tables/pools/pool.ts';
import type { Queue, QueuePolicy, Reservation, Withheld } from './queue-policy.ts';
import type { WorldTables } from './world-tables.ts';

export const backfill: QueuePolicy = {
  name: 'backfill',
  summary: 'starts a GPR that fits unless it delays the first blocked one',
  allowsTimeline: false,
  queueOf: (tables) => new Backfill(tables),
};

class Backfill implements Queue, Reservation {
  readonly readsEnds = true;
  readonly #tables: WorldTables;
  /** The pool of the blocked head, until something asks for the reservation. */
  #pool: Pool | undefined;
  #blocked: number = NONE;
  #longestMs = Infinity;
  #capacity: Capacity | undefined;
  /** The capacity of the pool at the reservation, tried for the blocked head. */
  #trial: Trial | undefined;

  constructor(tables: WorldTables) {
    this.#tables = tables;
  }

  withholds(): Withheld {
    return 'gpus';
  }

  goesOn(pool: Pool, row: number): Reservation {
    this.#pool = pool;
    this.#blocked = row;
    return this;
  }

  mayEvict(): boolean {
    return false;
  }

  /** Infinity: the planned ends and repairs never make room. */
  get longestMs(): number {
    if (this.#pool === undefined) return this.#longestMs;
    const { now, rules } = this.#tables;
    this.#longestMs = this.#reserve(this.#pool, this.#blocked) - now - rules.provisioningDelayMs;
    this.#pool = undefined;
    return this.#longestMs;
  }

  leavesRoom(demand: number, slots: Int32Array): boolean {
    const trial = this.#trial!;
    trial.take(demand, slots, 0);
    const { fits } = trial;
    trial.give(demand, slots, 0);
    return fits;
  }

  leavesRoomWherever(demand: number): boolean | null {
    const trial = this.#trial!;
    const count = this.#tables.demands.nodes[demand];
    const capacity = this.#capacity!;
    // Each node that loses its room for the blocked head costs one of the spare nodes.
    const { surely, perhaps } = capacity.losses!(demand, trial);
    if (Math.min(count, perhaps) <= trial.spare) return true;
    return count - (capacity.room(demand) - surely) > trial.spare ? false : null;
  }

  take(demand: number, slots: Int32Array): void {
    this.#trial!.take(demand, slots, 0);
  }

  /** Returns the instant of the reservation, and leaves the trial as the pool is then. */
  #reserve(pool: Pool, row: number): number {
    const { gprs, demands } = this.#tables;
    const trial = pool.capacity.trial(gprs.demand[row], this.#trial);
    const { ends } = pool;
    this.#trial = trial;
    this.#capacity = pool.capacity;
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
      if (trial.fits) return at;
    }
    return Infinity;
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
