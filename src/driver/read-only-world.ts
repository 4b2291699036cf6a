// Worlds that are only read: that of a file, and those of earlier instants. Their clocks are paused, and changes are refused.

import type { Simulation } from '../../sim/index.ts';
import type { Past } from '../store/past.ts';
import type { WorldFile } from '../store/world-file.ts';
import { TOKEN_TTL_SECONDS } from '../wire/time/token-lifetime.ts';
import { branchesOf } from './branches/branching.ts';
import type { Derived } from './branches/derived.ts';
import { FactTail } from './commits/fact-tail.ts';
import type { PendingAnswers } from './reads/pending-answers.ts';
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

/** What a world that is only read consists of. */
export interface Stored {
  readonly file: WorldFile;
  readonly simulation: Simulation;
  readonly past: Past;
}

interface Surroundings extends Pick<World, 'keys'> {
  /** The speed that the clock shows. */
  readonly speed: () => number;
  /** Those of the process. */
  readonly pendingAnswers?: PendingAnswers;
}

/** Returns the world and a key with which an application answers about it. */
export function storedWorld(stored: Stored): { readonly world: World; readonly apiKey: string } {
  const { file } = stored;
  const keys = keysOf(() => refusalOf(file));
  return { world: readOnlyWorld(stored, { keys, speed: () => 1 }), apiKey: reader.apiKey };
}

/** What a file holds of a derived world. @param past the one from which it was derived */
export function storedAt(
  file: WorldFile,
  past: Past,
  { simulation, commands, base, left, hidden }: Derived,
): Stored {
  for (const uid of hidden.map(({ gprId }) => simulation.uidOf(gprId)))
    if (left.find(uid) !== undefined) left.remove(uid);
  const { nowMs, round, open: isOpen, seq: facts } = simulation.clock();
  const end = { nowMs, round, isOpen, commands, facts, estimates: simulation.estimateChanges, base };
  const viewOf = simulation.views.keptGpr.bind(simulation.views);
  return { file, simulation, past: file.pastUntil(past, end, left, viewOf) };
}

export function readOnlyWorld(
  { file, simulation, past }: Stored,
  { keys, speed, pendingAnswers }: Surroundings,
): World {
  const tail = new FactTail(past);
  const refuse = async () => {
    throw refusalOf(file);
  };
  return {
    scenario: simulation.scenario,
    read: readsOf(
      () => simulation,
      () => past,
      () => tail,
      pendingAnswers,
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
      throw refusalOf(file);
    },
    setClock: () => {
      throw refusalOf(file);
    },
    trouble: () => refusalOf(file).message,
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
}

function refusalOf({ path }: WorldFile): WorldReadOnly {
  return new WorldReadOnly(`${path} is open for reading only`);
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
