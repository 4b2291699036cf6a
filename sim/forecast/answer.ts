// When would a request start that its workspace makes now? Read from a timeline: its turn comes when all of its workspace
// that stand before it are done; from then on it is looked at in its pool whenever no better head is blocked there, and it
// starts as soon as it fits. The timeline holds until the request changes something (changes.ts).

import type { Candidate } from '../admission/candidates.ts';
import { NEVER } from '../base/time.ts';
import type { Core } from '../kernel/core.ts';
import type { CreateGpr } from '../language/resource-data.ts';
import { NONE, rankOf } from '../tables/gpr.ts';
import { Changes } from './changes.ts';
import type { Victim } from './copy.ts';
import type { PoolTimeline } from './pool-timeline.ts';
import { placeIn } from './roster.ts';
import type { Timeline, Turn } from './timeline.ts';

/** What is asked: the starts of a request in its candidates. */
export interface Asked {
  readonly workspace: number;
  /** With its flags filled in. */
  readonly request: CreateGpr;
  /** The pools that could serve it. */
  readonly candidates: readonly Candidate[];
  /** Only the earliest start is wanted: later ones may be called NEVER. */
  readonly firstOnly?: boolean;
}

/** The answer for one candidate. */
export interface Prospect {
  readonly pool: number;
  /** NEVER = cannot be foreseen. */
  readonly startMs: number;
  /** The GPRs that the request itself evicts when it starts. */
  readonly victims: readonly Victim[];
}

/** Where the world is when a request is made. */
export interface Moment {
  readonly nowMs: number;
  readonly round: number;
  readonly isOpen: boolean;
  /** Creation order of the next GPR. */
  readonly orders: number;
}

export function momentOf({ now, round, isOpen, gprs }: Core): Moment {
  return { nowMs: now, round, isOpen, orders: gprs.orders };
}

/**
 * The turn of a request that is made at a moment at which the timelines, which are done, still hold.
 * @param timeline of the component that the request is for
 * @param own of the component in which its workspace has its GPRs. If that is another one, the request changes nothing in it
 *   before it starts, and no other GPR of the workspace is in the first
 */
export function turnOf(
  timeline: Timeline,
  own: Timeline,
  moment: Moment,
  workspace: number,
  priority: number,
): Turn {
  const { nowMs, orders } = moment;
  const rank = rankOf(priority, orders);
  const pastAt = pastOf(timeline, moment);
  if (!timeline.limited) return { workspace: -1, rank, headAt: nowMs, behind: NONE, pastAt };
  const { roster } = own;
  const place = placeIn(roster.workspaces, workspace);
  if (place === NONE) return { workspace, rank, headAt: nowMs, behind: NONE, pastAt };

  // Members of the workspace that stand before it, or have started by now, come first.
  const ownPastAt = pastOf(own, moment);
  const hasStarted = (startAt: number) => startAt < nowMs || startAt === ownPastAt;
  let last = roster.holder[place];
  let behind = roster.first[place];
  while (behind !== NONE && (roster.rank[behind] < rank || hasStarted(roster.startAt[behind]))) {
    last = behind;
    behind = roster.after[behind];
  }
  const headAt = last === NONE ? nowMs : Math.max(nowMs, own.endAt(last));
  return { workspace, rank, headAt, behind: own === timeline ? behind : NONE, pastAt };
}

/** The present instant if the cycle that a timeline has for it has been run, else −1. */
function pastOf(timeline: Timeline, { nowMs, round, isOpen }: Moment): number {
  const isOver = !isOpen || round > (nowMs > timeline.nowMs ? 0 : timeline.round);
  return isOver ? nowMs : -1;
}

/** Where a search in a pool's timeline ends. */
interface Look {
  readonly atMs: number;
  /** false: the request keeps others from starting, and the pool's timeline holds no longer. */
  readonly fits: boolean;
}

/** Starts of requests by a timeline that is done. */
export class Answers {
  readonly timeline: Timeline;
  readonly #changes: Changes;

  constructor(timeline: Timeline) {
    this.timeline = timeline;
    this.#changes = new Changes(timeline);
  }

  /** The instant at which a request starts in a pool, NEVER if it does not. */
  startOf(turn: Turn, poolIndex: number, demand: number): number {
    if (turn.headAt === NEVER) return NEVER;
    const { roster, poolTimelines } = this.timeline;
    const poolTimeline = poolTimelines[roster.pools.indexOf(poolIndex)];
    const look = this.#firstLook(turn, poolTimeline, demand);
    const changes = this.#changes;
    changes.begin(turn, poolTimeline);
    // If nothing changes before the first look and the request fits at it, that is its start. Else the pools in which the
    // request makes a difference are gone through again, instant by instant: what ends frees nodes (enter), who fits starts
    // (serve), and what differs from the timeline is carried on (leave).
    for (;;) {
      const at = Math.min(changes.nextAt(), changes.has(poolTimeline) ? NEVER : look.atMs);
      if (at === NEVER) return NEVER;
      changes.enter(at);
      if (look.atMs === at && !changes.has(poolTimeline)) {
        if (look.fits) return at;
        changes.goAgain(poolTimeline, at);
      }
      changes.serve(at);
      if (at >= turn.headAt && changes.isLookedAt(poolTimeline) && poolTimeline.fits(demand)) return at;
      changes.leave(at);
    }
  }

  /** The first instant at which the request is looked at in its pool and either fits or keeps others from starting. */
  #firstLook({ headAt, rank, pastAt }: Turn, poolTimeline: PoolTimeline, demand: number): Look {
    const { timeline } = this;
    let batch = poolTimeline.batchFrom(headAt, pastAt);
    /** The batch before which the nodes are as they are now. */
    let loaded = NONE;
    if (poolTimeline.isBetween(batch, headAt) && poolTimeline.blocked[batch - 1] > rank) {
      timeline.load(poolTimeline, batch);
      if (poolTimeline.fits(demand)) return { atMs: headAt, fits: true };
      loaded = batch;
    }
    for (
      batch = poolTimeline.nextTry(batch, rank);
      batch < poolTimeline.batches;
      batch = poolTimeline.nextTry(batch + 1, rank)
    ) {
      timeline.load(poolTimeline, batch, loaded);
      timeline.applyEnds(poolTimeline, batch);
      const isLast = timeline.applyStarts(poolTimeline, batch, rank);
      if (poolTimeline.fits(demand)) return { atMs: poolTimeline.at[batch], fits: true };
      if (!isLast) return { atMs: poolTimeline.at[batch], fits: false };
      loaded = batch + 1;
    }
    return { atMs: NEVER, fits: false };
  }
}
