// Finds GPRs by what people type: an id, the beginning of one, or a name. GPRs in memory are searched first; those that have left
// memory only if none of them matches, some thousand at each step.

import type { GprView, PendingAnswer, SeesWorkspace } from '../../../sim/index.ts';
import type { GprMatches } from '../world.ts';
import { renewed, type Searched } from './fact-search.ts';

/** Maximum number of GPRs that are listed. */
const LISTED_MAX = 10;

export function matchingGprs(
  text: string,
  sees: SeesWorkspace,
  searched: Searched,
): PendingAnswer<GprMatches> {
  return renewed(searched, function* () {
    const simulation = searched.simulation();
    const { nowMs } = simulation;
    const isId = simulation.uidOf(text) >= 0;
    const found = new Map<string, GprView>();
    const note = (gpr: GprView | undefined) => {
      if (gpr !== undefined && gpr.createdAtMs <= nowMs && sees(gpr.workspaceCreation))
        found.set(gpr.gprId, gpr);
    };
    const matches = simulation.matching(text);
    if (isId) note(searched.gpr(text));
    else for (const gpr of simulation.matchingGprs(text, sees, LISTED_MAX + 1)) note(gpr);
    if (!isId && found.size === 0)
      for (const stored of searched.past().history.all()) {
        for (const { uid, kept } of stored) {
          if (found.size <= LISTED_MAX && matches(uid, kept.name)) note(searched.gpr(simulation.gprId(uid)));
        }
        if (found.size > LISTED_MAX) break;
        yield;
      }
    return {
      atMs: nowMs,
      gprs: [...found.values()].slice(0, LISTED_MAX),
      more: found.size > LISTED_MAX,
    };
  });
}
