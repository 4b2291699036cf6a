// The timeline of a component: when and where each waiting GPR starts, if nothing else happens. One pass computes it from the
// *members*, that is the waiting and the provisioned GPRs (roster.ts). A member becomes a head of its pool when the previous
// one of its workspace ends. The best head of a pool starts while it fits. A member ends after a known time. The events of
// each pool are stored in its pool timeline (pool-timeline.ts). query.ts has the conditions under which no timeline exists;
// then the engine makes the pass on a copy of the world (copies/pass.ts). Tests compare the two.

import { early } from '../../base/collections/early.ts';
import { HeapPlaces, IndexedHeap } from '../../base/collections/heap.ts';
import { List } from '../../base/collections/list.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { Totals } from '../../capacity/capacity-totals.ts';
import type { Core } from '../../kernel/core.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import type { Pass } from '../copies/pass.ts';
import type { Membership } from './partition.ts';
import { Entry, PoolTimeline } from './pool-timeline.ts';
import { placeIn, type Roster, repairsOf, rosterOf } from './roster.ts';

/** The position of one more request among the members of a timeline. */
export interface Turn {
  /** −1 = workspaces have no limit: no GPR waits for the request. */
  readonly workspace: number;
  readonly rank: number;
  /** When the request becomes a head. NEVER = no end of the previous GPR of its workspace can be foreseen. */
  readonly headAt: number;
  /** The member of its workspace that follows the request; NONE = no such member. */
  readonly behind: number;
  /** An instant whose batches are over: later events of the same instant come after them. −1 = no such instant. */
  readonly pastAt: number;
}

/** Whether the policies and rules of a world allow timelines. */
export function allowsTimelines({ policies, orders, rules }: Core): boolean {
  return policies.queue.allowsTimeline && orders.isByRank && !rules.cyclesByEvent;
}

export class Timeline implements Pass {
  /** The instant, the round and the workspace limit of the world when the pass was made. */
  readonly nowMs: number;
  readonly round: number;
  readonly limited: boolean;
  readonly roster: Roster;
  /** One for each pool of the component, in the order of `roster.pools`. */
  readonly poolTimelines: readonly PoolTimeline[];
  /** Node slots of all members; those of a member begin at its `slotsAt`. */
  readonly slots: List = new List();
  readonly slotsAt: Int32Array;
  isDone = false;
  readonly #ends = new IndexedHeap();
  readonly #heads: readonly IndexedHeap[];
  readonly #touched: PoolTimeline[] = [];
  #repaired = 0;
  #now: number;

  /** undefined if a timeline cannot answer for the component (query.ts has the conditions). */
  static of(core: Core, membership: Membership): Timeline | undefined {
    if (!allowsTimelines(core)) return undefined;
    // A timeline knows whole GPUs only.
    if (membership.pools.some((pool) => core.pools[pool].capacity.kind === 'shares')) return undefined;
    // A repair that is due in the open round adds another round to the instant.
    if (repairsOf(core, membership).some(({ atMs }) => atMs <= core.now)) return undefined;
    const roster = rosterOf(core, membership);
    return roster === undefined ? undefined : new Timeline(core, roster);
  }

  private constructor(core: Core, roster: Roster) {
    const { pools, demands, gprs } = core;
    this.nowMs = core.now;
    this.#now = core.now;
    this.round = core.round;
    this.limited = core.rules.limited;
    this.roster = roster;
    this.slotsAt = new Int32Array(roster.size);
    // A waiting member has three entries (head, start, end), a provisioned one has one (end), a repair has one.
    const entriesMax = new Int32Array(roster.pools.length);
    const waiting = new Int32Array(roster.pools.length);
    for (let member = 0; member < roster.size; member++) {
      const waits = member < roster.waiting;
      entriesMax[roster.pool[member]] += waits ? 3 : 1;
      if (waits) waiting[roster.pool[member]]++;
    }
    for (const { pool } of roster.repairs) entriesMax[pool]++;
    this.poolTimelines = roster.pools.map((pool, place) => {
      const capacity = pools[pool].capacity.fork(roster.demands, new Totals());
      return new PoolTimeline(place, capacity, roster.demands, waiting[place], entriesMax[place]);
    });
    const heapPlaces = new HeapPlaces();
    heapPlaces.reserve(roster.waiting);
    this.#heads = this.poolTimelines.map(() => new IndexedHeap(heapPlaces));

    for (let member = roster.waiting; member < roster.size; member++) {
      this.slotsAt[member] = this.slots.count;
      const row = roster.row[member];
      const count = demands.nodes[gprs.demand[row]];
      const lots = gprs.lotWords(count);
      const at = gprs.lotAt(row, count);
      for (let i = at; i < at + count; i++) this.slots.push(lots[i]);
      this.#ends.push(member, this.endAt(member));
    }
  }

  endAt(member: number): number {
    return this.roster.startAt[member] + this.roster.holdMs[member];
  }

  /** When a waiting member becomes a head; −1 = it is a head from the beginning. */
  headAt(member: number): number {
    const before = this.roster.before[member];
    return before === NONE ? -1 : this.endAt(before);
  }

  /** The next start of the GPR that had this row when the pass was made; NEVER = none foreseen. */
  startOf(row: number): number {
    const member = this.memberOf(row);
    return member === NONE ? NEVER : this.roster.startAt[member];
  }

  /** The waiting member that had this row when the pass was made; NONE = no such member. */
  memberOf(row: number): number {
    const { rows, numbers } = this.roster;
    const place = placeIn(rows, row);
    return place === NONE ? NONE : numbers[place];
  }

  /** Runs at most `instants` further. Returns whether the pass is complete. */
  run(instants = Infinity): boolean {
    if (this.poolTimelines.length > 0 && this.poolTimelines[0].batches === 0) this.#begin();
    for (let left = instants; left > 0 && !this.isDone; left--) {
      const at = Math.min(this.#ends.peekKey(), this.#repairAt());
      if (at === NEVER) this.#finish();
      else this.#instant(at);
    }
    return this.isDone;
  }

  /** Runs the cycle of the present instant in every pool. */
  #begin(): void {
    const { before, pool, waiting } = this.roster;
    for (const poolTimeline of this.poolTimelines) this.#touch(poolTimeline);
    for (let member = 0; member < waiting; member++) {
      if (before[member] === NONE) this.#addHead(this.poolTimelines[pool[member]], member);
    }
    this.#serve();
  }

  #instant(at: number): void {
    this.#now = at;
    for (; this.#repairAt() === at; this.#repaired++) {
      const { pool, slot } = this.roster.repairs[this.#repaired];
      this.#touch(this.poolTimelines[pool]);
      this.poolTimelines[pool].add(slot, Entry.repair);
      this.poolTimelines[pool].repair(slot);
    }
    while (this.#ends.peekKey() === at) {
      const member = this.#ends.pop();
      this.#readAhead(this.#ends.peek());
      this.#end(member);
    }
    this.#serve();
  }

  /** Prefetches the columns of the member that ends next. */
  #readAhead(member: number): void {
    const { pool, demand, after } = this.roster;
    if (member >= 0) early[0] = pool[member] + demand[member] + after[member] + this.slotsAt[member];
  }

  #repairAt(): number {
    return this.roster.repairs[this.#repaired]?.atMs ?? NEVER;
  }

  #touch(poolTimeline: PoolTimeline): void {
    if (this.#touched.includes(poolTimeline)) return;
    poolTimeline.open(this.#now);
    this.#touched.push(poolTimeline);
  }

  #addHead(poolTimeline: PoolTimeline, member: number): void {
    this.#touch(poolTimeline);
    poolTimeline.add(member, Entry.head);
    this.#heads[poolTimeline.pool].push(member, this.roster.rank[member]);
  }

  #end(member: number): void {
    const { pool, demand, after } = this.roster;
    const poolTimeline = this.poolTimelines[pool[member]];
    this.#touch(poolTimeline);
    poolTimeline.add(member, Entry.end);
    poolTimeline.give(demand[member], this.slots, this.slotsAt[member]);
    const next = after[member];
    if (next !== NONE) this.#addHead(this.poolTimelines[pool[next]], next);
  }

  /** Starts heads while they fit, in the pools that changed. */
  #serve(): void {
    for (const poolTimeline of this.#touched) {
      const heads = this.#heads[poolTimeline.pool];
      poolTimeline.openStarts();
      for (let head = heads.peek(); head >= 0; head = heads.peek()) {
        if (!poolTimeline.fits(this.roster.demand[head])) break;
        heads.pop();
        this.#start(poolTimeline, head);
      }
      poolTimeline.close(heads.peekKey());
    }
    this.#touched.length = 0;
  }

  #start(poolTimeline: PoolTimeline, member: number): void {
    const { demand, startAt } = this.roster;
    startAt[member] = this.#now;
    poolTimeline.add(member, Entry.start);
    this.slotsAt[member] = this.slots.count;
    poolTimeline.choose(demand[member], this.slots);
    poolTimeline.addMember(member);
    this.#ends.push(member, this.endAt(member));
  }

  /** No further event is possible: the remaining waiting members never start. */
  #finish(): void {
    const { startAt, pool, waiting } = this.roster;
    for (let member = 0; member < waiting; member++) {
      if (startAt[member] === NEVER) this.poolTimelines[pool[member]].addMember(member);
    }
    this.isDone = true;
  }

  /** Sets the nodes of a pool to the state before a batch of the complete timeline. @param loaded see `resetToBlock` */
  load(poolTimeline: PoolTimeline, batch: number, loaded: number = NONE): void {
    for (let before = poolTimeline.resetToBlock(batch, loaded); before < batch; before++) {
      this.applyEnds(poolTimeline, before);
      this.applyStarts(poolTimeline, before, Infinity);
    }
  }

  /** Applies the ends and repairs of a batch to the pool's nodes. */
  applyEnds(poolTimeline: PoolTimeline, batch: number): void {
    for (let at = poolTimeline.begin[batch]; at < poolTimeline.starts[batch]; at++) {
      const about = poolTimeline.entries[at] >> 2;
      const kind = poolTimeline.entries[at] & 3;
      if (kind === Entry.end) poolTimeline.give(this.roster.demand[about], this.slots, this.slotsAt[about]);
      else if (kind === Entry.repair) poolTimeline.repair(about);
    }
  }

  /** Applies the starts of a batch up to the first member of a worse rank. Returns whether all were applied. */
  applyStarts(poolTimeline: PoolTimeline, batch: number, rank: number): boolean {
    const { roster } = this;
    const end = poolTimeline.endOf(batch);
    for (let at = poolTimeline.starts[batch]; at < end; at++) {
      const member = poolTimeline.entries[at] >> 2;
      if (rank < Infinity && roster.rank[member] > rank) return false;
      poolTimeline.take(roster.demand[member], this.slots, this.slotsAt[member]);
    }
    return true;
  }
}
