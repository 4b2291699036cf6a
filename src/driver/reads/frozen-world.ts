// A world that is only read: its clock is paused. Other worlds are made from it.

import type { Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { FactTail } from '../commits/fact-tail.ts';
import type { ApiKey, KnownKeys, ReadableWorld } from '../world.ts';
import { readsOf } from './reads.ts';

/** @param past what the file holds of the world @param speed the one that the clock shows */
export function frozenWorld(
  simulation: Simulation,
  past: Past,
  keys: KnownKeys,
  speed: () => number = () => 1,
): ReadableWorld {
  const tail = new FactTail(past);
  return {
    scenario: simulation.scenario,
    read: readsOf(
      () => simulation,
      () => past,
      () => tail,
    ),
    keys,
    clock: () => ({
      ...simulation.clock(),
      mode: 'paused',
      speed: speed(),
      reachedSpeed: 0,
      branch: past.branch,
      advance: null,
    }),
    nowMs: () => simulation.nowMs,
  };
}

/** The only key of a world; it exists in this process only. */
export function soleKey(key: ApiKey): KnownKeys {
  return {
    secret: crypto.getRandomValues(new Uint8Array(32)),
    byValue: (apiKey) => (apiKey === key.apiKey ? key : undefined),
    byId: (id) => (id === key.id ? key : undefined),
    list: () => [key],
  };
}
