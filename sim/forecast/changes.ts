// What one more request changes in a timeline.
//
// In its own pool, it keeps others from starting while it is looked at and does not fit. In other pools, those of its
// workspace that stand behind it are missed, from when they would have been looked at. Only pools in which such a difference
// shows are gone through again, from that instant on, with their own ends and heads; what comes to them from other pools is
// read from the timeline. A GPR that ends at another instant than in the timeline brings the difference to the pool of its
// workspace's next.

import { HeapPlaces, IndexedHeap } from '../base/heap.ts';
import { List } from '../base/list.ts';
import { NEVER } from '../base/time.ts';
import { NONE } from '../tables/gpr.ts';
import { Entry, type PoolTimeline } from './pool-timeline.ts';
import type { Timeline, Turn } from './timeline.ts';

/** No instant yet. */
const UNSET = -1;

/** A member is not there from an instant on, or is there earlier than in the timeline. */
interface Difference {
  readonly atMs: number;
  readonly member: number;
  /** Its pool is gone through again from this instant on; else that is still to be found out. */
  readonly isSeen: boolean;
}

/** Of those who wait in a pool, by start: rank, workspace, and when each becomes a head (−1: from the beginning). */
interface Waiting {
  readonly ranks: Float64Array;
  readonly workspaces: Int32Array;
  readonly headAt: Float64Array;
}

/** Side by side, because all of them are looked at together. */
function waitingIn(timeline: Timeline, { members }: PoolTimeline): Waiting {
  const { rank, workspace } = timeline.roster;
  return {
    ranks: Float64Array.from(members, (member) => rank[member]),
    workspaces: members.map((member) => workspace[member]),
    headAt: Float64Array.from(members, (member) => timeline.headAt(member)),
  };
}

export class Changes {
  readonly #timeline: Timeline;
  /** By pool, once it has been gone through again. */
  readonly #waiting: Waiting[] = [];
  /** Of pools that are gone through again: since when, and the next batch of the timeline. NEVER = it is not. */
  readonly #since: Float64Array;
  readonly #batch: Int32Array;
  readonly #heads: IndexedHeap[];
  readonly #again: PoolTimeline[] = [];
  readonly #touched: Set<PoolTimeline> = new Set();
  /** Starts that differ or might, and where the places of such a member begin. */
  readonly #startAt: Float64Array;
  readonly #slotsAt: Int32Array;
  readonly #started: number[] = [];
  readonly #slots = new List();
  readonly #ends: IndexedHeap = new IndexedHeap();
  #differences: Difference[] = [];
  #turn!: Turn;
  #pool = NONE;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    const pools = timeline.poolTimelines.length;
    const { size, waiting } = timeline.roster;
    this.#since = new Float64Array(pools).fill(NEVER);
    this.#batch = new Int32Array(pools);
    const heapPlaces = new HeapPlaces();
    heapPlaces.reserve(waiting);
    this.#heads = timeline.poolTimelines.map(() => new IndexedHeap(heapPlaces));
    this.#startAt = new Float64Array(size).fill(UNSET);
    this.#slotsAt = new Int32Array(size);
  }

  /** Begins with another request. @param poolTimeline of the pool that it is for */
  begin(turn: Turn, poolTimeline: PoolTimeline): void {
    for (const { pool } of this.#again) {
      this.#since[pool] = NEVER;
      this.#heads[pool].clear();
    }
    this.#again.length = 0;
    this.#touched.clear();
    for (const member of this.#started) this.#startAt[member] = UNSET;
    this.#started.length = 0;
    this.#slots.count = 0;
    this.#ends.clear();
    this.#differences.length = 0;
    this.#turn = turn;
    this.#pool = poolTimeline.pool;
    if (turn.behind !== NONE) this.#missFrom(turn.behind, turn.headAt);
  }

  /** Whether a pool is gone through again. */
  has(poolTimeline: PoolTimeline): boolean {
    return this.#since[poolTimeline.pool] !== NEVER;
  }

  /** What comes at an instant before the starts: ends, heads, differences. */
  enter(atMs: number): void {
    for (const again of this.#again) this.#follow(again, atMs);
    while (this.#ends.peekKey() === atMs) this.#end(this.#ends.pop(), atMs);
    this.#bringDifferences(atMs);
  }

  /** Heads start at an instant, in the pools that it has come to. */
  serve(atMs: number): void {
    for (const poolTimeline of this.#touched) this.#serve(poolTimeline, atMs);
  }

  /** Whether the request is looked at in its pool, which is gone through again: no better head is blocked. */
  isLookedAt(poolTimeline: PoolTimeline): boolean {
    return this.#touched.has(poolTimeline) && this.#heads[poolTimeline.pool].size === 0;
  }

  /** After all starts of an instant. */
  leave(atMs: number): void {
    this.#touched.clear();
    for (const again of this.#again) this.#missStarts(again, atMs);
  }

  /** The next instant at which something happens that is not as in the timeline, or might. NEVER = there is none. */
  nextAt(): number {
    let at = this.#ends.peekKey();
    for (const { atMs } of this.#differences) if (atMs < at) at = atMs;
    for (const poolTimeline of this.#again) {
      const batch = this.#batch[poolTimeline.pool];
      if (batch < poolTimeline.batches && poolTimeline.at[batch] < at) at = poolTimeline.at[batch];
    }
    return at;
  }

  /** Goes through a pool again, from before the starts of an instant on. */
  goAgain(poolTimeline: PoolTimeline, atMs: number): void {
    const { pool } = poolTimeline;
    const { rank, workspace } = this.#turn;
    const { roster } = this.#timeline;
    const batch = poolTimeline.batchFrom(atMs, this.#turn.pastAt);
    this.#timeline.load(poolTimeline, batch);
    this.#since[pool] = atMs;
    this.#batch[pool] = batch;
    this.#again.push(poolTimeline);
    this.#touched.add(poolTimeline);
    if (poolTimeline.at[batch] === atMs) this.#timeline.applyEnds(poolTimeline, batch);
    const { members } = poolTimeline;
    this.#waiting[pool] ??= waitingIn(this.#timeline, poolTimeline);
    const { ranks, workspaces, headAt } = this.#waiting[pool];
    const rankMax = pool === this.#pool ? rank : Infinity;
    const heads = this.#heads[pool];
    for (let i = this.#firstFrom(poolTimeline, atMs); i < members.length; i++) {
      if (headAt[i] > atMs || ranks[i] > rankMax || workspaces[i] === workspace) continue;
      if (headAt[i] < 0 || this.#headAt(members[i]) <= atMs) heads.push(members[i], ranks[i]);
    }
    // Those that are heads earlier than in the timeline.
    for (const started of this.#started) {
      const next = roster.after[started];
      if (next === NONE || roster.pool[next] !== pool || this.#timeline.headAt(next) <= atMs) continue;
      if (this.#headAt(next) <= atMs) this.#push(next);
    }
  }

  /** The first of a pool's members, by start, that has not started before an instant. */
  #firstFrom({ members }: PoolTimeline, atMs: number): number {
    const { startAt } = this.#timeline.roster;
    const { pastAt } = this.#turn;
    let low = 0;
    let high = members.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const start = startAt[members[middle]];
      if (start < atMs || start === pastAt) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether a member's start is no longer that of the timeline. */
  #isOwn(member: number): boolean {
    const { startAt, pool, waiting } = this.#timeline.roster;
    if (member >= waiting || startAt[member] === this.#turn.pastAt) return false;
    return startAt[member] >= this.#since[pool[member]];
  }

  /** When a member becomes a head now, NEVER if that is not known yet. */
  #headAt(member: number): number {
    const { before, holdMs } = this.#timeline.roster;
    const last = before[member];
    if (last === NONE || !this.#isOwn(last)) return this.#timeline.headAt(member);
    return this.#startAt[last] === UNSET ? NEVER : this.#startAt[last] + holdMs[last];
  }

  /** Takes over from the timeline what came to a pool at an instant and is as it was. */
  #follow(poolTimeline: PoolTimeline, atMs: number): void {
    const batch = this.#batch[poolTimeline.pool];
    if (poolTimeline.at[batch] !== atMs) return;
    const { roster, slots, slotsAt } = this.#timeline;
    for (let at = poolTimeline.begin[batch]; at < poolTimeline.starts[batch]; at++) {
      const about = poolTimeline.entries[at] >> 2;
      const kind = poolTimeline.entries[at] & 3;
      if (kind === Entry.head) {
        const before = roster.before[about];
        if (before === NONE || !this.#isOwn(before)) this.#stand(about);
        continue;
      }
      if (kind === Entry.repair) poolTimeline.repair(about);
      else if (!this.#isOwn(about)) {
        poolTimeline.give(roster.demand[about], slots, slotsAt[about]);
      }
      this.#touched.add(poolTimeline);
    }
  }

  /** A member becomes a head of a pool that is gone through again. */
  #stand(member: number): void {
    const { roster, poolTimelines } = this.#timeline;
    if (this.#push(member)) this.#touched.add(poolTimelines[roster.pool[member]]);
  }

  /** Puts a member among the heads of its pool, unless the request comes before it; returns whether it did. */
  #push(member: number): boolean {
    const { roster } = this.#timeline;
    const { rank, workspace } = this.#turn;
    const pool = roster.pool[member];
    if (roster.workspace[member] === workspace || (pool === this.#pool && roster.rank[member] > rank))
      return false;
    this.#heads[pool].push(member, roster.rank[member]);
    return true;
  }

  /** Heads of a pool that is gone through again start while they fit. */
  #serve(poolTimeline: PoolTimeline, atMs: number): void {
    const { roster } = this.#timeline;
    const heads = this.#heads[poolTimeline.pool];
    for (let head = heads.peek(); head >= 0; head = heads.peek()) {
      const demand = roster.demand[head];
      if (!poolTimeline.fits(demand)) return;
      heads.pop();
      this.#slotsAt[head] = this.#slots.count;
      poolTimeline.choose(demand, this.#slots);
      this.#startAt[head] = atMs;
      this.#started.push(head);
      this.#ends.push(head, atMs + roster.holdMs[head]);
    }
  }

  /** The end of a member that started in a pool that is gone through again. */
  #end(member: number, atMs: number): void {
    const { roster, poolTimelines } = this.#timeline;
    const poolTimeline = poolTimelines[roster.pool[member]];
    poolTimeline.give(roster.demand[member], this.#slots, this.#slotsAt[member]);
    this.#touched.add(poolTimeline);
    const next = roster.after[member];
    if (next === NONE) return;
    if (this.#since[roster.pool[next]] !== NEVER) this.#stand(next);
    else if (this.#timeline.endAt(member) > atMs)
      this.#differences.push({ atMs, member: next, isSeen: false });
  }

  /** For each member that started in the timeline by now and not here: the next of its workspace will be missed. */
  #missStarts(poolTimeline: PoolTimeline, atMs: number): void {
    const batch = this.#batch[poolTimeline.pool];
    if (poolTimeline.at[batch] !== atMs) return;
    this.#batch[poolTimeline.pool] = batch + 1;
    const { after, workspace } = this.#timeline.roster;
    for (let at = poolTimeline.starts[batch]; at < poolTimeline.endOf(batch); at++) {
      const member = poolTimeline.entries[at] >> 2;
      if (this.#startAt[member] !== UNSET || after[member] === NONE) continue;
      if (workspace[member] === this.#turn.workspace) continue;
      this.#missFrom(after[member], this.#timeline.endAt(member));
    }
  }

  #missFrom(member: number, atMs: number): void {
    if (atMs < NEVER) this.#differences.push({ atMs, member, isSeen: false });
  }

  /** The differences of an instant: a pool that still follows the timeline is gone through again from when one shows in it. */
  #bringDifferences(atMs: number): void {
    const { roster, poolTimelines } = this.#timeline;
    const { rank, workspace } = this.#turn;
    for (let i = 0; i < this.#differences.length; i++) {
      const { member, isSeen, atMs: dueMs } = this.#differences[i];
      if (dueMs !== atMs) continue;
      this.#differences[i] = this.#differences[this.#differences.length - 1];
      this.#differences.pop();
      i--;
      const pool = roster.pool[member];
      const poolTimeline = poolTimelines[pool];
      if (!isSeen && roster.workspace[member] === workspace) this.#missNext(member);
      if (this.#since[pool] !== NEVER || (pool === this.#pool && roster.rank[member] > rank)) continue;
      // It has come here as in the timeline: that is no difference.
      const isThere = roster.workspace[member] !== workspace && this.#headAt(member) <= atMs;
      if (isThere && this.#timeline.headAt(member) <= atMs) continue;
      if (isSeen) {
        this.goAgain(poolTimeline, atMs);
        continue;
      }
      const shows = this.#showsFrom(poolTimeline, atMs, roster.rank[member]);
      if (shows === atMs) this.goAgain(poolTimeline, atMs);
      else if (shows < NEVER) this.#differences.push({ atMs: shows, member, isSeen: true });
    }
  }

  /** The member of the asking workspace after one that is missed is missed from when it would have been a head. */
  #missNext(member: number): void {
    const next = this.#timeline.roster.after[member];
    if (next !== NONE) this.#missFrom(next, this.#timeline.headAt(next));
  }

  /** The first instant from one on at which a head of this rank is looked at in a pool. */
  #showsFrom(poolTimeline: PoolTimeline, atMs: number, rank: number): number {
    const batch = poolTimeline.batchFrom(atMs, this.#turn.pastAt);
    if (poolTimeline.isBetween(batch, atMs) && poolTimeline.blocked[batch - 1] >= rank) return atMs;
    const shown = poolTimeline.nextTry(batch, rank);
    return shown < poolTimeline.batches ? poolTimeline.at[shown] : NEVER;
  }
}
