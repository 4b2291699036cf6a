// What a scheduler cannot know, and how a copy of a world forgets it: hidden run times, future idleness, arrivals, faults, the
// work of controllers, and failures of nodes and provisionings.

import { NEVER } from '../../base/numbers/time.ts';
import { State } from '../../facts/numbered.ts';
import type { Core, Rules } from '../../kernel/core.ts';
import { planNext } from '../../kernel/gprs/gpr-deadlines.ts';
import { Call } from '../../kernel/hooks.ts';
import { Timer, timerIndex, timerKind } from '../../kernel/timers.ts';
import { ROW } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';

/** The rules without unforeseeable events: no provisioning failures, no node failures, no hidden run times. */
export function blind(rules: Rules): Rules {
  return { ...rules, provisioningMicro: 0, nodeMtbfMs: null, knowsHidden: false };
}

/** Removes hidden run times, future idleness, faults and the recording of estimates from a copy. */
export function forgetHidden(core: Core): void {
  const { gprs, nodes, timers } = core;
  core.calls &= Call.cycled;
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.state[row] === State.none) continue;
    gprs.runLeftMs[row] = NEVER;
    gprs.idleAfterMs[row] = NEVER;
  }
  const forgotten: number[] = [];
  for (const id of timers.ids()) {
    const kind = timerKind(id);
    const isForeseeable =
      kind === Timer.workspace ||
      kind === Timer.burst ||
      kind === Timer.plan ||
      (kind === Timer.node && nodes.state[timerIndex(id)] === NodeState.down);
    if (!isForeseeable) forgotten.push(id);
  }
  for (const id of forgotten) timers.remove(id);
  // Ends of the same instant keep their order: it decides the order in which waiting controllers wake.
  for (const row of core.gprTimers.inOrderSet()) {
    if (gprs.state[row] === State.successful) planNext(core, row);
  }
}
