// Finds a GPR in memory or in history.

import type { GprView, Simulation } from '../../../sim/index.ts';
import type { WorldFile } from '../../store/world-file.ts';

/** Looks in memory first, then in history. Returns undefined for an unknown or removed GPR. @throws StoreError */
export function knownGpr(simulation: Simulation, file: WorldFile, gprId: string): GprView | undefined {
  return simulation.views.gpr(gprId) ?? file.history.gpr(simulation.uidOf(gprId), gprId);
}

/** The creation number of the GPR's workspace, without building the whole view; undefined as above. @throws StoreError */
export function knownGprCreation(simulation: Simulation, file: WorldFile, gprId: string): number | undefined {
  return simulation.views.workspaceCreationOf(gprId) ?? knownGpr(simulation, file, gprId)?.workspaceCreation;
}
