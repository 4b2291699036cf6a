// The one timer of a provisioned GPR: the earliest of its deadlines, such as the end of its exit duration.
// gpr-events.ts handles the timer when it is due; lifecycle.ts makes the changes of state.

import { TIME_MAX_MS } from '../../base/numbers/time.ts';
import { Flag, Real } from '../../tables/gprs/gpr-table.ts';
import type { Core } from '../core.ts';

export function planProvisioning(core: Core, row: number): void {
  core.gprTimers.setInOrder(row, core.now + core.rules.provisioningDelayMs);
}

/** Sets the timer of a Successful GPR to its end, its next idleness or its idle time-out, whichever is first. */
export function planNext(core: Core, row: number): void {
  const { reals } = core.gprs;
  const runMs = Math.min(reals[row + Real.exitLeftMs], reals[row + Real.runLeftMs]);
  const end = reals[row + Real.successfulAt] + runMs;
  const isIdle = reals[row + Real.idleSince] >= 0;
  const at = Math.min(end, isIdle ? timeOutAt(core, row) : idleOnset(core, row));
  // A GPR that stays until simulated time ends needs none, and a run need not wait for it.
  if (at >= TIME_MAX_MS) core.gprTimers.stay(row);
  else core.gprTimers.set(row, at, core.now);
}

function idleOnset(core: Core, row: number): number {
  const { reals } = core.gprs;
  return reals[row + Real.successfulAt] + reals[row + Real.idleAfterMs];
}

/** When the idle time-out of an idle GPR is due; Infinity = never. */
export function timeOutAt(core: Core, row: number): number {
  const { gprs } = core;
  const enforced = (gprs.flags[row] & Flag.enforcesIdleTimeOut) !== 0 && gprs.idleTimeOutMs[row] > 0;
  return enforced ? gprs.idleSince[row] + gprs.idleTimeOutMs[row] : Infinity;
}
