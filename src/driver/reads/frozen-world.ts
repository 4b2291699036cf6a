// A world that answers reads and refuses changes: its clock is paused. Other worlds are made from it.

import type { Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import { FactTail } from '../commits/fact-tail.ts';
import type { ApiKey, Keys, World } from '../world.ts';
import { readsOf } from './reads.ts';

/**
 * @param past what the file holds of the world @param key the only key of the world; it exists in this process only
 * @param refusal the error of all changes
 */
export function frozenWorld(simulation: Simulation, past: Past, key: ApiKey, refusal: () => Error): World {
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
    keys: keysOf(key, refusal),
    clock: () => ({
      ...simulation.clock(),
      mode: 'paused',
      speed: 1,
      reachedSpeed: 0,
      branch: past.branch,
      advance: null,
    }),
    nowMs: () => simulation.nowMs,
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

function keysOf(key: ApiKey, refusal: () => Error): Keys {
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
