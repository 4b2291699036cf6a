// The estimated starts of waiting GPRs, as clients see them.

import { NEVER } from '../../base/numbers/time.ts';
import type { PendingAnswer } from '../../base/pending.ts';
import { State } from '../../facts/numbered.ts';
import type { WorldWithForecast } from '../../forecast/component.ts';
import type { Estimate } from '../../language/views.ts';

/** The next starts of GPRs, in the order of `gprIds`. Cached passes answer until an invalidation. */
export function estimatesOf(world: WorldWithForecast, gprIds: readonly string[]): PendingAnswer<Estimate[]> {
  const { core, ids, forecast } = world;
  const rows = gprIds.map((gprId) => world.index.rowOf(ids.uid(gprId)));
  const isQueued = (row: number) => row >= 0 && core.gprs.state[row] === State.queued;
  const queued = rows.filter(isQueued);
  const passes = forecast.passes(queued.map((row) => core.gprs.pool[row]));
  const passOf = new Map(queued.map((row, i) => [row, passes[i]]));
  const toRun = [...new Set(passes)];
  const startOf = (row: number) => passOf.get(row)?.startOf(row) ?? NEVER;
  return {
    run(instants) {
      while (toRun.length > 0 && toRun[0].isDone) toRun.shift();
      if (toRun.length > 0 && toRun[0].run(instants)) toRun.shift();
      return toRun.length === 0;
    },
    answer: () => rows.map((row) => ({ startMs: instantOf(startOf(row)) })),
  };
}

/** null = not foreseen: NEVER, or −1 if its placement moves it before it starts. */
export function instantOf(startMs: number): number | null {
  return startMs === NEVER || startMs < 0 ? null : startMs;
}
