// Time within a stretch: when a provisioned GPR next changes by itself, and what happens then.
// A GPR is busy or idle; idle without a break for its idle time-out, with enforcement, it is TimedOut.

import type { Core } from './core.ts';
import { FactKind, Reason } from './facts.ts';
import { Flag, State } from './gpr.ts';
import { end, finishProvisioning } from './lifecycle.ts';

/** Sets the timer of a provisioned GPR to its next change. */
export function planNext(core: Core, row: number): void {
  const { gprs } = core;
  if (gprs.state[row] === State.provisioning) {
    core.gprTimers.update(row, gprs.startedAt[row] + core.rules.provisioningDelayMs);
    return;
  }
  const end = gprs.successfulAt[row] + Math.min(gprs.exitLeftMs[row], gprs.runLeftMs[row]);
  core.gprTimers.update(row, Math.min(end, gprs.idleSince[row] < 0 ? idleOnset(core, row) : timeOutAt(core, row)));
}

/** The timer of a provisioned GPR has come: at one instant an end goes before a time-out. */
export function onGprTimer(core: Core, row: number): void {
  const { gprs, now } = core;
  if (gprs.state[row] === State.provisioning) {
    finishProvisioning(core, row);
    return;
  }
  const ran = now - gprs.successfulAt[row];
  if (ran >= gprs.exitLeftMs[row]) {
    end(core, row, State.complete, Reason.exitDuration, 0);
  } else if (ran >= gprs.runLeftMs[row]) {
    core.surprises++;
    end(core, row, State.complete, Reason.runTime, 0);
  } else if (gprs.idleSince[row] >= 0) {
    end(core, row, State.timedOut, Reason.idleTimeOut, 0);
  } else {
    setIdle(core, row, true);
  }
}

/** Turns a Successful GPR idle or busy. Idleness that begins anew counts anew. */
export function setIdle(core: Core, row: number, idle: boolean): void {
  const { gprs } = core;
  core.surprises++;
  gprs.idleSince[row] = idle ? core.now : -1;
  // Told to be busy, a GPR whose workload had gone idle stays busy.
  if (!idle && gprs.successfulAt[row] + gprs.idleAfterMs[row] <= core.now) gprs.idleAfterMs[row] = Infinity;
  core.facts.open(FactKind.gprActivity, core.now);
  core.facts.add(gprs.uid[row]);
  core.facts.add(gprs.workspace[row]);
  core.facts.add(idle ? 1 : 0);
  core.facts.close();
  planNext(core, row);
}

function idleOnset(core: Core, row: number): number {
  return core.gprs.successfulAt[row] + core.gprs.idleAfterMs[row];
}

function timeOutAt(core: Core, row: number): number {
  const { gprs } = core;
  const enforced = (gprs.flags[row] & Flag.enforcesIdleTimeOut) !== 0 && gprs.idleTimeOutMs[row] > 0;
  return enforced ? gprs.idleSince[row] + gprs.idleTimeOutMs[row] : Infinity;
}
