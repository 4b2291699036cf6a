// What is asked of a projection: when would a request start that its workspace made now?

import type { Core } from '../core.ts';
import { NONE, rankOf } from '../gpr.ts';
import type { Projection } from './projection.ts';

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

/** A question asked at a moment at which the projection, which is done, still holds. */
export function questionOf(
  projection: Projection,
  moment: Moment,
  workspace: number,
  priority: number,
): Question {
  const { roster } = projection;
  const { nowMs } = moment;
  const rank = rankOf(priority, moment.orders);
  const pastAt = isOver(projection, moment) ? nowMs : -1;
  if (!projection.limited) return { workspace: -1, rank, headAt: nowMs, behind: NONE, pastAt };

  // Whoever of the workspace stands before it, or has started by now, comes first.
  const from = roster.from[workspace];
  const to = roster.to[workspace];
  const hasStarted = (startAt: number) => startAt < nowMs || startAt === pastAt;
  let at = from;
  while (at < to && (roster.rank[at] < rank || hasStarted(roster.startAt[at]))) at++;
  const last = at > from ? at - 1 : roster.holder[workspace];
  const freeAt = last === NONE ? nowMs : Math.max(nowMs, projection.endAt(last));
  return { workspace, rank, headAt: freeAt, behind: at < to ? at : NONE, pastAt };
}

/** Whether the cycle that the projection has for the present instant has been run. */
function isOver(projection: Projection, { nowMs, round, isOpen }: Moment): boolean {
  if (!isOpen) return true;
  return round > (nowMs > projection.nowMs ? 0 : projection.round);
}
