// When would a request start? Answered from the course of a projection, which holds until the request changes something.
//
// A request changes nothing in its pool before it is looked at there, and then only if it does not fit and keeps others
// from starting. And those of its own workspace that stand behind it are missed in their pools, from when they would have
// been looked at. Only pools in which such a difference has come up are gone through again, from that instant on, with
// their own ends and heads; what comes to them from other pools is read from the course. A GPR that ends at another
// instant than in the course brings the difference to the pool of its workspace's next.

import { HeapPlaces, IndexedHeap } from '../base/heap.ts';
import { List } from '../base/list.ts';
import { NEVER } from '../base/time.ts';
import { NONE } from '../tables/gpr.ts';
import type { Projection } from './projection.ts';
import type { Question } from './question.ts';
import { Entry, type Track } from './track.ts';

/** No instant yet. */
const UNSET = -1;

/** A member is not there from an instant on, or is there earlier than in the course. */
interface Difference {
  readonly atMs: number;
  readonly member: number;
  /** Its pool is gone through again from this instant on; else that is still to be found out. */
  readonly isSeen: boolean;
}

export class WhatIf {
  readonly projection: Projection;
  /** Of pools that are gone through again: since when, and the next batch of the course. NEVER = it is not. */
  readonly #since: Float64Array;
  readonly #batch: Int32Array;
  readonly #heads: IndexedHeap[];
  readonly #again: Track[] = [];
  readonly #touched: Set<Track> = new Set();
  /** Starts that differ or might, and where the places of such a member begin. */
  readonly #startAt: Float64Array;
  readonly #placesAt: Int32Array;
  readonly #started: number[] = [];
  readonly #places = new List();
  readonly #ends: IndexedHeap = new IndexedHeap();
  #differences: Difference[] = [];
  #question!: Question;
  #pool = NONE;

  constructor(projection: Projection) {
    this.projection = projection;
    const pools = projection.tracks.length;
    const { size, waiting } = projection.roster;
    this.#since = new Float64Array(pools).fill(NEVER);
    this.#batch = new Int32Array(pools);
    const places = new HeapPlaces();
    places.reserve(waiting);
    this.#heads = projection.tracks.map(() => new IndexedHeap(places));
    this.#startAt = new Float64Array(size).fill(UNSET);
    this.#placesAt = new Int32Array(size);
  }

  /** The instant at which the request starts in a pool, NEVER if it does not. */
  startOf(question: Question, poolIndex: number, demand: number): number {
    if (question.headAt === NEVER) return NEVER;
    this.#reset();
    this.#question = question;
    const pool = this.projection.roster.pools.indexOf(poolIndex);
    this.#pool = pool;
    const track = this.projection.tracks[pool];
    if (question.behind !== NONE) this.#missFrom(question.behind, question.headAt);

    const look = this.#firstLook(track, demand);
    for (;;) {
      const at = this.#next(look.atMs);
      if (at === NEVER) return NEVER;
      for (const again of this.#again) this.#follow(again, at);
      while (this.#ends.peekKey() === at) this.#end(this.#ends.pop(), at);
      this.#bringDifferences(at);
      if (look.atMs === at && this.#since[pool] === NEVER) {
        if (look.fits) return at;
        this.#goAgain(track, at);
      }
      for (const touched of this.#touched) this.#serve(touched, at);
      if (this.#touched.has(track) && this.#heads[pool].size === 0 && at >= question.headAt) {
        if (track.room.fits(demand)) return at;
      }
      this.#touched.clear();
      for (const again of this.#again) this.#missStarts(again, at);
    }
  }

  /** The next instant at which something happens that is not as in the course, or might. */
  #next(lookAt: number): number {
    let at = Math.min(this.#ends.peekKey(), this.#since[this.#pool] === NEVER ? lookAt : NEVER);
    for (const { atMs } of this.#differences) if (atMs < at) at = atMs;
    for (const track of this.#again) {
      const batch = this.#batch[track.pool];
      if (batch < track.batches && track.at[batch] < at) at = track.at[batch];
    }
    return at;
  }

  /**
   * The first instant at which the request is looked at in its pool, as far as its course goes, and either fits or keeps
   * somebody from starting.
   */
  #firstLook(track: Track, demand: number): { readonly atMs: number; readonly fits: boolean } {
    const { headAt, rank } = this.#question;
    const { roster, places, placesAt } = this.projection;
    let batch = this.#batchFrom(track, headAt);
    let stands = UNSET;
    if (this.#isBetween(track, batch, headAt) && track.blocked[batch - 1] > rank) {
      this.#load(track, batch);
      if (track.room.fits(demand)) return { atMs: headAt, fits: true };
      stands = batch;
    }
    for (batch = track.nextTry(batch, rank); batch < track.batches; batch = track.nextTry(batch + 1, rank)) {
      if (stands !== batch) this.#load(track, batch);
      this.#applyEnds(track, batch);
      let at = track.starts[batch];
      const end = track.endOf(batch);
      for (; at < end; at++) {
        const member = track.entries[at] >> 2;
        if (roster.rank[member] > rank) break;
        track.room.take(roster.demand[member], places, placesAt[member]);
      }
      if (track.room.fits(demand)) return { atMs: track.at[batch], fits: true };
      if (at < end) return { atMs: track.at[batch], fits: false };
      stands = batch + 1;
    }
    return { atMs: NEVER, fits: false };
  }

  /** The first batch of a pool in which what comes at an instant takes part. */
  #batchFrom(track: Track, atMs: number): number {
    const batch = track.batchFrom(atMs);
    return track.at[batch] === this.#question.pastAt ? batch + 1 : batch;
  }

  /** Whether what comes at an instant comes after `batch - 1` and before `batch`. */
  #isBetween(track: Track, batch: number, atMs: number): boolean {
    return batch > 0 && track.at[batch] !== atMs;
  }

  /** Brings a pool's room to the state before a batch. */
  #load(track: Track, batch: number): void {
    const { roster, places, placesAt } = this.projection;
    const block = track.blockBefore(batch);
    track.room.reset(block.free);
    for (let before = block.batch; before < batch; before++) {
      this.#applyEnds(track, before);
      for (let at = track.starts[before]; at < track.endOf(before); at++) {
        const member = track.entries[at] >> 2;
        track.room.take(roster.demand[member], places, placesAt[member]);
      }
    }
  }

  /** Ends and repairs of a batch. */
  #applyEnds(track: Track, batch: number): void {
    const { roster, places, placesAt } = this.projection;
    for (let at = track.begin[batch]; at < track.starts[batch]; at++) {
      const about = track.entries[at] >> 2;
      const kind = track.entries[at] & 3;
      if (kind === Entry.end) track.room.give(roster.demand[about], places, placesAt[about]);
      else if (kind === Entry.repair) track.room.repair(about);
    }
  }

  /** Goes through a pool again from an instant on, before anybody starts at it. */
  #goAgain(track: Track, atMs: number): void {
    const { pool } = track;
    const { rank, workspace } = this.#question;
    const { roster, membersOf } = this.projection;
    const batch = this.#batchFrom(track, atMs);
    this.#load(track, batch);
    this.#since[pool] = atMs;
    this.#batch[pool] = batch;
    this.#again.push(track);
    this.#touched.add(track);
    if (track.at[batch] === atMs) this.#applyEnds(track, batch);
    const members = membersOf[pool];
    for (let i = this.#firstFrom(members, atMs); i < members.length; i++) {
      const member = members[i];
      if (roster.workspace[member] === workspace || (pool === this.#pool && roster.rank[member] > rank))
        continue;
      if (this.#headAt(member) <= atMs) this.#heads[pool].push(member, roster.rank[member]);
    }
  }

  /** The first of a pool's members, by start, that has not started before an instant. */
  #firstFrom(members: readonly number[], atMs: number): number {
    const { startAt } = this.projection.roster;
    const { pastAt } = this.#question;
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

  /** Whether a member's start is no longer that of the course. */
  #isOwn(member: number): boolean {
    const { startAt, pool, waiting } = this.projection.roster;
    if (member >= waiting || startAt[member] === this.#question.pastAt) return false;
    return startAt[member] >= this.#since[pool[member]];
  }

  /** When a member becomes a head now, NEVER if that is not known yet. */
  #headAt(member: number): number {
    const { before, holdMs } = this.projection.roster;
    const last = before[member];
    if (last === NONE || !this.#isOwn(last)) return this.projection.headAt(member);
    return this.#startAt[last] === UNSET ? NEVER : this.#startAt[last] + holdMs[last];
  }

  /** Takes over from the course what came to a pool at an instant and is as it was. */
  #follow(track: Track, atMs: number): void {
    const batch = this.#batch[track.pool];
    if (track.at[batch] !== atMs) return;
    const { roster, places, placesAt } = this.projection;
    for (let at = track.begin[batch]; at < track.starts[batch]; at++) {
      const about = track.entries[at] >> 2;
      const kind = track.entries[at] & 3;
      if (kind === Entry.head) {
        const before = roster.before[about];
        if (before === NONE || !this.#isOwn(before)) this.#stand(about);
        continue;
      }
      if (kind === Entry.repair) track.room.repair(about);
      else if (!this.#isOwn(about)) {
        track.room.give(roster.demand[about], places, placesAt[about]);
      }
      this.#touched.add(track);
    }
  }

  /** A member becomes a head of a pool that is gone through again. */
  #stand(member: number): void {
    const { roster, tracks } = this.projection;
    const { rank, workspace } = this.#question;
    const pool = roster.pool[member];
    if (roster.workspace[member] === workspace || (pool === this.#pool && roster.rank[member] > rank)) return;
    this.#heads[pool].push(member, roster.rank[member]);
    this.#touched.add(tracks[pool]);
  }

  #serve(track: Track, atMs: number): void {
    const { roster } = this.projection;
    const heads = this.#heads[track.pool];
    for (let head = heads.peek(); head >= 0; head = heads.peek()) {
      const demand = roster.demand[head];
      if (!track.room.fits(demand)) return;
      heads.pop();
      this.#placesAt[head] = this.#places.count;
      track.room.choose(demand, this.#places);
      this.#startAt[head] = atMs;
      this.#started.push(head);
      this.#ends.push(head, atMs + roster.holdMs[head]);
    }
  }

  /** The end of a member that started in a pool that is gone through again. */
  #end(member: number, atMs: number): void {
    const { roster, tracks } = this.projection;
    const track = tracks[roster.pool[member]];
    track.room.give(roster.demand[member], this.#places, this.#placesAt[member]);
    this.#touched.add(track);
    const next = roster.after[member];
    if (next === NONE) return;
    if (this.#since[roster.pool[next]] !== NEVER) this.#stand(next);
    else if (this.projection.endAt(member) > atMs)
      this.#differences.push({ atMs, member: next, isSeen: false });
  }

  /** Whoever started in the course by now and has not done so again: his workspace's next will be missed. */
  #missStarts(track: Track, atMs: number): void {
    const batch = this.#batch[track.pool];
    if (track.at[batch] !== atMs) return;
    this.#batch[track.pool] = batch + 1;
    const { after, workspace } = this.projection.roster;
    for (let at = track.starts[batch]; at < track.endOf(batch); at++) {
      const member = track.entries[at] >> 2;
      if (this.#startAt[member] !== UNSET || after[member] === NONE) continue;
      if (workspace[member] === this.#question.workspace) continue;
      this.#missFrom(after[member], this.projection.endAt(member));
    }
  }

  #missFrom(member: number, atMs: number): void {
    if (atMs < NEVER) this.#differences.push({ atMs, member, isSeen: false });
  }

  /** Differences that come up at an instant: pools that nobody has gone through again so far follow them from when they show. */
  #bringDifferences(atMs: number): void {
    const { roster, tracks } = this.projection;
    const { rank, workspace } = this.#question;
    for (let i = 0; i < this.#differences.length; i++) {
      const { member, isSeen, atMs: dueMs } = this.#differences[i];
      if (dueMs !== atMs) continue;
      this.#differences[i] = this.#differences[this.#differences.length - 1];
      this.#differences.pop();
      i--;
      const pool = roster.pool[member];
      const track = tracks[pool];
      if (!isSeen && roster.workspace[member] === workspace) this.#missNext(member);
      if (this.#since[pool] !== NEVER || (pool === this.#pool && roster.rank[member] > rank)) continue;
      // It has come, and in the course it has come too: nobody misses it.
      const isThere = roster.workspace[member] !== workspace && this.#headAt(member) <= atMs;
      if (isThere && this.projection.headAt(member) <= atMs) continue;
      if (isSeen) {
        this.#goAgain(track, atMs);
        continue;
      }
      const shows = this.#showsFrom(track, atMs, roster.rank[member]);
      if (shows === atMs) this.#goAgain(track, atMs);
      else if (shows < NEVER) this.#differences.push({ atMs: shows, member, isSeen: true });
    }
  }

  /** The member of the asking workspace after one that is missed is missed from when it would have been a head. */
  #missNext(member: number): void {
    const next = this.projection.roster.after[member];
    if (next !== NONE) this.#missFrom(next, this.projection.headAt(next));
  }

  /** The first instant from one on at which a head of this rank is looked at in a pool. */
  #showsFrom(track: Track, atMs: number, rank: number): number {
    const batch = this.#batchFrom(track, atMs);
    if (this.#isBetween(track, batch, atMs) && track.blocked[batch - 1] >= rank) return atMs;
    const shown = track.nextTry(batch, rank);
    return shown < track.batches ? track.at[shown] : NEVER;
  }

  #reset(): void {
    for (const { pool } of this.#again) {
      this.#since[pool] = NEVER;
      while (this.#heads[pool].pop() >= 0);
    }
    this.#again.length = 0;
    this.#touched.clear();
    for (const member of this.#started) this.#startAt[member] = UNSET;
    this.#started.length = 0;
    this.#places.count = 0;
    while (this.#ends.pop() >= 0);
    this.#differences.length = 0;
  }
}
