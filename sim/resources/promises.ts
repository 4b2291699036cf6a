// Promises: at given instants the estimate of every queued GPR is noted, and one that has moved later is counted.

import { NEVER } from '../base/time.ts';
import { FactKind } from '../facts/catalogue.ts';
import { noteFact } from '../facts/log.ts';
import { State } from '../facts/numbered.ts';
import { type Core, Rank, Timer } from '../kernel/core.ts';
import { Call } from '../kernel/hooks.ts';
import { Flag, orderOf, ROW } from '../tables/gpr.ts';

/** Promises are due at the end of this instant. */
export function onPromiseTimer(core: Core): void {
  core.calls |= Call.instantOver;
  core.setTimer(Timer.promise, 0, core.now + core.rules.promiseEveryMs!, Rank.world);
}

/** A GPR whose start was promised has its nodes. Returns the instant it was last promised for, NEVER = none could be foreseen. */
export function keepPromise(core: Core, row: number): number {
  const { gprs } = core;
  const promised = gprs.promisedAt[row];
  gprs.flags[row] &= ~Flag.promised;
  return promised;
}

/** @param pass of everybody, which holds now and is done */
export function notePromises(core: Core, pass: { startOf(row: number): number }): void {
  const { gprs } = core;
  const queued: number[] = [];
  for (let row = 0; row < gprs.used; row += ROW) if (gprs.state[row] === State.queued) queued.push(row);
  // Facts come in order of creation: rows mean nothing.
  queued.sort((a, b) => orderOf(gprs.rank[a]) - orderOf(gprs.rank[b]));
  for (const row of queued) {
    const start = pass.startOf(row);
    // A start that can no longer be foreseen is later than any that was promised.
    if ((gprs.flags[row] & Flag.promised) !== 0 && start > gprs.promisedAt[row]) noteDelay(core, row, start);
    gprs.promisedAt[row] = start;
    // A GPR that is to be replaced before it starts has no promise.
    if (start < 0) gprs.flags[row] &= ~Flag.promised;
    else gprs.flags[row] |= Flag.promised;
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
    promisedStartMs: start === NEVER ? -1 : start,
  });
}
