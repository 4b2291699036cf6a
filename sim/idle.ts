// What happens when the timer of a provisioned GPR comes, and when its activity changes.
// A GPR is busy or idle; idle without a break for its idle time-out, with enforcement, it is TimedOut.

import type { Core } from './core.ts';
import { planNext } from './deadline.ts';
import { FactKind, Reason } from './facts.ts';
import { Flag, State } from './gpr.ts';
import { end, finishProvisioning } from './lifecycle.ts';

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
    setIdle(core, row, true, false);
  }
}

/** Turns a Successful GPR idle or busy, by its workload or because somebody said so (`isTold`). Idleness that begins anew counts anew. */
export function setIdle(core: Core, row: number, idle: boolean, isTold: boolean): void {
  const { gprs } = core;
  core.surprises++;
  gprs.idleSince[row] = idle ? core.now : -1;
  if (idle && isTold) gprs.flags[row] |= Flag.toldIdle;
  else gprs.flags[row] &= ~Flag.toldIdle;
  // Told to be busy, a GPR whose workload had gone idle stays busy.
  if (!idle && gprs.successfulAt[row] + gprs.idleAfterMs[row] <= core.now) gprs.idleAfterMs[row] = Infinity;
  core.facts.open(FactKind.gprActivity, core.now);
  core.facts.add(gprs.uid[row]);
  core.facts.add(gprs.workspace[row]);
  core.facts.add(idle ? 1 : 0);
  core.facts.close();
  planNext(core, row);
}
