// The forecast: the engine run forward on a copy with what a scheduler may know. Exit durations, idle timers that run,
// repairs of nodes that are down, clean-ups under way and bursts to come are known; arrivals, faults, hidden run times,
// changes of activity and steps that fail are not. Endpoints and placements sleep: only by bursting do they move GPRs.

import { NodeState } from './cluster.ts';
import { type Core, Timer, timerIndex, timerKind } from './core.ts';
import { planNext } from './deadline.ts';
import { Engine } from './engine.ts';
import { indexOf, NONE, ROW, rowAt, State } from './gpr.ts';
import { recordOf } from './queue.ts';
import { NEVER } from './time.ts';
import { StreamTable } from './workload/arrivals.ts';

/**
 * Pools that a forecast is about, 1 for each: whole components (foresight/components.ts), so that nothing else bears on
 * them.
 */
export type Reach = Uint8Array;

export function reachOf({ pools }: Core, reached: Iterable<number>): Reach {
  const reach = new Uint8Array(pools.length);
  for (const pool of reached) reach[pool] = 1;
  return reach;
}

/** A copy of the state that knows no more than a scheduler may. @param reach whose starts are wanted; without, all */
export function blindCopy(core: Core, reach?: Reach): Core {
  const copy = core.copy();
  const { gprs, nodes, timers } = copy;
  copy.facts.muted = true;
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] === State.none || gprs.isEnded(row)) continue;
    gprs.runLeftMs[row] = NEVER;
    gprs.idleAfterMs[row] = NEVER;
  }
  const forgotten: number[] = [];
  for (let i = 0; i < timers.size; i++) {
    const id = timers.ids[i];
    const kind = timerKind(id);
    const isKnown =
      kind === Timer.workspace ||
      kind === Timer.burst ||
      (kind === Timer.node && nodes.state[timerIndex(id)] === NodeState.down);
    if (!isKnown) forgotten.push(id);
  }
  for (const id of forgotten) timers.remove(id);
  copy.promiseDue = false;
  if (reach !== undefined) confine(copy, reach);
  // Ends at one instant keep their order: machines that wait for GPRs to end are woken by it.
  for (const id of copy.gprTimers.inOrderSet()) planNext(copy, rowAt(id));
  copy.foreseen = new Float64Array(gprs.capacity).fill(-1);
  for (let row = 0; row < gprs.used; row += ROW) {
    if (reach !== undefined && reach[gprs.pool[row]] === 0) continue;
    if (gprs.state[row] !== State.queued) continue;
    copy.foreseen[indexOf(row)] = NEVER;
    copy.foreseenLeft++;
  }
  return copy;
}

/**
 * Sees to it that nothing happens in pools out of reach: it would cost time, and bear on nothing. No timer comes there, and
 * the cycle has nothing to look at.
 */
export function confine(copy: Core, reach: Reach): void {
  if (!reach.includes(0)) return;
  const { gprs, nodes, timers, gprTimers, workspaces, changedPools } = copy;
  const isFar = (row: number) => row !== NONE && reach[gprs.pool[row]] === 0;
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.isProvisioned(row) && isFar(row)) gprTimers.remove(indexOf(row));
  }
  const ids = timers.ids.slice(0, timers.size);
  for (const id of ids) {
    if (timerKind(id) === Timer.node && reach[nodes.pool[timerIndex(id)]] === 0) timers.remove(id);
  }
  reach.forEach((isReached, pool) => {
    if (isReached === 0) changedPools.remove(pool);
  });
  const { root, head, holds, isTouched } = workspaces;
  workspaces.touched.keep((workspace) => {
    const at = recordOf(workspace);
    if (!isFar(holds[at]) && !isFar(head[at]) && !isFar(root[at])) return true;
    isTouched[at] = 0;
    return false;
  });
  copy.comers.keep((row) => !isFar(row));
}

export function engineOf(copy: Core): Engine {
  return new Engine(copy, [], new StreamTable(), () => {});
}
