// Step 4 of the cycle: whom a blocked GPR may push out.
// Victims are provisioned GPRs in its pool, of other workspaces, of strictly lower priority. They are added in the order
// lower priority, later start, later creation, until the GPR fits; then, in reverse, each without which it still fits is
// dropped. If all of them do not make it fit, none is taken.

import type { Pool } from '../capacity/pool.ts';
import { Reason } from '../facts/numbered.ts';
import { Flag, NONE } from '../tables/gpr.ts';
import type { Core } from './core.ts';
import { interrupt } from './lifecycle.ts';

/** How many victims were looked at when they were not enough. */
export interface EvictionTrial {
  readonly fits: boolean;
  readonly victims: readonly number[];
}

/** Finds the victims of `row`; changes nothing. */
export function findVictims(core: Core, pool: Pool, row: number): EvictionTrial {
  const { gprs, demands } = core;
  const demand = gprs.demand[row];
  const wanted = demands.nodes[demand];
  const workspace = gprs.workspace[row];
  const trial = new Trial(core, pool, demand);
  const victims: number[] = [];
  for (let priority = 1; priority < gprs.priority[row] && trial.room < wanted; priority++) {
    let victim = pool.lastRunning[priority];
    for (; victim !== NONE && trial.room < wanted; victim = gprs.listPrevious[victim]) {
      if (gprs.workspace[victim] === workspace) continue;
      trial.give(victim, 1);
      victims.push(victim);
    }
  }
  if (trial.room < wanted) {
    trial.end();
    return { fits: false, victims };
  }
  const needed: number[] = [];
  for (const victim of victims.reverse()) {
    trial.give(victim, -1);
    if (trial.room >= wanted) continue;
    trial.give(victim, 1);
    needed.push(victim);
  }
  trial.end();
  return { fits: true, victims: needed.reverse() };
}

/** Pushes out the victims of a trial that fits. */
export function evict(core: Core, row: number, victims: readonly number[]): void {
  const evictor = core.gprs.uid[row];
  if ((core.gprs.flags[row] & Flag.asked) !== 0) core.hooks.evicts(row, victims);
  for (const victim of victims) interrupt(core, victim, Reason.eviction, evictor);
}

/** Place of a pool → GPUs given back there in the present trial; 0 everywhere between trials. */
let given = new Int32Array(64);

/** Room for a demand as if some GPRs were gone. */
class Trial {
  readonly #core: Core;
  readonly #pool: Pool;
  readonly #demand: number;
  readonly #touched: number[] = [];
  /** Nodes with room for the demand. */
  room: number;

  constructor(core: Core, pool: Pool, demand: number) {
    this.#core = core;
    this.#pool = pool;
    this.#demand = demand;
    this.room = pool.nodesWithRoom(core.demands, demand);
    if (given.length < pool.size) given = new Int32Array(pool.nodes.length);
  }

  /** Takes a GPR's GPUs off (`sign` 1) or puts them back (−1). */
  give(row: number, sign: 1 | -1): void {
    const { gprs, demands } = this.#core;
    const pool = this.#pool;
    const accepted = demands.classes[this.#demand];
    const demand = gprs.demand[row];
    const count = demands.nodes[demand];
    const lots = gprs.lotWords(count);
    const at = gprs.lotAt(row, count);
    for (let i = at; i < at + count; i++) {
      const place = lots[i];
      const nodeClass = pool.classOf[place];
      if ((accepted & (1 << nodeClass)) === 0) continue;
      const gpus = sign * pool.need(demands, demand, nodeClass);
      const before = pool.free[place] + given[place];
      const after = before + gpus;
      const need = pool.need(demands, this.#demand, nodeClass);
      given[place] += gpus;
      this.#touched.push(place);
      if (before < need && after >= need) this.room++;
      if (before >= need && after < need) this.room--;
    }
  }

  end(): void {
    for (const place of this.#touched) given[place] = 0;
  }
}
