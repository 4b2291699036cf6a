// Step 4 of the cycle (cycle.ts): which GPRs are evicted for a head that does not fit and may evict.
// Victims are provisioned GPRs in its pool, of other workspaces, of strictly lower priority. They are added in the order
// lower priority, later start, later creation, until the GPR fits; then, in reverse, each without which it still fits is
// dropped. If all of them do not make it fit, none is taken.

import type { Trial } from '../capacity/capacity.ts';
import { Reason } from '../facts/numbered.ts';
import { Flag, NONE } from '../tables/gpr.ts';
import type { Pool } from '../tables/pool.ts';
import type { Core } from './core.ts';
import { interrupt } from './lifecycle.ts';

export interface EvictionTrial {
  readonly fits: boolean;
  /** The GPRs to evict; if evicting all of them is not enough, the GPRs that were tried. */
  readonly victims: readonly number[];
}

/** The last trial, whose memory is used again. */
let trial: Trial | undefined;

/** Finds the victims of `row`; changes nothing. */
export function findVictims(core: Core, pool: Pool, row: number): EvictionTrial {
  const { gprs } = core;
  const workspace = gprs.workspace[row];
  const victims: number[] = [];
  const own = gprs.priority[row];
  const tried = pool.capacity.trial(gprs.demand[row], trial);
  trial = tried;
  for (
    let priority = pool.nextRunning(0, own);
    priority < own;
    priority = pool.nextRunning(priority + 1, own)
  ) {
    for (let next = pool.lastRunning[priority]; next !== NONE; next = gprs.listPrevious[next]) {
      if (gprs.workspace[next] === workspace) continue;
      victims.push(next);
      move(core, tried, next, true);
      if (tried.fits) return { fits: true, victims: needed(core, tried, victims) };
    }
  }
  return { fits: false, victims };
}

/** The victims without which the trial would not fit. From the last on, each that is not needed is let off. */
function needed(core: Core, trial: Trial, victims: readonly number[]): number[] {
  const evicted: number[] = [];
  for (let i = victims.length - 1; i >= 0; i--) {
    move(core, trial, victims[i], false);
    if (trial.fits) continue;
    move(core, trial, victims[i], true);
    evicted.push(victims[i]);
  }
  return evicted.reverse();
}

/** In the trial, a GPR gives back what it holds, or takes it again. */
function move({ gprs, demands }: Core, trial: Trial, row: number, gives: boolean): void {
  const demand = gprs.demand[row];
  const count = demands.nodes[demand];
  if (gives) trial.give(demand, gprs.lotWords(count), gprs.lotAt(row, count));
  else trial.take(demand, gprs.lotWords(count), gprs.lotAt(row, count));
}

/** Pushes out the victims of a trial that fits. */
export function evict(core: Core, row: number, victims: readonly number[]): void {
  const evictor = core.gprs.uid[row];
  if ((core.gprs.flags[row] & Flag.asked) !== 0) core.hooks.evicts(row, victims);
  for (const victim of victims) interrupt(core, victim, Reason.eviction, evictor);
}
