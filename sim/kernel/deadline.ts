// When a provisioned GPR next changes by itself: one timer a GPR, set to the earliest of its deadlines.

import { Field, Flag, indexOf } from '../tables/gpr.ts';
import type { Core } from './core.ts';

/** Sets the timer of a GPR that has just started to the end of its provisioning. */
export function planProvisioning(core: Core, row: number): void {
  core.gprTimers.setLast(indexOf(row), core.now + core.rules.provisioningDelayMs);
}

/** Sets the timer of a Successful GPR to its next change. */
export function planNext(core: Core, row: number): void {
  const fields = core.gprs.records;
  const runMs = Math.min(fields[row + Field.exitLeftMs], fields[row + Field.runLeftMs]);
  const end = fields[row + Field.successfulAt] + runMs;
  const isIdle = fields[row + Field.idleSince] >= 0;
  core.gprTimers.set(indexOf(row), Math.min(end, isIdle ? timeOutAt(core, row) : idleOnset(core, row)));
}

function idleOnset(core: Core, row: number): number {
  const fields = core.gprs.records;
  return fields[row + Field.successfulAt] + fields[row + Field.idleAfterMs];
}

function timeOutAt(core: Core, row: number): number {
  const { gprs } = core;
  const enforced = (gprs.flags[row] & Flag.enforcesIdleTimeOut) !== 0 && gprs.idleTimeOutMs[row] > 0;
  return enforced ? gprs.idleSince[row] + gprs.idleTimeOutMs[row] : Infinity;
}
