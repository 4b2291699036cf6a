// The effects of one more request on a timeline.
//
// - In its own pool, the request blocks heads of worse rank while it is checked and does not fit.
// - The later GPRs of its workspace, in any pool, are absent, because they wait for the request's end.
//
// From the first instant at which a difference affects a pool, that pool is *replayed*: its batches are computed again, with
// separate ends and heads. Events from pools without a replay come from the timeline. If a GPR ends at another instant than in
// the timeline, the next GPR of its workspace becomes a difference, possibly in another pool.
//
// *Members* are the waiting and the provisioned GPRs of the component (roster.ts).

import { HeapPlaces, IndexedHeap } from '../../base/collections/heap.ts';
import { List } from '../../base/collections/list.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { NONE } from '../../tables/gprs/gpr-table.ts';
import { Entry, type PoolTimeline } from './pool-timeline.ts';
import type { Timeline, Turn } from './timeline.ts';

const UNSET = -1;

/** From `atMs` on, a member is absent from the heads of its pool, or is a head earlier than in the timeline. */
interface Difference {
  readonly atMs: number;
  readonly member: number;
  /** true: the replay of its pool begins at `atMs`. false: when it begins is not known yet. */
  readonly startsReplay: boolean;
}

/** Columns of a pool's waiting members, in order of start. `headAt`: when each becomes a head; −1 = from the beginning. */
interface Waiting {
  readonly ranks: Float64Array;
  readonly workspaces: Int32Array;
  readonly headAt: Float64Array;
}

/** Copies the columns, so that a loop over all waiting members of a pool reads adjacent memory. */
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
  readonly #waiting: Waiting[] = [];
  /** By pool: the instant at which its replay began (NEVER = no replay), and the timeline's next batch for it. */
  readonly #replayedFrom: Float64Array;
  readonly #batch: Int32Array;
  readonly #heads: IndexedHeap[];
  readonly #replayed: PoolTimeline[] = [];
  readonly #touched: Set<PoolTimeline> = new Set();
  /** By member that started in a replay: its start, and the index of its first node slot in `#slots`. */
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
    this.#replayedFrom = new Float64Array(pools).fill(NEVER);
    this.#batch = new Int32Array(pools);
    const heapPlaces = new HeapPlaces();
    heapPlaces.reserve(waiting);
    this.#heads = timeline.poolTimelines.map(() => new IndexedHeap(heapPlaces));
    this.#startAt = new Float64Array(size).fill(UNSET);
    this.#slotsAt = new Int32Array(size);
  }

  /** Begins with another request. @param poolTimeline of the pool that the request is for */
  begin(turn: Turn, poolTimeline: PoolTimeline): void {
    for (const { pool } of this.#replayed) {
      this.#replayedFrom[pool] = NEVER;
      this.#heads[pool].clear();
    }
    this.#replayed.length = 0;
    this.#touched.clear();
    for (const member of this.#started) this.#startAt[member] = UNSET;
    this.#started.length = 0;
    this.#slots.count = 0;
    this.#ends.clear();
    this.#differences.length = 0;
    this.#turn = turn;
    this.#pool = poolTimeline.pool;
    if (turn.behind !== NONE) this.#absentFrom(turn.behind, turn.headAt);
  }

  isReplayed(poolTimeline: PoolTimeline): boolean {
    return this.#replayedFrom[poolTimeline.pool] !== NEVER;
  }

  /** The part of an instant before the starts: ends, new heads, differences. */
  enter(atMs: number): void {
    for (const replayed of this.#replayed) this.#follow(replayed, atMs);
    while (this.#ends.peekKey() === atMs) this.#end(this.#ends.pop(), atMs);
    this.#handleDifferences(atMs);
  }

  /** Starts the heads that fit, in the replayed pools that changed at this instant. */
  serve(atMs: number): void {
    for (const poolTimeline of this.#touched) this.#serve(poolTimeline, atMs);
  }

  /** After `serve`: whether the cycle checks the request in its replayed pool, which changed and has no better head left. */
  isChecked(poolTimeline: PoolTimeline): boolean {
    return this.#touched.has(poolTimeline) && this.#heads[poolTimeline.pool].size === 0;
  }

  /** The part of an instant after the starts. */
  leave(atMs: number): void {
    this.#touched.clear();
    for (const replayed of this.#replayed) this.#noteMissedStarts(replayed, atMs);
  }

  /** The next instant that the replay must process; NEVER = none. */
  nextAt(): number {
    let at = this.#ends.peekKey();
    for (const { atMs } of this.#differences) if (atMs < at) at = atMs;
    for (const poolTimeline of this.#replayed) {
      const batch = this.#batch[poolTimeline.pool];
      if (batch < poolTimeline.batches && poolTimeline.at[batch] < at) at = poolTimeline.at[batch];
    }
    return at;
  }

  /** Begins the replay of a pool, before the starts of an instant. */
  replay(poolTimeline: PoolTimeline, atMs: number): void {
    const { pool } = poolTimeline;
    const { rank, workspace } = this.#turn;
    const { roster } = this.#timeline;
    const batch = poolTimeline.batchFrom(atMs, this.#turn.pastAt);
    this.#timeline.load(poolTimeline, batch);
    this.#replayedFrom[pool] = atMs;
    this.#batch[pool] = batch;
    this.#replayed.push(poolTimeline);
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
    // Members that became heads earlier than in the timeline.
    for (const started of this.#started) {
      const next = roster.after[started];
      if (next === NONE || roster.pool[next] !== pool || this.#timeline.headAt(next) <= atMs) continue;
      if (this.#headAt(next) <= atMs) this.#push(next);
    }
  }

  /** Index of the first of a pool's members, by start, that has not started before an instant. */
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

  /** Whether the replay decides a member's start: its start in the timeline is not before the replay of its pool. */
  #startsInReplay(member: number): boolean {
    const { startAt, pool, waiting } = this.#timeline.roster;
    if (member >= waiting || startAt[member] === this.#turn.pastAt) return false;
    return startAt[member] >= this.#replayedFrom[pool[member]];
  }

  /** When a member becomes a head with the request there; NEVER = not known yet. */
  #headAt(member: number): number {
    const { before, holdMs } = this.#timeline.roster;
    const last = before[member];
    if (last === NONE || !this.#startsInReplay(last)) return this.#timeline.headAt(member);
    return this.#startAt[last] === UNSET ? NEVER : this.#startAt[last] + holdMs[last];
  }

  /** Takes from the timeline the events of a replayed pool at an instant that the request does not change. */
  #follow(poolTimeline: PoolTimeline, atMs: number): void {
    const batch = this.#batch[poolTimeline.pool];
    if (poolTimeline.at[batch] !== atMs) return;
    const { roster, slots, slotsAt } = this.#timeline;
    for (let at = poolTimeline.begin[batch]; at < poolTimeline.starts[batch]; at++) {
      const about = poolTimeline.entries[at] >> 2;
      const kind = poolTimeline.entries[at] & 3;
      if (kind === Entry.head) {
        const before = roster.before[about];
        if (before === NONE || !this.#startsInReplay(before)) this.#addHead(about);
        continue;
      }
      if (kind === Entry.repair) poolTimeline.repair(about);
      else if (!this.#startsInReplay(about)) {
        poolTimeline.give(roster.demand[about], slots, slotsAt[about]);
      }
      this.#touched.add(poolTimeline);
    }
  }

  #addHead(member: number): void {
    const { roster, poolTimelines } = this.#timeline;
    if (this.#push(member)) this.#touched.add(poolTimelines[roster.pool[member]]);
  }

  /** Adds a member to the heads of its pool, unless it must wait for the request. Returns whether it was added. */
  #push(member: number): boolean {
    const { roster } = this.#timeline;
    const { rank, workspace } = this.#turn;
    const pool = roster.pool[member];
    if (roster.workspace[member] === workspace || (pool === this.#pool && roster.rank[member] > rank))
      return false;
    this.#heads[pool].push(member, roster.rank[member]);
    return true;
  }

  /** Starts heads of a replayed pool while they fit. */
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

  #end(member: number, atMs: number): void {
    const { roster, poolTimelines } = this.#timeline;
    const poolTimeline = poolTimelines[roster.pool[member]];
    poolTimeline.give(roster.demand[member], this.#slots, this.#slotsAt[member]);
    this.#touched.add(poolTimeline);
    const next = roster.after[member];
    if (next === NONE) return;
    if (this.#replayedFrom[roster.pool[next]] !== NEVER) this.#addHead(next);
    else if (this.#timeline.endAt(member) > atMs)
      this.#differences.push({ atMs, member: next, startsReplay: false });
  }

  /** If a member starts at this instant in the timeline but not in the replay, the next of its workspace will be absent. */
  #noteMissedStarts(poolTimeline: PoolTimeline, atMs: number): void {
    const batch = this.#batch[poolTimeline.pool];
    if (poolTimeline.at[batch] !== atMs) return;
    this.#batch[poolTimeline.pool] = batch + 1;
    const { after, workspace } = this.#timeline.roster;
    for (let at = poolTimeline.starts[batch]; at < poolTimeline.endOf(batch); at++) {
      const member = poolTimeline.entries[at] >> 2;
      if (this.#startAt[member] !== UNSET || after[member] === NONE) continue;
      if (workspace[member] === this.#turn.workspace) continue;
      this.#absentFrom(after[member], this.#timeline.endAt(member));
    }
  }

  #absentFrom(member: number, atMs: number): void {
    if (atMs < NEVER) this.#differences.push({ atMs, member, startsReplay: false });
  }

  /** Handles the differences due at an instant. The replay of a pool begins when one of its differences first has an effect. */
  #handleDifferences(atMs: number): void {
    const { roster, poolTimelines } = this.#timeline;
    const { rank, workspace } = this.#turn;
    for (let i = 0; i < this.#differences.length; i++) {
      const { member, startsReplay, atMs: dueMs } = this.#differences[i];
      if (dueMs !== atMs) continue;
      this.#differences[i] = this.#differences[this.#differences.length - 1];
      this.#differences.pop();
      i--;
      const pool = roster.pool[member];
      const poolTimeline = poolTimelines[pool];
      if (!startsReplay && roster.workspace[member] === workspace) this.#nextIsAbsent(member);
      if (this.#replayedFrom[pool] !== NEVER || (pool === this.#pool && roster.rank[member] > rank)) continue;
      // The member is a head, as in the timeline: no difference.
      const isThere = roster.workspace[member] !== workspace && this.#headAt(member) <= atMs;
      if (isThere && this.#timeline.headAt(member) <= atMs) continue;
      if (startsReplay) {
        this.replay(poolTimeline, atMs);
        continue;
      }
      const effectMs = this.#effectFrom(poolTimeline, atMs, roster.rank[member]);
      if (effectMs === atMs) this.replay(poolTimeline, atMs);
      else if (effectMs < NEVER) this.#differences.push({ atMs: effectMs, member, startsReplay: true });
    }
  }

  /** If a member of the request's workspace is absent, the next one is absent from when it became a head in the timeline. */
  #nextIsAbsent(member: number): void {
    const next = this.#timeline.roster.after[member];
    if (next !== NONE) this.#absentFrom(next, this.#timeline.headAt(next));
  }

  /** The first instant from `atMs` on at which the cycle checks a head of this rank in a pool; NEVER = none. */
  #effectFrom(poolTimeline: PoolTimeline, atMs: number, rank: number): number {
    const batch = poolTimeline.batchFrom(atMs, this.#turn.pastAt);
    if (poolTimeline.isBetween(batch, atMs) && poolTimeline.blocked[batch - 1] >= rank) return atMs;
    const next = poolTimeline.nextTry(batch, rank);
    return next < poolTimeline.batches ? poolTimeline.at[next] : NEVER;
  }
}
