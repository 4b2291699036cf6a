// Controllers that look after a GPR are told when its state changes: their timer is set to the present, so that they take
// a look at rank 2 of this round or of the next one.

import { State } from '../facts/numbered.ts';
import { Rank, timerIndex, timerKind } from '../kernel/core.ts';
import { Flag, NONE } from '../tables/gpr.ts';
import type { OwnedGpr } from '../tables/resources.ts';
import type { World } from '../world.ts';

/** @param timer id of the machine's timer (core.ts) */
export function watch(world: World, row: number, timer: number): void {
  const { gprs } = world.core;
  const uid = gprs.uid[row];
  const { watches } = world.resources;
  const known = watches.get(uid);
  const timers = [...(known?.timers ?? []), timer];
  watches.set(uid, { endState: -1, startedAt: -1, endedAt: -1, name: '', ...known, timers });
  gprs.flags[row] |= Flag.watched;
  // A burst that was possible may not be any more.
  world.core.changedPools.touches++;
}

export function unwatch(world: World, gpr: OwnedGpr, timer: number): void {
  const { core } = world;
  const { watches } = world.resources;
  const { uid } = gpr;
  const known = watches.get(uid);
  if (known === undefined) return;
  const timers = known.timers.filter((other) => other !== timer);
  if (timers.length > 0) {
    watches.set(uid, { ...known, timers });
    // A burst that the controller kept from moving may be possible now.
    core.changedPools.touches++;
    return;
  }
  watches.delete(uid);
  const row = rowOf(world, gpr);
  if (row !== NONE) core.gprs.flags[row] &= ~(Flag.watched | Flag.mayBurst);
}

/** A watched GPR has come to another state. */
export function notifyControllers(world: World, row: number): void {
  const { core } = world;
  const { watches } = world.resources;
  const { gprs } = core;
  const known = watches.get(gprs.uid[row]);
  if (known === undefined) return;
  if (gprs.state[row] >= State.complete) {
    const { uid, state, startedAt } = gprs;
    watches.set(uid[row], {
      ...known,
      endState: state[row],
      startedAt: startedAt[row],
      endedAt: core.now,
      name: world.directory.gprName(uid[row]),
    });
  }
  wake(world, known.timers);
}

/** A GPR that may be watched is about to be removed by DELETE, queued or ended. */
export function notifyRemoved(world: World, uid: number): void {
  const { watches } = world.resources;
  const known = watches.get(uid);
  if (known === undefined) return;
  const name = world.directory.gprName(uid);
  if (known.endState < 0) watches.set(uid, { ...known, endState: State.none, name });
  wake(world, known.timers);
}

function wake(world: World, timers: readonly number[]): void {
  const { core } = world;
  for (const timer of timers) core.setTimer(timerKind(timer), timerIndex(timer), core.now, Rank.world);
}

/** The row of a GPR that is looked after, NONE when it has ended or was deleted. */
export function rowOf({ core }: World, { uid, row }: OwnedGpr): number {
  return core.gprs.holds(row, uid) ? row : NONE;
}

/** State of a GPR that is looked after: its row's, or that in which it ended; `State.none` for one that was deleted. */
export function stateOf(world: World, gpr: OwnedGpr): number {
  const row = rowOf(world, gpr);
  if (row !== NONE) return world.core.gprs.state[row];
  return world.resources.watches.get(gpr.uid)?.endState ?? State.none;
}
