// The forecast: the engine run forward on a copy with what a scheduler may know. Exit durations, idle timers that run,
// repairs of nodes that are down, clean-ups under way and bursts to come are known; arrivals, faults, hidden run times,
// changes of activity and steps that fail are not. Endpoints and placements sleep: only by bursting do they move GPRs.

import { NodeState } from './cluster.ts';
import { type Core, Timer, timerIndex, timerKind } from './core.ts';
import { planNext } from './deadline.ts';
import { Engine } from './engine.ts';
import { indexOf, ROW, rowAt, State } from './gpr.ts';
import { NEVER } from './time.ts';
import { StreamTable } from './workload/arrivals.ts';

/** A copy of the state that knows no more than a scheduler may. */
export function blindCopy(core: Core): Core {
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
  // Ends at one instant keep their order: machines that wait for GPRs to end are woken by it.
  for (const id of copy.gprTimers.inOrderSet()) planNext(copy, rowAt(id));
  copy.foreseen = new Float64Array(gprs.capacity).fill(-1);
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] !== State.queued) continue;
    copy.foreseen[indexOf(row)] = NEVER;
    copy.foreseenLeft++;
  }
  return copy;
}

export function engineOf(copy: Core): Engine {
  return new Engine(copy, [], new StreamTable(), () => {});
}
