// The world in which the changes of a what-if are made: a copy of the present one. Commands are checked and applied there, and
// nothing is stored.

import type { Command, GprView, Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { hiddenBy, judgedByHistory } from '../commits/recorder.ts';
import { frozenWorld, soleKey } from '../reads/frozen-world.ts';
import type { ApiKey, FutureWorld, SubmitResult } from '../world.ts';

/** The GPRs that changes may name and that have left memory, by uid. */
export type LeftGprs = Map<number, GprView>;

/**
 * @param simulation the copy; a round of its present instant is open when a command enters
 * @param gprIds the ids that changes may name @param left those GPRs of them that have left memory
 */
export function trialWorld(
  simulation: Simulation,
  past: Past,
  { caller, gprIds }: { readonly caller: ApiKey; readonly gprIds: readonly string[] },
  left: LeftGprs,
): FutureWorld {
  const wanted = new Set(gprIds.map((gprId) => simulation.uidOf(gprId)));
  simulation.onForget = (gpr, isRemoved, uid) => {
    if (isRemoved || !wanted.has(uid)) return;
    const gprId = gprIds.find((one) => simulation.uidOf(one) === uid)!;
    const view = simulation.views.keptGpr({ ...gpr, words: gpr.words.slice(0, gpr.count) }, gprId);
    if (view !== undefined) left.set(uid, view);
  };
  const gpr = (gprId: string) => simulation.views.gpr(gprId) ?? left.get(simulation.uidOf(gprId));
  const world = frozenWorld(simulation, past, soleKey(caller));
  return {
    ...world,
    read: { ...world.read, gpr, gprWorkspaceCreation: (gprId) => gpr(gprId)?.workspaceCreation },
    async submit(command: Command): Promise<SubmitResult> {
      const { nowMs } = simulation;
      let checked = simulation.check(command);
      if (!checked.ok) checked = judgedByHistory(command, checked.rejection, gpr);
      if (!checked.ok) return checked;
      const hidden = hiddenBy(checked.command, simulation);
      if (hidden !== undefined) left.delete(simulation.uidOf(hidden));
      return { ok: true, outcome: simulation.apply(checked.command, checked.candidate), nowMs };
    },
  };
}
