// Finds a GPR in memory or in history.

import type { GprView, Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';

/** Looks in memory first, then in history. Returns undefined for an unknown or removed GPR. @throws StoreError */
export function knownGpr(simulation: Simulation, past: Past, gprId: string): GprView | undefined {
  return simulation.views.gpr(gprId) ?? past.history.gpr(simulation.uidOf(gprId), gprId);
}

/** The creation number of the GPR's workspace, without building the whole view; undefined as above. @throws StoreError */
export function knownGprCreation(simulation: Simulation, past: Past, gprId: string): number | undefined {
  return simulation.views.workspaceCreationOf(gprId) ?? knownGpr(simulation, past, gprId)?.workspaceCreation;
}
