// The world of a file that is only read: its clock is paused at the last stored instant, and changes are refused.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { TOKEN_TTL_SECONDS } from '../wire/time/token-lifetime.ts';
import { branchesOf } from './branches/branching.ts';
import type { Recorder } from './commits/recorder.ts';
import { frozenWorld } from './reads/frozen-world.ts';
import type { Rest } from './what-if/comparison.ts';
import { WhatIfs } from './what-if/what-ifs.ts';
import { type ApiKey, type World, WorldReadOnly } from './world.ts';

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

/**
 * Returns the world and a key with which an application answers about it.
 * @param rest called regularly during a comparison of futures
 */
export function storedWorld(
  { file, simulation }: Pick<Recorder, 'file' | 'simulation'>,
  rest: Rest = () => nextTurn(),
): { readonly world: World; readonly apiKey: string } {
  const whatIfs = new WhatIfs({ file, simulation: () => simulation, commit: () => {}, rest });
  const world: World = {
    ...frozenWorld(
      simulation,
      file.present,
      reader,
      () => new WorldReadOnly(`${file.path} is open for reading only`),
    ),
    branches: () => branchesOf(file),
    whatIf: (ask, isWanted) => whatIfs.whatIf(ask, isWanted),
    differences: (branch, untilMs, isWanted) => whatIfs.differences(branch, untilMs, isWanted),
  };
  return { world, apiKey: reader.apiKey };
}
