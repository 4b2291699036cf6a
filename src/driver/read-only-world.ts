// The world of a file that is only read: its clock is paused at the last stored instant, and changes are refused.

import { TOKEN_TTL_SECONDS } from '../wire/time/token-lifetime.ts';
import { branchesOf } from './branches/branching.ts';
import { FactTail } from './commits/fact-tail.ts';
import type { Recorder } from './commits/recorder.ts';
import { readsOf } from './reads/reads.ts';
import { type ApiKey, type Keys, type World, WorldReadOnly } from './world.ts';

/** An Owner key that exists only in this process: the keys of the file stay unread. */
const reader: ApiKey = {
  id: 'reader',
  apiKey: 'reader',
  name: 'reader',
  description: '',
  role: 'Owner',
  userName: 'admin',
  saName: 'reader',
  workspaceName: '',
  workspaceCreation: null,
  validity: '9999-12-31',
  tokenTtlSeconds: TOKEN_TTL_SECONDS,
};

/** Returns the world and a key with which an application answers about it. */
export function storedWorld({ file, simulation }: Pick<Recorder, 'file' | 'simulation'>): {
  readonly world: World;
  readonly apiKey: string;
} {
  const tail = new FactTail(file.present);
  const refusal = () => new WorldReadOnly(`${file.path} is open for reading only`);
  const refuse = async () => {
    throw refusal();
  };
  const world: World = {
    scenario: simulation.scenario,
    read: readsOf(
      () => simulation,
      () => file.present,
      () => tail,
    ),
    keys: keysOf(refusal),
    clock: () => ({
      ...simulation.clock(),
      mode: 'paused',
      speed: 1,
      reachedSpeed: 0,
      branch: file.branch,
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
    branches: () => branchesOf(file),
    factsSharedWith: () => 0,
    switchTo: refuse,
    deleteBranch: refuse,
    reset: refuse,
    exportTo: refuse,
    importFrom: refuse,
    onFacts: () => () => {},
  };
  return { world, apiKey: reader.apiKey };
}

function keysOf(refusal: () => Error): Keys {
  const refuse = () => {
    throw refusal();
  };
  return {
    secret: crypto.getRandomValues(new Uint8Array(32)),
    byValue: (apiKey) => (apiKey === reader.apiKey ? reader : undefined),
    byId: (id) => (id === reader.id ? reader : undefined),
    list: () => [reader],
    create: refuse,
    remove: refuse,
  };
}
