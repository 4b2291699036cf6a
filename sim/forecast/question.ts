// What is asked of a projection: when would a request start that its workspace made now?

import type { Core } from '../kernel/core.ts';
import { NONE, rankOf } from '../tables/gpr.ts';
import type { Projection } from './projection.ts';
import { placeIn } from './roster.ts';

/** Where the world stands. */
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

export interface Question {
  /** −1 where workspaces have no limit: nobody then waits for the request. */
  readonly workspace: number;
  readonly rank: number;
  /** When the request would become a head. NEVER: its workspace is not known to be free for it. */
  readonly headAt: number;
  /** The first member of its workspace that stands behind it, NONE = there is none. */
  readonly behind: number;
  /** An instant whose batches have happened: what comes at it now comes after them. −1 = no such instant. */
  readonly pastAt: number;
}

/**
 * A question asked at a moment at which the projections, which are done, still hold.
 * @param projection of the component that the request is for
 * @param own of that in which its workspace has its GPRs; if that is another, what comes to pass there hangs on the
 *   request from its start on alone, and what comes to pass in the first hangs on nobody else of the workspace
 */
export function questionOf(
  projection: Projection,
  own: Projection,
  moment: Moment,
  workspace: number,
  priority: number,
): Question {
  const rank = rankOf(priority, moment.orders);
  const pastAt = isOver(projection, moment) ? moment.nowMs : -1;
  if (!projection.limited) return { workspace: -1, rank, headAt: moment.nowMs, behind: NONE, pastAt };
  const { headAt, behind } = turnOf(own, moment, workspace, rank);
  return { workspace, rank, headAt, behind: own === projection ? behind : NONE, pastAt };
}

/** When a request becomes the next of its workspace, and who of it stands behind. */
function turnOf(
  projection: Projection,
  moment: Moment,
  workspace: number,
  rank: number,
): { headAt: number; behind: number } {
  const { roster } = projection;
  const { nowMs } = moment;
  const place = placeIn(roster.workspaces, workspace);
  if (place === NONE) return { headAt: nowMs, behind: NONE };
  const pastAt = isOver(projection, moment) ? nowMs : -1;

  // Whoever of the workspace stands before it, or has started by now, comes first.
  const hasStarted = (startAt: number) => startAt < nowMs || startAt === pastAt;
  let last = roster.holder[place];
  let behind = roster.first[place];
  while (behind !== NONE && (roster.rank[behind] < rank || hasStarted(roster.startAt[behind]))) {
    last = behind;
    behind = roster.after[behind];
  }
  const freeAt = last === NONE ? nowMs : Math.max(nowMs, projection.endAt(last));
  return { headAt: freeAt, behind };
}

/** Whether the cycle that the projection has for the present instant has been run. */
function isOver(projection: Projection, { nowMs, round, isOpen }: Moment): boolean {
  if (!isOpen) return true;
  return round > (nowMs > projection.nowMs ? 0 : projection.round);
}
