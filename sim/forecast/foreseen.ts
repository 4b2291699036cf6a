// The foreseen start of one waiting GPR, with what makes room for it. The pass that gives estimates knows the start. If it is a
// timeline, it also knows what makes room; if not, the engine runs another copy of the world up to the start.

import { NEVER } from '../base/numbers/time.ts';
import type { PendingAnswer } from '../base/pending.ts';
import { State } from '../facts/numbered.ts';
import { NONE } from '../tables/gprs/gpr-table.ts';
import { NodeState } from '../tables/pools/node-table.ts';
import type { Component, WorldWithForecast } from './component.ts';
import { reachOf } from './copies/copy.ts';
import type { Foreseen, Freeing } from './copies/freeing.ts';
import { TracedStart } from './copies/traced-start.ts';
import { FreeingScan } from './timeline/freeing-scan.ts';

interface ForeseenStart extends PendingAnswer<Foreseen> {
  /** The next start of another GPR of the component that waited at the request, by row. Call it only at the end. */
  startOf(row: number): number;
}

/** @param row waits now */
export function foreseenStart(world: WorldWithForecast, row: number): ForeseenStart {
  const { core, forecast } = world;
  const uid = core.gprs.uid[row];
  const pools = [core.gprs.pool[row]];
  const [pass] = forecast.passes(pools);
  const [component] = forecast.componentsOf(pools);
  const rest =
    component.timeline === undefined ? tracing(world, component, row, uid) : scanning(world, component, row);
  let startMs = NEVER;
  let isPassed = false;
  return {
    run(instants) {
      if (!isPassed) {
        if (!pass.run(instants)) return false;
        isPassed = true;
        startMs = pass.startOf(row);
      }
      return rest.run(instants, startMs);
    },
    answer: () => ({ startMs, freeings: rest.freeings() }),
    startOf: (other) => pass.startOf(other),
  };
}

/** Finds what makes room, after the pass is complete. */
interface Rest {
  run(instants: number, startMs: number): boolean;
  freeings(): readonly Freeing[];
}

function isForeseen(startMs: number): boolean {
  return startMs >= 0 && startMs < NEVER;
}

function scanning({ core }: WorldWithForecast, component: Component, row: number): Rest {
  const timeline = component.timeline!;
  const nowMs = core.now;
  let scan: FreeingScan | undefined;
  return {
    run(_, startMs) {
      if (!isForeseen(startMs)) return true;
      scan ??= new FreeingScan(core, timeline, timeline.memberOf(row), nowMs);
      return scan.step();
    },
    freeings: () => scan?.freeings ?? [],
  };
}

function tracing(world: WorldWithForecast, component: Component, row: number, uid: number): Rest {
  const kept = component.traced.get(uid);
  let known: Foreseen | undefined = kept && {
    ...kept,
    freeings: kept.freeings.filter((event) => isToCome(world, event)),
  };
  // The copy is made at once: the world may advance until the pass is complete.
  const trace =
    kept === undefined
      ? new TracedStart(world, reachOf(world.core, component.pools), row, world.forecast.spare)
      : undefined;
  return {
    run(instants, startMs) {
      if (trace === undefined || known !== undefined) return true;
      if (!isForeseen(startMs)) {
        trace.end();
        return true;
      }
      if (!trace.run(instants)) return false;
      known = trace.foreseen;
      component.keepTraced(uid, known);
      return true;
    },
    freeings: () => known?.freeings ?? [],
  };
}

/**
 * Whether an event of an earlier trace, which is still valid, has not happened yet. A GPR may start and be evicted in one
 * instant; if it had been requeued since, the trace would no longer be valid.
 */
function isToCome({ core, index }: WorldWithForecast, { atMs, node, uid }: Freeing): boolean {
  if (atMs !== core.now) return atMs > core.now;
  if (node >= 0) return core.nodes.state[node] === NodeState.down;
  const row = index.rowOf(uid);
  return row !== NONE && (core.gprs.isProvisioned(row) || core.gprs.state[row] === State.queued);
}
