// A copy of the world without hidden knowledge, on which the engine runs ahead. The copy knows exit durations, running idle
// timers, repairs of failed nodes, pending clean-ups and planned bursts. It does not know arrivals, faults, hidden run times,
// changes of activity and failing steps. Controllers do not act in it, except that placements burst.

import { copyFields } from '../../base/collections/saved-fields.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { Core, type Rules } from '../../kernel/core.ts';
import { Engine } from '../../kernel/engine.ts';
import { Timer, timerIndex } from '../../kernel/timers.ts';
import { endWaiting, moveOverdue, noteCandidate, onBurstTimer } from '../../resources/placements/bursts.ts';
import { Flag, indexOf, NONE, ROW } from '../../tables/gprs/gpr-table.ts';
import { Resources } from '../../tables/resource-tables.ts';
import { recordOf, WorkspaceBit } from '../../tables/workspace-table.ts';
import type { World } from '../../world.ts';
import { blind, forgetHidden } from './hidden.ts';

/** By pool: 1 = the copy simulates it. Whole components, so that no other pool can affect the answer. */
export type Reach = Uint8Array;

export function reachOf({ pools }: Core, reached: Iterable<number>): Reach {
  const reach = new Uint8Array(pools.length);
  for (const pool of reached) reach[pool] = 1;
  return reach;
}

/** What a copy has for itself. */
type Copied = Pick<World, 'core' | 'resources'>;

/** @param used a copy that is no longer needed: its memory is reused */
export function copyOf(world: World, rules: Rules, used?: Copied): World {
  const core = world.core.copy(used?.core ?? new Core(rules, world.core.policies));
  core.facts.muted = true;
  const resources = used?.resources ?? new Resources();
  // Placements are the only resources that move GPRs in a copy.
  if (world.resources.placements.size + resources.placements.size > 0) {
    copyFields(resources, world.resources);
  }
  return { ...world, core, resources, isCopy: true };
}

/** A GPR that would be evicted. `row` was its row when the query was made, if it existed then. */
export interface Victim {
  readonly uid: number;
  readonly row: number;
}

/** What a run of a copy shows: the next start of each watched GPR, and the victims of the first of them that evicts. */
export class Watch {
  /** By `indexOf(row)`: ms of the next start; NEVER = has not started; −1 = removed before its start, or not watched. */
  readonly startAt: Float64Array;
  left: number;
  victims: readonly Victim[] = [];

  constructor({ gprs }: Core, rows: readonly number[]) {
    this.startAt = new Float64Array(indexOf(gprs.ints.length)).fill(-1);
    this.left = rows.length;
    for (const row of rows) {
      gprs.flags[row] |= Flag.queried;
      this.startAt[indexOf(row)] = NEVER;
    }
  }

  /** Notes a start. @param atMs −1 = the GPR was removed; NEVER = it failed, because it did not fit */
  answer(core: Core, row: number, atMs: number): void {
    core.gprs.flags[row] &= ~Flag.queried;
    this.startAt[indexOf(row)] = atMs;
    this.left--;
  }
}

export class BlindCopy {
  readonly world: World;
  readonly engine: Engine;

  /**
   * @param reach the pools to simulate; undefined = all
   * @param used a copy that is no longer needed: its memory is reused
   */
  constructor(world: World, reach?: Reach, used?: { readonly world: Copied }) {
    this.world = copyOf(world, blind(world.core.rules), used?.world);
    const { core } = this.world;
    if (reach !== undefined) confine(core, reach);
    // A copy of a copy has no hidden knowledge.
    if (!world.isCopy) forgetHidden(core);
    this.engine = new Engine(core, { [Timer.burst]: (slot) => onBurstTimer(this.world, slot) });
  }

  watch(rows: readonly number[]): Watch {
    return watchStarts(this.world, rows);
  }

  /** Runs ahead by at most `instants`. Returns whether the watch is complete: no further start is possible up to `untilMs`. */
  run(watch: Watch, instants: number, untilMs: number = NEVER): boolean {
    return runAhead(this.engine, watch, instants, untilMs);
  }
}

/** Makes a copy of a world note the next starts of these GPRs. */
export function watchStarts(world: World, rows: readonly number[]): Watch {
  const { core } = world;
  const { gprs } = core;
  const watch = new Watch(core, rows);
  const leave = (row: number, startMs: number) => {
    endWaiting(world, row);
    if ((gprs.flags[row] & Flag.queried) !== 0) watch.answer(core, row, startMs);
  };
  core.hooks = {
    changed() {},
    started: (row) => leave(row, core.now),
    removed: (row) => leave(row, -1),
    refused: (row) => leave(row, NEVER),
    // A GPR that is evicted in the same instant may evict again. The victims of its first start count.
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

/** Runs a copy ahead by at most `instants`. Returns whether the watch is complete: no further start is possible up to `untilMs`. */
export function runAhead(engine: Engine, watch: Watch, instants: number, untilMs: number): boolean {
  const { core } = engine;
  for (let left = instants; left > 0 && watch.left > 0; left--) {
    const at = core.isOpen ? core.now : core.nextAt();
    if (at === NEVER || at > untilMs) return true;
    engine.runTo(at);
  }
  return watch.left === 0;
}

/** A query with trial runs needs two copies: the world when the query was made, and the one that runs. */
const SPARES_MAX = 2;

/** Keeps copies that are no longer needed, to reuse their memory: allocation costs more than copying. */
export class Spare {
  #copies: { readonly world: Copied }[] = [];
  /** The length of the table of GPRs for which `fill` took memory: copies that are in use come back. */
  #filledFor = 0;

  take(): { readonly world: Copied } | undefined {
    return this.#copies.pop();
  }

  give(copy: { readonly world: Copied }): void {
    if (this.#copies.length < SPARES_MAX) this.#copies.push(copy);
  }

  /** Takes memory for copies of a world, in steps. Those with other memory go. */
  *fill({ rules, policies, gprs }: Core): Generator<void> {
    if (this.#filledFor === gprs.ints.length) return;
    const fits = ({ world }: { readonly world: Copied }) => world.core.gprs.ints.length === gprs.ints.length;
    this.#copies = this.#copies.filter(fits);
    for (let missing = SPARES_MAX - this.#copies.length; missing > 0; missing--) {
      const core = new Core(blind(rules), policies);
      Object.assign(core.gprs, yield* gprs.memory());
      this.give({ world: { core, resources: new Resources() } });
    }
    this.#filledFor = gprs.ints.length;
  }
}

/** Stops all activity outside `reach`, to save time: removes the timers of those pools and their work for the next cycle. */
function confine(copy: Core, reach: Reach): void {
  if (!reach.includes(0)) return;
  const { gprs, nodes, timers, gprTimers, workspaces, changedPools } = copy;
  const isOutside = (row: number) => row !== NONE && reach[gprs.pool[row]] === 0;
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.isProvisioned(row) && isOutside(row)) gprTimers.remove(row);
  }
  for (const id of timers.nodes.ids.slice(0, timers.nodes.size)) {
    if (reach[nodes.pool[timerIndex(id)]] === 0) timers.nodes.remove(id);
  }
  reach.forEach((isReached, pool) => {
    if (isReached !== 0) return;
    changedPools.remove(pool);
    timers.clear(Timer.plan, pool);
  });
  const { root, head, holds } = workspaces;
  workspaces.touched.keep((workspace) => {
    const at = recordOf(workspace);
    if (!isOutside(holds[at]) && !isOutside(head[at]) && !isOutside(root[at])) return true;
    workspaces.setBit(workspace, WorkspaceBit.touched, false);
    return false;
  });
  copy.newlyQueued.keep((row) => !isOutside(row));
}
