// The plan of a kill: how the world is served before it, which requests are sent, and when the process is killed.

import { Random } from '../faults/random.ts';

/** Kills that hit the same world, one after another. */
export const KILLS_PER_WORLD = 5;

export interface Plan {
  readonly isDurable: boolean;
  /** Simulated seconds per real second; undefined: the clock is paused, and clients advance it. */
  readonly speed: number | undefined;
  readonly connections: number;
  /** Whether clients reset and rewind the world, switch to other branches, and delete branches. */
  readonly changesBranches: boolean;
  /** After this many changes of branches are sent, the kill follows; 0: after the first acknowledgment. */
  readonly branchChanges: number;
  /** Time from there to the kill. */
  readonly delayMs: number;
  /** Before the server starts, these starts are killed after so much time each. */
  readonly killedStartsMs: readonly number[];
}

/** Ranges of the delay: a few commits, many commits, and enough work for the store to shorten its log. */
const DELAYS_MS = [
  [0, 20],
  [20, 200],
  [200, 1_000],
] as const;
/** A change of branches takes some milliseconds. */
const BRANCH_DELAY_MS = 30;
/** From the loading of the program to the first answer. */
const START_MS = [50, 300] as const;

export function planOf(seed: number, kill: number): Plan {
  const random = new Random(seed, entityOf(kill, 0));
  const changesBranches = random.chance(60);
  const branchChanges = changesBranches && random.chance(70) ? random.int(1, 12) : 0;
  const [shortestMs, longestMs] = branchChanges > 0 ? [0, BRANCH_DELAY_MS] : random.pick(DELAYS_MS);
  return {
    isDurable: kill % 2 === 0,
    speed: random.pick([undefined, undefined, 1, 60, 20_000]),
    connections: random.pick([1, 4, 8, 8, 16]),
    changesBranches,
    branchChanges,
    delayMs: random.int(shortestMs, longestMs),
    killedStartsMs: Array.from({ length: random.pick([0, 0, 1, 2]) }, () => random.int(...START_MS)),
  };
}

/** Separates the draws of a client from all others. Client 0 is the plan itself. */
export function entityOf(kill: number, client: number): number {
  return 32 * kill + client;
}
