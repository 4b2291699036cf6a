// Every queue that is measured, by the name it has in the tables.

import { IndexedHeap } from '../../sim/base/heap.ts';
import { LevelQueue } from './level-queue.ts';
import { packages } from './packages.ts';
import { removingPackages } from './removing-queue.ts';
import type { Queue, Script } from './script.ts';

export const OURS = 'indexed heap';
export const LEVELS = '300 lists';
export const packageNames = Object.keys(packages);
export const removingNames = Object.keys(removingPackages);

/** A queue for a script; `removing` = one that takes out elements by searching for them, if the package can. */
export function makeQueue(name: string, script: Script, removing: boolean): Queue {
  if (name === OURS) return new IndexedHeap();
  if (name === LEVELS) return new LevelQueue(script);
  return removing ? removingPackages[name]() : packages[name](script);
}
