import { IndexedHeap } from '../../sim/base/collections/heap.ts';
import { LevelQueue } from './level-queue.ts';
import { packages } from './packages.ts';
import { removingPackages } from './removing-queue.ts';
import type { Queue, Script } from './script.ts';
import { OURS } from './standing.ts';

export const LEVELS = '300 lists';
export const packageNames = Object.keys(packages);
export const removingNames = Object.keys(removingPackages);

/** Makes a queue for a script. With `removing`, it removes elements with the method of the package. */
export function makeQueue(name: string, script: Script, removing: boolean): Queue {
  if (name === OURS) return new IndexedHeap();
  if (name === LEVELS) return new LevelQueue(script);
  return removing ? removingPackages[name]() : packages[name](script);
}
