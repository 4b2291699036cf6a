// Step 4 of the cycle (cycle.ts): a head that does not fit evicts GPRs of strictly lower priority in its pool, not of its
// workspace. It adds victims by lowest priority, latest start, latest creation until it fits; then, in reverse order, it drops
// each one that it does not need. If it does not fit even with all of them, it evicts none.

import type { Trial } from '../capacity/capacity.ts';
import { Reason } from '../facts/numbered.ts';
import { Flag, NONE } from '../tables/gprs/gpr-table.ts';
import type { Pool } from '../tables/pools/pool.ts';
import type { Core } from './core.ts';
import { interrupt } from './gprs/lifecycle.ts';

/** The rows of the GPRs to evict, or those whose eviction would not be enough. */
type EvictionTrial =
  | { readonly fits: true; readonly victims: readonly number[] }
  | { readonly fits: false; readonly notEnough: readonly number[] };

/** The last trial, whose memory the next one reuses. */
export interface EvictionMemory {
  trial?: Trial;
}

/** Finds the victims of `row`; changes nothing but `memory`. */
export function findVictims(core: Core, pool: Pool, row: number, memory: EvictionMemory = {}): EvictionTrial {
  const { gprs } = core;
  const workspace = gprs.workspace[row];
  const victims: number[] = [];
  const own = gprs.priority[row];
  const tried = pool.capacity.trial(gprs.demand[row], memory.trial);
  memory.trial = tried;
  for (
    let priority = pool.nextRunning(0, own);
    priority < own;
    priority = pool.nextRunning(priority + 1, own)
  ) {
    for (let next = pool.lastRunning[priority]; next !== NONE; next = gprs.listPrevious[next]) {
      if (gprs.workspace[next] === workspace) continue;
      victims.push(next);
      freeOrTake(core, tried, next, true);
      if (tried.fits) return { fits: true, victims: needed(core, tried, victims) };
    }
  }
  return { fits: false, notEnough: victims };
}

/** The victims that the trial needs: from the last to the first, drops each one without which it still fits. */
function needed(core: Core, trial: Trial, victims: readonly number[]): number[] {
  const evicted: number[] = [];
  for (let i = victims.length - 1; i >= 0; i--) {
    freeOrTake(core, trial, victims[i], false);
    if (trial.fits) continue;
    freeOrTake(core, trial, victims[i], true);
    evicted.push(victims[i]);
  }
  return evicted.reverse();
}

function freeOrTake({ gprs, demands }: Core, trial: Trial, row: number, frees: boolean): void {
  const demand = gprs.demand[row];
  const count = demands.nodes[demand];
  if (frees) trial.give(demand, gprs.lotWords(count), gprs.lotAt(row, count));
  else trial.take(demand, gprs.lotWords(count), gprs.lotAt(row, count));
}

/** Evicts the victims of a trial that fits. */
export function evict(core: Core, row: number, victims: readonly number[]): void {
  const evictor = core.gprs.uid[row];
  if ((core.gprs.flags[row] & Flag.queried) !== 0) core.hooks.evicts(row, victims);
  for (const victim of victims) interrupt(core, victim, Reason.eviction, evictor);
}
