// Finds in a complete timeline what makes room for a waiting member. The scan goes back from the start of the member, and ends
// when all its GPUs are explained, or at the present instant: the rest is free already.

import { Reason } from '../../facts/numbered.ts';
import type { Core } from '../../kernel/core.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import { type Freeing, inOrderOfTime } from '../copies/freeing.ts';
import { Entry, type PoolTimeline } from './pool-timeline.ts';
import type { Timeline } from './timeline.ts';

/** Maximum number of entries that one step examines. */
const STEP_ENTRIES = 20_000;

export class FreeingScan {
  readonly #core: Core;
  readonly #timeline: Timeline;
  readonly #poolTimeline: PoolTimeline;
  readonly #pool: number;
  readonly #nowMs: number;
  readonly #freeings: Map<number, Freeing> = new Map();
  /** By slot: 1 + its index among the slots of the member; 0 = another slot. */
  readonly #placeOf: Int32Array;
  /** By slot of the member: GPUs to be explained, and GPUs that later starts of other members took. */
  readonly #need: number[] = [];
  readonly #taken: number[] = [];
  #left = 0;
  /** The batch and the entry before which the scan is. */
  #batch: number;
  #entry: number;

  /** @param member waiting, and starts in the complete timeline after `nowMs` or at it */
  constructor(core: Core, timeline: Timeline, member: number, nowMs: number) {
    const { roster, slots, slotsAt, poolTimelines } = timeline;
    this.#core = core;
    this.#timeline = timeline;
    this.#nowMs = nowMs;
    this.#pool = roster.pools[roster.pool[member]];
    this.#poolTimeline = poolTimelines[roster.pool[member]];
    this.#placeOf = new Int32Array(core.pools[this.#pool].capacity.nodeCount);
    const count = roster.demands.nodes[roster.demand[member]];
    for (let i = 0; i < count; i++) {
      const slot = slots.list[slotsAt[member] + i];
      this.#placeOf[slot] = i + 1;
      this.#need.push(this.#gpusOf(member, slot));
      this.#taken.push(0);
      this.#left += this.#need[i];
    }
    this.#batch = this.#poolTimeline.batchFrom(roster.startAt[member], -1);
    this.#entry = this.#poolTimeline.endOf(this.#batch);
    while (this.#poolTimeline.entries[--this.#entry] !== member * 4 + Entry.start);

    const before = roster.before[member];
    if (before !== NONE && timeline.endAt(before) > nowMs)
      this.#freeingOf(before, timeline.endAt(before)).opensWorkspace = true;
  }

  /** Examines some entries. Returns whether the scan is complete. */
  step(): boolean {
    const { at, begin, starts } = this.#poolTimeline;
    for (let left = STEP_ENTRIES; left > 0 && this.#left > 0 && at[this.#batch] > this.#nowMs; ) {
      for (; this.#entry > starts[this.#batch]; left--) this.#takeBack(--this.#entry);
      left -= this.#entry - begin[this.#batch];
      this.#free(begin[this.#batch], this.#entry, at[this.#batch]);
      this.#entry = begin[this.#batch--];
    }
    return this.#left === 0 || !(at[this.#batch] > this.#nowMs);
  }

  get freeings(): Freeing[] {
    return inOrderOfTime(this.#freeings.values());
  }

  /** Notes the GPUs that a start takes on the member's nodes. */
  #takeBack(entry: number): void {
    const starting = this.#poolTimeline.entries[entry] >> 2;
    this.#eachPlace(starting, (place, slot) => {
      this.#taken[place] += this.#gpusOf(starting, slot);
    });
  }

  /** Distributes the GPUs that the entries of a batch free on the member's nodes. */
  #free(from: number, end: number, atMs: number): void {
    const { entries } = this.#poolTimeline;
    const ending: number[] = [];
    for (let entry = from; entry < end; entry++) {
      const kind = entries[entry] & 3;
      const about = entries[entry] >> 2;
      if (kind === Entry.repair && this.#placeOf[about] > 0) this.#repair(about, atMs);
      if (kind === Entry.end) ending.push(about);
    }
    const { uid } = this.#timeline.roster;
    const isOurs = (member: number) => {
      let found = false;
      this.#eachPlace(member, () => {
        found = true;
      });
      return found;
    };
    const ours = ending.filter(isOurs).sort((a, b) => uid[b] - uid[a]);
    for (const member of ours) {
      this.#eachPlace(member, (place, slot) => {
        const gpus = this.#explain(place, this.#gpusOf(member, slot));
        if (gpus > 0) this.#freeingOf(member, atMs).gpus += gpus;
      });
    }
  }

  #repair(slot: number, atMs: number): void {
    const { nodes, pools } = this.#core;
    const node = pools[this.#pool].capacity.nodeAt(slot);
    const gpus = this.#explain(this.#placeOf[slot] - 1, nodes.gpuCount[node]);
    const repair: Freeing = {
      atMs,
      uid: -1,
      workspace: -1,
      reason: Reason.none,
      node,
      isNew: false,
      gpus,
      opensWorkspace: false,
    };
    // Members are not negative.
    if (gpus > 0) this.#freeings.set(-1 - slot, repair);
  }

  /** Returns how many of the GPUs freed on a node the member takes; later starts of others took the rest. */
  #explain(place: number, freed: number): number {
    const others = Math.min(freed, this.#taken[place]);
    this.#taken[place] -= others;
    const gpus = Math.min(freed - others, this.#need[place]);
    this.#need[place] -= gpus;
    this.#left -= gpus;
    return gpus;
  }

  #freeingOf(member: number, atMs: number): Freeing {
    const known = this.#freeings.get(member);
    if (known !== undefined) return known;
    const { uid, workspace, timesOut } = this.#timeline.roster;
    const reason = timesOut[member] === 1 ? Reason.idleTimeOut : Reason.exitDuration;
    const freeing: Freeing = {
      atMs,
      uid: uid[member],
      workspace: workspace[member],
      reason,
      node: -1,
      isNew: false,
      gpus: 0,
      opensWorkspace: false,
    };
    this.#freeings.set(member, freeing);
    return freeing;
  }

  /** Calls `visit` for each node that a member shares with the explained one. */
  #eachPlace(member: number, visit: (place: number, slot: number) => void): void {
    const { roster, slots, slotsAt } = this.#timeline;
    const end = slotsAt[member] + roster.demands.nodes[roster.demand[member]];
    for (let i = slotsAt[member]; i < end; i++) {
      const slot = slots.list[i];
      if (this.#placeOf[slot] > 0) visit(this.#placeOf[slot] - 1, slot);
    }
  }

  #gpusOf(member: number, slot: number): number {
    const { nodes, pools } = this.#core;
    const { capacity } = pools[this.#pool];
    return capacity.need(this.#timeline.roster.demand[member], nodes.nodeClass[capacity.nodeAt(slot)]);
  }
}
