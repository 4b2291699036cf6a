// Worlds that are only read: that of a file, and those of earlier instants.

import type { Simulation } from '../../../sim/index.ts';
import type { Past } from '../../store/past.ts';
import type { WorldFile } from '../../store/world-file.ts';
import { TOKEN_TTL_SECONDS } from '../../wire/time/token-lifetime.ts';
import { branchesOf } from '../branches/branching.ts';
import type { Derived } from '../commits/derived.ts';
import { FactTail } from '../commits/fact-tail.ts';
import { loopTurn } from '../loop-turn.ts';
import { frozenWorld, soleKey } from '../reads/frozen-world.ts';
import { followedSeen } from '../reads/pending/followed.ts';
import { WhatIfs } from '../what-if/what-ifs.ts';
import { type ApiKey, NoInstant, type StoredWorld } from '../world.ts';

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

/** Returns the world and a key with which an application answers about it. */
export function storedWorld({ file, simulation, past }: Stored): {
  readonly world: StoredWorld;
  readonly apiKey: string;
} {
  const tail = new FactTail(past);
  const seen = followedSeen(
    () => simulation,
    () => tail,
  );
  const whatIfs = new WhatIfs({ file, simulation: () => simulation, commit: () => {}, seen, rest: loopTurn });
  const world: StoredWorld = {
    ...frozenWorld(simulation, past, soleKey(reader)),
    at(atMs, _isWanted, use) {
      if (atMs !== simulation.nowMs) throw new NoInstant(simulation.nowMs);
      return use(world);
    },
    branches: () => branchesOf(file),
    whatIf: (ask, isWanted) => whatIfs.whatIf(ask, isWanted),
    manyFutures: (ask, isWanted) => whatIfs.manyFutures(ask, isWanted),
    differences: (...asked) => whatIfs.differences(...asked),
  };
  return { world, apiKey: reader.apiKey };
}

/** What a file holds of a derived world. @param past the one from which it was derived */
export function storedAt(
  file: WorldFile,
  past: Past,
  { simulation, until, commands, base, left, hidden }: Derived,
): Stored {
  for (const uid of hidden.map(({ gprId }) => simulation.uidOf(gprId)))
    if (left.find(uid) !== undefined) left.remove(uid);
  const { seq: facts } = simulation.clock();
  const end = { ...until, commands, facts, estimates: simulation.estimateChanges, base };
  const viewOf = simulation.views.keptGpr.bind(simulation.views);
  return { file, simulation, past: file.pastUntil(past, end, left, viewOf) };
}
