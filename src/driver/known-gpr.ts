// A GPR, wherever it is by now.

import type { GprView, Simulation } from '../../sim/index.ts';
import type { WorldFile } from '../store/world-file.ts';

/** From memory, or from history if it has left that; undefined if there is none, or if it was removed. @throws StoreError */
export function knownGpr(simulation: Simulation, file: WorldFile, gprId: string): GprView | undefined {
  return simulation.views.gpr(gprId) ?? file.history.gpr(simulation.uidOf(gprId), gprId);
}

/** Creation number of its workspace, which costs less than all the rest; undefined as above. @throws StoreError */
export function knownGprCreation(simulation: Simulation, file: WorldFile, gprId: string): number | undefined {
  return simulation.views.workspaceCreationOf(gprId) ?? knownGpr(simulation, file, gprId)?.workspaceCreation;
}
