// Recorded estimates: at a fixed interval the simulator records the estimated start of each queued GPR. It notes each change
// with its causes in the log of estimates, and counts an estimate that has moved later in a fact.

import { NEVER } from '../base/numbers/time.ts';
import { EstimateBit } from '../facts/estimate-log.ts';
import { FactKind } from '../facts/fact-catalogue.ts';
import { noteFact } from '../facts/log.ts';
import type { Causes, Components } from '../followers/causes.ts';
import type { Core } from '../kernel/core.ts';
import { Call } from '../kernel/hooks.ts';
import { Timer } from '../kernel/timers.ts';
import { Flag, orderOf } from '../tables/gprs/gpr-table.ts';

/** Queued GPRs of a recording: an instant is not divided, and the forecast of more takes too long for one. */
const RECORDED_MAX = 20_000;

/** Requests a recording of all estimates at the end of this instant, and sets the timer for the next one. */
export function onEstimatesTimer(core: Core): void {
  core.calls |= Call.instantOver;
  core.timers.set(Timer.estimates, 0, core.now + core.rules.recordEstimatesEveryMs!);
}

/** Ends the recorded wait of a GPR that started. */
export function endRecordedWait({ gprs }: Core, row: number): void {
  gprs.flags[row] &= ~(Flag.estimateRecorded | Flag.waitRecorded);
}

/** The forecast of all waiting GPRs, complete and valid now, and the components of this instant. */
interface Forecast {
  partition(): Components;
  startOf(row: number): number;
}

/** Records the estimate of each queued GPR, unless too many wait. */
export function recordEstimates(core: Core, causes: Causes, forecast: () => Forecast): void {
  const { gprs } = core;
  const queued = gprs.queued();
  if (queued.length === 0 || queued.length > RECORDED_MAX) {
    causes.restart();
    return;
  }
  // It also reads the invalidations up to now.
  const pass = forecast();
  // Facts must be in order of creation, not of rows.
  queued.sort((a, b) => orderOf(gprs.rank[a]) - orderOf(gprs.rank[b]));
  for (const row of queued) {
    const start = pass.startOf(row);
    noteChange(core, causes, row, start);
    // NEVER (no start can be foreseen) is later than any instant.
    if ((gprs.flags[row] & Flag.estimateRecorded) !== 0 && start > gprs.recordedStart[row])
      noteDelay(core, row, start);
    gprs.recordedStart[row] = start;
    // < 0: a burst will replace the GPR before it starts.
    if (start < 0) gprs.flags[row] &= ~Flag.estimateRecorded;
    else gprs.flags[row] |= Flag.estimateRecorded;
    gprs.flags[row] |= Flag.waitRecorded;
  }
  // Without an invalidation, the components still have the forecasts of the recording before.
  if (!causes.isQuiet) causes.restart(pass.partition());
}

/** Notes the first estimate of a wait, and each one that differs from the one before. */
function noteChange({ gprs, facts, now }: Core, causes: Causes, row: number, start: number): void {
  const startMs = foreseen(start);
  if ((gprs.flags[row] & Flag.waitRecorded) === 0)
    facts.estimates.note(now, gprs.uid[row], startMs, EstimateBit.first);
  else if (startMs !== foreseen(gprs.recordedStart[row]))
    facts.estimates.note(now, gprs.uid[row], startMs, causes.of(gprs.pool[row]));
}

/** −1 = no start is foreseen, or a burst comes first. */
function foreseen(start: number): number {
  return start === NEVER ? -1 : start;
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
