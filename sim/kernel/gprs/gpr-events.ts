// Handles the timer of a provisioned GPR when it is due, and changes of its activity (busy, idle).
// gpr-deadlines.ts sets that timer; lifecycle.ts makes the changes of state.

import { FactKind } from '../../facts/fact-catalogue.ts';
import { noteFact } from '../../facts/log.ts';
import { Reason, State } from '../../facts/numbered.ts';
import { Field, Flag, Real } from '../../tables/gprs/gpr-table.ts';
import type { Core } from '../core.ts';
import { planNext } from './gpr-deadlines.ts';
import { end, finishProvisioning } from './lifecycle.ts';

/** Handles the due timer of a provisioned GPR. If its end and its idle time-out fall on one instant, the end wins. */
export function onGprTimer(core: Core, row: number): void {
  const { gprs, now } = core;
  const { ints, reals } = gprs;
  if (ints[row + Field.state] === State.provisioning) {
    finishProvisioning(core, row);
    return;
  }
  const ran = now - reals[row + Real.successfulAt];
  if (ran >= reals[row + Real.exitLeftMs]) {
    end(core, row, State.complete, Reason.exitDuration, 0);
  } else if (ran >= reals[row + Real.runLeftMs]) {
    end(core, row, State.complete, Reason.runTime, 0);
  } else if (reals[row + Real.idleSince] >= 0) {
    end(core, row, State.timedOut, Reason.idleTimeOut, 0);
  } else {
    setIdle(core, row, true, false);
  }
}

/** Makes a Successful GPR idle or busy, for its workload or by a command. The idle time-out counts from the last call. */
export function setIdle(core: Core, row: number, idle: boolean, byCommand: boolean): void {
  const { gprs } = core;
  gprs.idleSince[row] = idle ? core.now : -1;
  if (idle && byCommand) gprs.flags[row] |= Flag.idleByCommand;
  else gprs.flags[row] &= ~Flag.idleByCommand;
  // Made busy after its workload went idle, the GPR stays busy until its end.
  if (!idle && gprs.successfulAt[row] + gprs.idleAfterMs[row] <= core.now) gprs.idleAfterMs[row] = Infinity;
  noteFact(
    core.facts,
    FactKind.gprActivity,
    core.now,
    { uid: gprs.uid[row], workspace: gprs.workspace[row], idle: idle ? 1 : 0 },
    row,
  );
  planNext(core, row);
}
