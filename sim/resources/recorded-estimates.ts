// Recorded estimates: at a fixed interval the simulator records the estimated start of each queued GPR, and counts an estimate
// that has moved later since the last record.

import { NEVER } from '../base/time.ts';
import { FactKind } from '../facts/catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { State } from '../facts/numbered.ts';
import { type Core, Rank, Timer } from '../kernel/core.ts';
import { Call } from '../kernel/hooks.ts';
import { Flag, orderOf, ROW } from '../tables/gpr.ts';

/** Has the estimates recorded at the end of this instant. */
export function onEstimatesTimer(core: Core): void {
  core.calls |= Call.instantOver;
  core.setTimer(Timer.estimates, 0, core.now + core.rules.recordEstimatesEveryMs!, Rank.world);
}

/** A GPR with a recorded estimate has started. Returns the estimate, NEVER = no start could be foreseen. */
export function takeRecordedStart(core: Core, row: number): number {
  const { gprs } = core;
  const recordedStart = gprs.recordedStart[row];
  gprs.flags[row] &= ~Flag.estimateRecorded;
  return recordedStart;
}

/** Records the estimate of each queued GPR. @param pass of all GPRs: complete, and valid now */
export function recordEstimates(core: Core, pass: { startOf(row: number): number }): void {
  const { gprs } = core;
  const queued: number[] = [];
  for (let row = 0; row < gprs.used; row += ROW) if (gprs.state[row] === State.queued) queued.push(row);
  // Facts come in order of creation: rows mean nothing.
  queued.sort((a, b) => orderOf(gprs.rank[a]) - orderOf(gprs.rank[b]));
  for (const row of queued) {
    const start = pass.startOf(row);
    // A start that can no longer be foreseen is later than any recorded one.
    if ((gprs.flags[row] & Flag.estimateRecorded) !== 0 && start > gprs.recordedStart[row])
      noteDelay(core, row, start);
    gprs.recordedStart[row] = start;
    // A GPR that will be replaced before it starts has no estimate.
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
