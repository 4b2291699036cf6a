// Reads from a timeline when a request would start if it were created now. The request becomes a head when the GPRs of its
// workspace that precede it have ended. From then on, each batch of its pool checks whether it fits, unless a head of better
// rank is blocked. It starts when it fits. If it delays other GPRs first, changes.ts recomputes the affected pools.

import type { Candidate } from '../../admission/candidates.ts';
import { NEVER } from '../../base/numbers/time.ts';
import type { Core } from '../../kernel/core.ts';
import type { CreateGpr } from '../../language/gpr.ts';
import { NONE, rankOf } from '../../tables/gprs/gpr-table.ts';
import type { Victim } from '../copies/copy.ts';
import { Changes } from '../timeline/effects.ts';
import type { PoolTimeline } from '../timeline/pool-timeline.ts';
import { placeIn } from '../timeline/roster.ts';
import type { Timeline, Turn } from '../timeline/timeline.ts';

/** The input of a query: a request and the pools for which its start is wanted. */
export interface QueryInput {
  readonly workspace: number;
  /** Flags that the command left out are filled in. */
  readonly request: CreateGpr;
  readonly candidates: readonly Candidate[];
  /** The uid that the GPR would get: random placements derive from it. */
  readonly uid: number;
  /** Only the earliest start is wanted: a later one may be answered by NEVER. */
  readonly firstOnly?: boolean;
}

/** The forecast for one candidate pool. (`Availability` in reading/waits/availability.ts is the whole answer that clients see.) */
export interface Prospect {
  readonly pool: number;
  /** Simulated instant in ms; NEVER = no start can be foreseen. */
  readonly startMs: number;
  /** The GPRs that the request itself evicts when it starts. */
  readonly victims: readonly Victim[];
}

/** The position in the simulation at which a request is made. */
export interface Moment {
  readonly nowMs: number;
  /** Number of the round within the instant. */
  readonly round: number;
  /** true: the cycle of this round has not run yet. */
  readonly isOpen: boolean;
  /** Creation order of the next GPR. */
  readonly orders: number;
}

export function momentOf({ now, round, isOpen, gprs }: Core): Moment {
  return { nowMs: now, round, isOpen, orders: gprs.orders };
}

/**
 * The position of a request among the members of a timeline. Both timelines are complete and valid at the moment.
 * @param timeline of the component that the request is for
 * @param own of the component that has the GPRs of the request's workspace. If it is another component, the request changes
 *   nothing in it before its start, and the first component has no GPR of the workspace
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

  // Members of the workspace that have a better rank or have started precede the request.
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

/**
 * The present instant if the timeline's cycle of the present round has run, else −1. The timeline's first instant goes on in the
 * round in which the timeline was made; later instants begin with round 0.
 */
function pastOf(timeline: Timeline, { nowMs, round, isOpen }: Moment): number {
  const isOver = !isOpen || round > (nowMs > timeline.nowMs ? 0 : timeline.round);
  return isOver ? nowMs : -1;
}

/** The first instant at which the request either fits or delays other GPRs, if its pool runs as in the timeline until then. */
interface FirstEffect {
  /** NEVER = the request is never checked, or never fits and delays no GPR. */
  readonly atMs: number;
  /** true: the request fits. false: it is blocked and delays others, so the pool's timeline is no longer valid. */
  readonly fits: boolean;
}

export class Answers {
  readonly timeline: Timeline;
  readonly #changes: Changes;

  constructor(timeline: Timeline) {
    this.timeline = timeline;
    this.#changes = new Changes(timeline);
  }

  /** The instant at which a request starts in a pool; NEVER = it does not start. */
  startOf(turn: Turn, poolIndex: number, demand: number): number {
    if (turn.headAt === NEVER) return NEVER;
    const { roster, poolTimelines } = this.timeline;
    const poolTimeline = poolTimelines[roster.pools.indexOf(poolIndex)];
    const effect = this.#firstEffect(turn, poolTimeline, demand);
    const changes = this.#changes;
    changes.begin(turn, poolTimeline);
    // If nothing differs before the first effect, and that is a fit, it is the start. Else the pools that the request affects
    // are replayed, instant by instant: ends free nodes (enter), heads that fit start (serve), and members that do not start
    // as in the timeline are recorded (leave).
    for (;;) {
      const at = Math.min(changes.nextAt(), changes.isReplayed(poolTimeline) ? NEVER : effect.atMs);
      if (at === NEVER) return NEVER;
      changes.enter(at);
      if (effect.atMs === at && !changes.isReplayed(poolTimeline)) {
        if (effect.fits) return at;
        changes.replay(poolTimeline, at);
      }
      changes.serve(at);
      if (at >= turn.headAt && changes.isChecked(poolTimeline) && poolTimeline.fits(demand)) return at;
      changes.leave(at);
    }
  }

  /** Searches the pool's timeline for the first effect of the request. */
  #firstEffect({ headAt, rank, pastAt }: Turn, poolTimeline: PoolTimeline, demand: number): FirstEffect {
    const { timeline } = this;
    let batch = poolTimeline.batchFrom(headAt, pastAt);
    /** The nodes are in the state just before this batch; NONE = not loaded. */
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
