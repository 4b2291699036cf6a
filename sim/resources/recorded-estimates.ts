// Recorded estimates: at a fixed interval the simulator records the estimated start of each queued GPR, and counts an estimate
// that has moved later since the last record.

import { NEVER } from '../base/time.ts';
import { FactKind } from '../facts/catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { State } from '../facts/numbered.ts';
import type { Core } from '../kernel/core.ts';
import { Call } from '../kernel/hooks.ts';
import { Timer } from '../kernel/timers.ts';
import { Flag, orderOf, ROW } from '../tables/gpr.ts';

/** Requests a recording of all estimates at the end of this instant, and sets the timer for the next one. */
export function onEstimatesTimer(core: Core): void {
  core.calls |= Call.instantOver;
  core.timers.set(Timer.estimates, 0, core.now + core.rules.recordEstimatesEveryMs!);
}

/** Ends the recorded estimate of a GPR that started, and returns it; NEVER = no start could be foreseen. */
export function takeRecordedStart(core: Core, row: number): number {
  const { gprs } = core;
  const recordedStart = gprs.recordedStart[row];
  gprs.flags[row] &= ~Flag.estimateRecorded;
  return recordedStart;
}

/** Records the estimate of each queued GPR. @param pass a forecast of all GPRs that is complete and valid now */
export function recordEstimates(core: Core, pass: { startOf(row: number): number }): void {
  const { gprs } = core;
  const queued: number[] = [];
  for (let row = 0; row < gprs.used; row += ROW) if (gprs.state[row] === State.queued) queued.push(row);
  // Facts must be in order of creation, not of rows.
  queued.sort((a, b) => orderOf(gprs.rank[a]) - orderOf(gprs.rank[b]));
  for (const row of queued) {
    const start = pass.startOf(row);
    // NEVER (no start can be foreseen) is later than any instant.
    if ((gprs.flags[row] & Flag.estimateRecorded) !== 0 && start > gprs.recordedStart[row])
      noteDelay(core, row, start);
    gprs.recordedStart[row] = start;
    // < 0: a burst will replace the GPR before it starts.
    if (start < 0) gprs.flags[row] &= ~Flag.estimateRecorded;
    else gprs.flags[row] |= Flag.estimateRecorded;
  }
}

function noteDelay(core: Core, row: number, start: number): void {
  const { gprs, facts } = core;
  gprs.delays[row] = (gprs.flags[row] & Flag.delayed) === 0 ? 1 : gprs.delays[row] + 1;
  gprs.flags[row] |= Flag.delayed;
  noteFact(facts, FactKind.gprDelayed, core.now, {
    uid: gprs.uid[row],
    workspace: gprs.workspace[row],
    delayedCount: gprs.delays[row],
    estimatedStartMs: start === NEVER ? -1 : start,
  });
}
