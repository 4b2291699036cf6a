// Watches: the controllers (endpoints, decisions) of a GPR are notified when it becomes Successful, is requeued, ends or is
// removed. To notify a controller is to set its timer to the current instant: it then reads the state of its GPR at
// `Rank.world` of this round or, if that rank has passed, of the next.

import { State } from '../../facts/numbered.ts';
import { timerIndex, timerKind } from '../../kernel/timers.ts';
import { Flag, NONE } from '../../tables/gprs/gpr-table.ts';
import type { OwnedGpr } from '../../tables/resource-tables.ts';
import type { World } from '../../world.ts';

/** Adds a controller to the watch of a GPR; the first added acts first. @param timer id of its timer (`timerId`) */
export function watch(world: World, row: number, timer: number): void {
  const { gprs } = world.core;
  const uid = gprs.uid[row];
  const { watches } = world.resources;
  const known = watches.get(uid);
  const timers = [...(known?.timers ?? []), timer];
  watches.set(uid, { endState: -1, startedAt: -1, endedAt: -1, name: '', ...known, timers });
  gprs.flags[row] |= Flag.watched;
  // A shared GPR may not burst: check overdue decisions again.
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
    // The GPR may now be free to burst.
    core.changedPools.touches++;
    return;
  }
  watches.delete(uid);
  const row = rowOf(world, gpr);
  if (row !== NONE) core.gprs.flags[row] &= ~(Flag.watched | Flag.mayBurst);
}

/** Notifies the controllers of a watched GPR that changed state. The watch keeps the data of its end. */
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

/** Notifies the controllers, if any, of a queued or ended GPR that DELETE is about to remove. */
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
  for (const timer of timers) core.timers.set(timerKind(timer), timerIndex(timer), core.now);
}

/** The row of a controller's GPR; NONE if it has ended or was deleted. */
export function rowOf({ core }: World, { uid, row }: OwnedGpr): number {
  return core.gprs.holds(row, uid) ? row : NONE;
}

/** The state of a controller's GPR, also after its end; `State.none` if it was deleted. */
export function stateOf(world: World, gpr: OwnedGpr): number {
  const row = rowOf(world, gpr);
  if (row !== NONE) return world.core.gprs.state[row];
  return world.resources.watches.get(gpr.uid)?.endState ?? State.none;
}
