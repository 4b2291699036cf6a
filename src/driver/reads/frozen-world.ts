// A world that answers reads and refuses changes: its clock is paused. Other worlds are made from it.

import type { Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { FactTail } from '../commits/fact-tail.ts';
import type { ApiKey, Keys, World } from '../world.ts';
import { readsOf } from './reads.ts';

export interface Surroundings extends Pick<World, 'keys'> {
  /** The speed that the clock shows; 1 by default. */
  readonly speed?: () => number;
}

/** @param past what the file holds of the world @param refusal the error of all changes */
export function frozenWorld(
  simulation: Simulation,
  past: Past,
  { keys, speed = () => 1 }: Surroundings,
  refusal: () => Error,
): World {
  const tail = new FactTail(past);
  const refuse = async () => {
    throw refusal();
  };
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
    at: () => {
      throw refusal();
    },
    setClock: () => {
      throw refusal();
    },
    trouble: () => refusal().message,
    submit: refuse,
    advance: refuse,
    rewind: refuse,
    branches: () => [],
    factsSharedWith: () => 0,
    whatIf: refuse,
    differences: refuse,
    switchTo: refuse,
    deleteBranch: refuse,
    reset: refuse,
    exportTo: refuse,
    importFrom: refuse,
    onFacts: () => () => {},
  };
}

/** The only key of a world; it exists in this process only. */
export function soleKey(key: ApiKey, refusal: () => Error): Keys {
  const refuse = () => {
    throw refusal();
  };
  return {
    secret: crypto.getRandomValues(new Uint8Array(32)),
    byValue: (apiKey) => (apiKey === key.apiKey ? key : undefined),
    byId: (id) => (id === key.id ? key : undefined),
    list: () => [key],
    create: refuse,
    remove: refuse,
  };
}
