// Machines that look after a GPR are told when its state changes: their timer is set to the present, so that they take
// a look at rank 2 of this round or of the next one.

import { type Core, Rank, timerIndex, timerKind } from '../core.ts';
import { Flag, NONE, State } from '../gpr.ts';

/** @param timer id of the machine's timer (core.ts) */
export function watch(core: Core, uid: number, timer: number): void {
  const { watches } = core.world;
  const known = watches.get(uid);
  const timers = [...(known?.timers ?? []), timer];
  watches.set(uid, { endState: -1, startedAt: -1, endedAt: -1, name: '', ...known, timers });
  core.gprs.flags[core.uids.get(uid)] |= Flag.watched;
  // A burst that was possible may not be any more.
  core.changedPools.touches++;
}

export function unwatch(core: Core, uid: number, timer: number): void {
  const { watches } = core.world;
  const known = watches.get(uid);
  if (known === undefined) return;
  const timers = known.timers.filter((other) => other !== timer);
  if (timers.length > 0) {
    watches.set(uid, { ...known, timers });
    // A burst that the machine kept from moving may be possible now.
    core.changedPools.touches++;
    return;
  }
  watches.delete(uid);
  const row = core.uids.get(uid);
  if (row !== NONE) core.gprs.flags[row] &= ~(Flag.watched | Flag.placed);
}

/** A watched GPR has come to another state. Forecasts let the machines sleep: nothing they do there would move a GPR. */
export function tellWatchers(core: Core, row: number): void {
  if (core.foreseen !== null) return;
  const { watches } = core.world;
  const { gprs } = core;
  const known = watches.get(gprs.uid[row]);
  if (known === undefined) return;
  if (gprs.isEnded(row)) {
    const { uid, state, startedAt, endedAt } = gprs;
    watches.set(uid[row], {
      ...known,
      endState: state[row],
      startedAt: startedAt[row],
      endedAt: endedAt[row],
      name: core.directory.gprName(uid[row]),
    });
  }
  wake(core, known.timers);
}

/** A watched GPR is about to be removed by DELETE. */
export function tellRemoved(core: Core, row: number): void {
  if (core.foreseen !== null) return;
  const known = core.world.watches.get(core.gprs.uid[row]);
  if (known === undefined) return;
  const name = core.directory.gprName(core.gprs.uid[row]);
  if (known.endState < 0)
    core.world.watches.set(core.gprs.uid[row], { ...known, endState: State.none, name });
  wake(core, known.timers);
}

function wake(core: Core, timers: readonly number[]): void {
  for (const timer of timers) core.setTimer(timerKind(timer), timerIndex(timer), core.now, Rank.world);
}

/** State of a GPR that is looked after: its row's, or that in which it left; `State.none` for one that was deleted. */
export function stateOf(core: Core, uid: number): number {
  const row = core.uids.get(uid);
  return row === NONE ? (core.world.watches.get(uid)?.endState ?? State.none) : core.gprs.state[row];
}
