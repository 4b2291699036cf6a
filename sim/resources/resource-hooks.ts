// The hooks through which the kernel calls the resources.

import { Call, type Hooks } from '../kernel/hooks.ts';
import { Flag } from '../tables/gprs/gpr-table.ts';
import type { World } from '../world.ts';
import { notifyControllers, notifyRemoved } from './gprs/watch.ts';
import { strikesProvisioning } from './injected-faults.ts';
import { endWaiting, moveOverdue, noteCandidate } from './placements/bursts.ts';
import { endRecordedWait } from './recorded-estimates.ts';

export function resourceHooks(world: World, recordEstimates: () => void): Hooks {
  const { core } = world;
  const { gprs } = core;
  return {
    changed: (row) => notifyControllers(world, row),
    removed(row) {
      if ((gprs.flags[row] & Flag.watched) !== 0) notifyRemoved(world, gprs.uid[row]);
      endWaiting(world, row);
    },
    refused: (row) => endWaiting(world, row),
    started(row) {
      endWaiting(world, row);
      endRecordedWait(core, row);
    },
    evicts() {},
    candidate: (workspace, row) => noteCandidate(world, workspace, row),
    strikes: (row) => strikesProvisioning(world, row),
    cycled: () => moveOverdue(world),
    instantOver() {
      core.calls &= ~Call.instantOver;
      recordEstimates();
    },
  };
}
