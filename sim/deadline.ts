// When a provisioned GPR next changes by itself: one timer a GPR, set to the earliest of its deadlines.

import type { Core } from './core.ts';
import { Flag, indexOf, State } from './gpr.ts';

/** Sets the timer of a provisioned GPR to its next change. */
export function planNext(core: Core, row: number): void {
  const { gprs } = core;
  if (gprs.state[row] === State.provisioning) {
    core.gprTimers.update(indexOf(row), gprs.startedAt[row] + core.rules.provisioningDelayMs);
    return;
  }
  const end = gprs.successfulAt[row] + Math.min(gprs.exitLeftMs[row], gprs.runLeftMs[row]);
  core.gprTimers.update(
    indexOf(row),
    Math.min(end, gprs.idleSince[row] < 0 ? idleOnset(core, row) : timeOutAt(core, row)),
  );
}

function idleOnset(core: Core, row: number): number {
  return core.gprs.successfulAt[row] + core.gprs.idleAfterMs[row];
}

function timeOutAt(core: Core, row: number): number {
  const { gprs } = core;
  const enforced = (gprs.flags[row] & Flag.enforcesIdleTimeOut) !== 0 && gprs.idleTimeOutMs[row] > 0;
  return enforced ? gprs.idleSince[row] + gprs.idleTimeOutMs[row] : Infinity;
}
