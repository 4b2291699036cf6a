// EASY backfilling (Lifka 1995; Mu'alem and Feitelson 2001): the first blocked head has a reservation at the earliest
// instant at which it fits if every running GPR stays for its whole exit duration; another head may go if it will have
// ended by then, or if the reservation holds all the same.

import type { Pool } from '../../capacity/pool.ts';
import { NONE } from '../../tables/gpr.ts';
import { NodeState } from '../../tables/nodes.ts';
import type { Queue, QueuePolicy, Reservation, WorldTables } from './policy.ts';

export const backfill: QueuePolicy = {
  name: 'backfill',
  summary: 'starts a GPR that fits unless it delays the first that waits',
  canProject: false,
  queueOf: (tables) => new Backfill(tables),
};

class Backfill implements Queue {
  readonly readsEnds = true;
  readonly #tables: WorldTables;
  /** Instant of the reservation, Infinity if none can be foreseen. */
  #shadowAt = Infinity;
  /** The blocked head. */
  #head: number = NONE;
  /** place → GPUs free at the reservation, −1 for a node that is down even then. */
  #freeThen = new Int32Array(0);
  /** Nodes with room for the head at the reservation. */
  #room = 0;

  constructor(tables: WorldTables) {
    this.#tables = tables;
  }

  reservation(): Reservation {
    return 'gpus';
  }

  block(pool: Pool, row: number): boolean {
    const { nodes, gprs, demands } = this.#tables;
    this.#head = row;
    if (this.#freeThen.length < pool.free.length) this.#freeThen = new Int32Array(pool.free.length);
    const { ends } = pool;
    const wanted = demands.nodes[gprs.demand[row]];
    this.#freeThen.set(pool.free);
    this.#room = pool.nodesWithRoom(demands, gprs.demand[row]);
    this.#shadowAt = Infinity;
    const repairs = repairsOf(this.#tables, pool);
    // What comes free at one instant is added before the head is tried.
    for (let end = 0, repair = 0; end < ends.size || repair < repairs.length; ) {
      const at = Math.min(
        end < ends.size ? ends.at[end] : Infinity,
        repair < repairs.length ? repairs[repair].at : Infinity,
      );
      for (; repair < repairs.length && repairs[repair].at === at; repair++) {
        const { place } = repairs[repair];
        this.#give(pool, place, nodes.gpuCount[pool.nodes[place]] + 1);
      }
      for (; end < ends.size && ends.at[end] === at; end++) {
        const demand = gprs.demand[ends.rows[end]];
        const count = demands.nodes[demand];
        const lots = gprs.lotWords(count);
        const from = gprs.lotAt(ends.rows[end], count);
        for (let i = from; i < from + count; i++) {
          this.#give(pool, lots[i], takes(this.#tables, pool, demand, lots[i]));
        }
      }
      if (this.#room >= wanted) {
        this.#shadowAt = at;
        break;
      }
    }
    return true;
  }

  mayPass(pool: Pool, row: number, places: Int32Array, count: number): boolean {
    const tables = this.#tables;
    const { gprs, demands } = tables;
    if (tables.now + tables.rules.provisioningDelayMs + gprs.exitLeftMs[row] <= this.#shadowAt) return true;
    const demand = gprs.demand[row];
    const wanted = demands.nodes[gprs.demand[this.#head]];
    for (let i = 0; i < count; i++) this.#give(pool, places[i], -takes(tables, pool, demand, places[i]));
    if (this.#room >= wanted) return true;
    for (let i = 0; i < count; i++) this.#give(pool, places[i], takes(tables, pool, demand, places[i]));
    return false;
  }

  mayEvict(): boolean {
    return false;
  }

  /** Adds GPUs to a place at the reservation and keeps count of the room for the head. */
  #give(pool: Pool, place: number, gpus: number): void {
    const { gprs, demands } = this.#tables;
    const nodeClass = pool.classOf[place];
    const demand = gprs.demand[this.#head];
    const before = this.#freeThen[place];
    this.#freeThen[place] = before + gpus;
    if ((demands.classes[demand] & (1 << nodeClass)) === 0) return;
    const need = pool.need(demands, demand, nodeClass);
    if (before < need && before + gpus >= need) this.#room++;
    if (before >= need && before + gpus < need) this.#room--;
  }
}

function takes(tables: WorldTables, pool: Pool, demand: number, place: number): number {
  return pool.need(tables.demands, demand, pool.classOf[place]);
}

/** The node at a place comes back at an instant. */
interface Repair {
  readonly at: number;
  readonly place: number;
}

/** The known repairs of a pool's nodes, in order of time. */
function repairsOf(tables: WorldTables, pool: Pool): Repair[] {
  const { nodes } = tables;
  const repairs: Repair[] = [];
  if (pool.up === pool.size) return repairs;
  for (let place = 0; place < pool.size; place++) {
    const node = pool.nodes[place];
    if (nodes.state[node] === NodeState.down && nodes.repairAt[node] >= 0) {
      repairs.push({ at: nodes.repairAt[node], place });
    }
  }
  return repairs.sort((a, b) => a.at - b.at);
}
