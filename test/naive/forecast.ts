// The forecast: runs a deep copy of the world that has no hidden knowledge.

import { type CreateGpr, State } from '../../sim/index.ts';
import { createFrom } from './creation.ts';
import { planTurn } from './gprs.ts';
import { afterArrival, close, nextAtMs, openAt, runTo } from './instants.ts';
import { poolNames } from './nodes.ts';
import { type Candidate, type Forecast, isEnded, isQueued, type NaiveWorld } from './state.ts';

export interface Prospect {
  readonly cluster: string;
  readonly instanceType: string;
  readonly gpuModelName: string;
  /** null = cannot be foreseen. */
  readonly startMs: number | null;
  /** uids of the GPRs that it would evict, in the order of eviction; without those that a burst creates after the query. */
  readonly victims: readonly number[];
}

/** The next start of a queued GPR; null = none can be foreseen, 'moves' = a burst replaces the GPR before it starts. */
export type Estimate = number | null | 'moves';

export function estimates(world: NaiveWorld): ReadonlyMap<number, Estimate> {
  const queued = world.gprs.filter(isQueued).map(({ uid }) => uid);
  const copy = blindCopy(world, new Map(queued.map((uid) => [uid, null])));
  if (copy.isOpen) close(copy);
  const { starts } = runUntilStarted(copy);
  return new Map(queued.map((uid) => [uid, starts.has(uid) ? starts.get(uid)! : 'moves']));
}

/**
 * Where and when a request would start if it were created now, in order of start, cluster and instance type.
 * @param uid of its GPR
 */
export function prospects(
  world: NaiveWorld,
  workspace: number,
  request: CreateGpr,
  candidates: readonly Candidate[],
  uid: number,
): Prospect[] {
  const found = candidates.map(({ pool: { index }, types }) => {
    const copy = blindCopy(world, new Map([[uid, null]]));
    openAt(copy, copy.nowMs);
    createFrom(copy, uid, copy.workspaces[workspace], { pool: copy.pools[index], types }, request);
    afterArrival(copy);
    close(copy);
    const { starts, victims } = runUntilStarted(copy);
    const there = victims.filter((victim) => world.gprs.some((gpr) => gpr.uid === victim));
    return {
      ...poolNames(world, world.pools[index]),
      startMs: starts.get(uid)!,
      victims: there,
      index,
    };
  });
  return found
    .sort(
      (a, b) =>
        compare(a.startMs ?? Infinity, b.startMs ?? Infinity) ||
        compare(a.cluster, b.cluster) ||
        compare(a.instanceType, b.instanceType) ||
        a.index - b.index,
    )
    .map(({ index: _, ...prospect }) => prospect);
}

function runUntilStarted(copy: NaiveWorld): Forecast {
  const forecast = copy.forecast!;
  const isAwaited = () => [...forecast.starts.values()].includes(null);
  while (isAwaited() && nextAtMs(copy) < Infinity) runTo(copy, nextAtMs(copy));
  return forecast;
}

/** A copy without arrivals, hidden run times, future idleness, failures and faults. Ended GPRs are not copied. */
function blindCopy(world: NaiveWorld, starts: Forecast['starts']): NaiveWorld {
  const gprs = world.gprs.filter((gpr) => !isEnded(gpr));
  const { scenario, ...state } = { ...world, gprs, ended: [], facts: [], streams: [], recording: null };
  const copy: NaiveWorld = { scenario, ...structuredClone(state), forecast: { starts, victims: [] } };
  for (const gpr of copy.gprs) {
    gpr.runLeftMs = Infinity;
    gpr.idleAfterMs = Infinity;
  }
  // Ends at one instant keep their order.
  const running = copy.gprs.filter(({ state }) => state === State.successful);
  running.sort((a, b) => a.turn!.sequence - b.turn!.sequence);
  for (const gpr of running) planTurn(copy, gpr);
  // Controllers do not act in the copy, except that placements burst.
  for (const user of [...copy.endpoints, ...copy.placements.flatMap(({ decisions }) => decisions)]) {
    user.turn = null;
  }
  for (const node of copy.nodes) if (node.state === 'up') node.turn = null;
  copy.recordingIsDue = false;
  return copy;
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
