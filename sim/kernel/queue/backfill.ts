// EASY backfilling (Lifka 1995; Mu'alem and Feitelson 2001): the first blocked head has a reservation at the earliest
// instant at which it fits if every running GPR stays for its whole exit duration; another head may go if it will have
// ended by then, or if the reservation holds all the same.

import type { Pool } from '../../capacity/pool.ts';
import { NONE } from '../../tables/gpr.ts';
import { NodeState } from '../../tables/nodes.ts';
import type { QueuePolicy, WorldTables } from './policy.ts';

/** Makes the policy with a reservation of its own; it holds within one cycle of one pool only. */
export function backfill(): QueuePolicy {
  /** Instant of the reservation, Infinity if none can be foreseen. */
  let shadowAt = Infinity;
  /** The head's nodes and its GPUs on a node of a class. */
  let head: number = NONE;
  /** place → GPUs free at the reservation, −1 for a node that is down even then. */
  let freeThen = new Int32Array(0);
  /** Nodes with room for the head at the reservation. */
  let room = 0;

  return {
    name: 'backfill',
    passes: true,
    reserves: true,
    everyHeadEvicts: false,

    block(tables, pool, row) {
      head = row;
      if (freeThen.length < pool.size) freeThen = new Int32Array(pool.free.length);
      const { nodes, gprs, demands } = tables;
      const { ends } = pool;
      const wanted = demands.nodes[gprs.demand[row]];
      freeThen.set(pool.free);
      room = pool.nodesWithRoom(demands, gprs.demand[row]);
      shadowAt = Infinity;
      const repairs = repairsOf(tables, pool);
      // What comes free at one instant is added before the head is tried.
      for (let end = 0, repair = 0; end < ends.size || repair < repairs.length; ) {
        const at = Math.min(
          end < ends.size ? ends.at[end] : Infinity,
          repair < repairs.length ? repairs[repair].at : Infinity,
        );
        for (; repair < repairs.length && repairs[repair].at === at; repair++) {
          const { place } = repairs[repair];
          give(tables, pool, place, nodes.gpuCount[pool.nodes[place]] + 1);
        }
        for (; end < ends.size && ends.at[end] === at; end++) {
          const demand = gprs.demand[ends.rows[end]];
          const count = demands.nodes[demand];
          const lots = gprs.lotWords(count);
          const from = gprs.lotAt(ends.rows[end], count);
          for (let i = from; i < from + count; i++) {
            give(tables, pool, lots[i], takes(tables, pool, demand, lots[i]));
          }
        }
        if (room >= wanted) {
          shadowAt = at;
          return;
        }
      }
    },

    mayPass(tables, pool, row, places, count) {
      const { gprs } = tables;
      if (tables.now + tables.rules.provisioningDelayMs + gprs.exitLeftMs[row] <= shadowAt) return true;
      const demand = gprs.demand[row];
      const wanted = tables.demands.nodes[gprs.demand[head]];
      for (let i = 0; i < count; i++) give(tables, pool, places[i], -takes(tables, pool, demand, places[i]));
      if (room >= wanted) return true;
      for (let i = 0; i < count; i++) give(tables, pool, places[i], takes(tables, pool, demand, places[i]));
      return false;
    },
  };

  /** Adds GPUs to a place at the reservation and keeps count of the room for the head. */
  function give(tables: WorldTables, pool: Pool, place: number, gpus: number): void {
    const nodeClass = pool.classOf[place];
    const demand = tables.gprs.demand[head];
    const before = freeThen[place];
    freeThen[place] = before + gpus;
    if ((tables.demands.classes[demand] & (1 << nodeClass)) === 0) return;
    const need = pool.need(tables.demands, demand, nodeClass);
    if (before < need && before + gpus >= need) room++;
    if (before >= need && before + gpus < need) room--;
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
