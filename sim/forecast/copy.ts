// A copy of the world that knows no more than a scheduler may, for the engine to run ahead. Exit durations, idle timers
// that run, repairs of nodes that are down, clean-ups under way and bursts to come are known; arrivals, faults, hidden run
// times, changes of activity and steps that fail are not. Endpoints and placements sleep: they move GPRs by bursting only.

import { copyFields } from '../base/state.ts';
import { NEVER } from '../base/time.ts';
import { State } from '../facts/numbered.ts';
import { Core, type Rules, Timer, timerIndex, timerKind } from '../kernel/core.ts';
import { Engine } from '../kernel/engine.ts';
import { planNext } from '../kernel/gpr-timer.ts';
import { Call } from '../kernel/hooks.ts';
import { endWaiting, moveOverdue, noteCandidate, onBurstTimer } from '../resources/bursts.ts';
import { Flag, indexOf, NONE, ROW } from '../tables/gpr.ts';
import { NodeState } from '../tables/nodes.ts';
import { Resources } from '../tables/resources.ts';
import { recordOf, WorkspaceBit } from '../tables/workspaces.ts';
import type { World } from '../world.ts';

/** Pools that a copy is about, 1 for each: whole components, so that nothing else bears on them. */
export type Reach = Uint8Array;

export function reachOf({ pools }: Core, reached: Iterable<number>): Reach {
  const reach = new Uint8Array(pools.length);
  for (const pool of reached) reach[pool] = 1;
  return reach;
}

/** @param used a copy that is no longer needed */
function copyOf(world: World, used?: World): World {
  const core = world.core.copy(used?.core ?? new Core(blind(world.core.rules)));
  core.facts.muted = true;
  const resources = used?.resources ?? new Resources();
  // Of all resources only placements move GPRs by themselves, and what they go by comes along.
  if (world.resources.placements.size + resources.placements.size > 0) {
    copyFields(resources, world.resources);
  }
  return { ...world, core, resources, isCopy: true };
}

/** The rules without what cannot be foreseen. */
function blind(rules: Rules): Rules {
  return { ...rules, provisioningMicro: 0, nodeMtbfMs: null, knowsHidden: false };
}

/** A GPR that would be evicted. Its row is that of the time of asking, if it was there then. */
export interface Victim {
  readonly uid: number;
  readonly row: number;
}

/** What is watched for in a copy: the next starts of GPRs, and the victims of the first of them that evicts. */
export class Watch {
  /** By the place of a row: its next start, NEVER until then, −1 where none is asked for. */
  readonly startAt: Float64Array;
  /** How many still wait for theirs. */
  left: number;
  victims: readonly Victim[] = [];

  constructor({ gprs }: Core, rows: readonly number[]) {
    this.startAt = new Float64Array(indexOf(gprs.ints.length)).fill(-1);
    this.left = rows.length;
    for (const row of rows) {
      gprs.flags[row] |= Flag.asked;
      this.startAt[indexOf(row)] = NEVER;
    }
  }

  /** @param atMs −1 = it is gone */
  answer(core: Core, row: number, atMs: number): void {
    core.gprs.flags[row] &= ~Flag.asked;
    this.startAt[indexOf(row)] = atMs;
    this.left--;
  }
}

export class BlindCopy {
  readonly world: World;
  readonly engine: Engine;

  /**
   * @param reach pools outside which nothing happens
   * @param used a copy that is over: its memory is used again
   */
  constructor(world: World, reach?: Reach, used?: BlindCopy) {
    this.world = copyOf(world, used?.world);
    const { core } = this.world;
    if (reach !== undefined) confine(core, reach);
    // A copy of a copy has forgotten all this already.
    if (!world.isCopy) forgetHidden(core);
    this.engine = new Engine(core, { [Timer.burst]: (slot) => onBurstTimer(this.world, slot) });
  }

  /** Watches for the next starts of the GPRs in these rows. */
  watch(rows: readonly number[]): Watch {
    const { world } = this;
    const { core } = world;
    const { gprs } = core;
    const watch = new Watch(core, rows);
    core.hooks = {
      changed() {},
      started(row) {
        if ((gprs.flags[row] & Flag.mayBurst) !== 0) endWaiting(world, row);
        if ((gprs.flags[row] & Flag.asked) !== 0) watch.answer(core, row, core.now);
      },
      removed(row) {
        if ((gprs.flags[row] & Flag.mayBurst) !== 0) endWaiting(world, row);
        if ((gprs.flags[row] & Flag.asked) !== 0) watch.answer(core, row, -1);
      },
      // Evicted in turn within the instant, it may evict again: what counts is what its first start costs.
      evicts(_, victims) {
        if (watch.victims.length === 0) watch.victims = victims.map((row) => ({ uid: gprs.uid[row], row }));
      },
      candidate: (workspace, row) => noteCandidate(world, workspace, row),
      strikes: () => false,
      cycled: () => moveOverdue(world),
      instantOver() {},
    };
    return watch;
  }

  /** Runs ahead by at most so many instants; true when nothing that is watched for can come any more, or only later. */
  run(watch: Watch, instants: number, untilMs: number = NEVER): boolean {
    const { core } = this.world;
    for (let left = instants; left > 0 && watch.left > 0; left--) {
      const at = core.isOpen ? core.now : core.nextAt();
      if (at === NEVER || at > untilMs) return true;
      this.engine.runTo(at);
    }
    return watch.left === 0;
  }
}

/** A query that takes trial runs needs two: the world at the time of asking, and one that is run. */
const SPARES_MAX = 2;

/** The memory of copies that are over, for the next of the same world: fresh memory is dearer than the copying. */
export class Spare {
  readonly #copies: BlindCopy[] = [];

  take(): BlindCopy | undefined {
    return this.#copies.pop();
  }

  give(copy: BlindCopy): void {
    if (this.#copies.length < SPARES_MAX) this.#copies.push(copy);
  }
}

/** Takes hidden run times, idleness to come, faults and the recording of estimates out of a copy. */
function forgetHidden(core: Core): void {
  const { gprs, nodes, otherTimers } = core;
  core.calls &= Call.cycled;
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] === State.none) continue;
    gprs.runLeftMs[row] = NEVER;
    gprs.idleAfterMs[row] = NEVER;
  }
  const forgotten: number[] = [];
  for (let i = 0; i < otherTimers.size; i++) {
    const id = otherTimers.ids[i];
    const kind = timerKind(id);
    const isKnown =
      kind === Timer.workspace ||
      kind === Timer.burst ||
      (kind === Timer.node && nodes.state[timerIndex(id)] === NodeState.down);
    if (!isKnown) forgotten.push(id);
  }
  for (const id of forgotten) otherTimers.remove(id);
  // Ends at one instant keep their order: controllers that wait for GPRs to end are woken by it.
  for (const row of core.gprTimers.inOrderSet()) {
    if (gprs.state[row] === State.successful) planNext(core, row);
  }
}

/**
 * Sees to it that nothing happens in pools out of reach: it would cost time, and bear on nothing. No timer comes there, and
 * the cycle has nothing to look at.
 */
function confine(copy: Core, reach: Reach): void {
  if (!reach.includes(0)) return;
  const { gprs, nodes, otherTimers, gprTimers, workspaces, changedPools } = copy;
  const isFar = (row: number) => row !== NONE && reach[gprs.pool[row]] === 0;
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.isProvisioned(row) && isFar(row)) gprTimers.remove(row);
  }
  const ids = otherTimers.ids.slice(0, otherTimers.size);
  for (const id of ids) {
    if (timerKind(id) === Timer.node && reach[nodes.pool[timerIndex(id)]] === 0) otherTimers.remove(id);
  }
  reach.forEach((isReached, pool) => {
    if (isReached === 0) changedPools.remove(pool);
  });
  const { root, head, holds } = workspaces;
  workspaces.touched.keep((workspace) => {
    const at = recordOf(workspace);
    if (!isFar(holds[at]) && !isFar(head[at]) && !isFar(root[at])) return true;
    workspaces.setBit(workspace, WorkspaceBit.touched, false);
    return false;
  });
  copy.newlyQueued.keep((row) => !isFar(row));
}
