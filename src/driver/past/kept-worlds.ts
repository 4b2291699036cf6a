// The derived worlds of earlier instants, for all worlds of the process together: their memory does not grow with the number of
// worlds.

import type { Past } from '../../store/past.ts';
import type { PastWorld } from '../world.ts';

const WORLDS_MAX = 8;
/** Bound of the sizes of their serialized states. */
const BYTES_MAX = 64 * 2 ** 20;

export interface EarlierWorld {
  /** Of which world it is an earlier instant. */
  readonly of: object;
  readonly atMs: number;
  /** The past from which it was derived. When a line changes, `WorldFile.present` becomes another object. */
  readonly from: Past;
  readonly world: PastWorld;
  readonly bytes: number;
  /** Whether `from` is still the present line of its world. */
  readonly isCurrent: () => boolean;
  /** Number of answers that are being computed with it. */
  users: number;
}

/** The least recently used one is the first. */
let all: EarlierWorld[] = [];
/** Resolves when an answer is complete, or a world leaves. */
let released = Promise.withResolvers<void>();
/** Number of worlds that are being derived. Each has a place already. */
let derivedNow = 0;

export function keptWorld(of: object, atMs: number): EarlierWorld | undefined {
  return all.find((kept) => kept.of === of && kept.atMs === atMs && kept.isCurrent());
}

/** Keeps a derived world in the place that was taken for it. */
export function keep(kept: EarlierWorld): void {
  derivedNow--;
  all.push(kept);
}

/** Takes a world for an answer: it stays until `release`. */
export function take(kept: EarlierWorld): EarlierWorld {
  kept.users++;
  all = [...all.filter((other) => other !== kept), kept];
  return kept;
}

export function release(kept: EarlierWorld): void {
  kept.users--;
  drop(WORLDS_MAX - derivedNow);
  wakeAll();
}

/** Drops those of a world that is closed. */
export function forget(of: object): void {
  all = all.filter((kept) => kept.of !== of);
  wakeAll();
}

/** Takes a place for one more world, after those that no answer uses are dropped; false if there is none. */
export function takePlace(): boolean {
  const isFree = drop(WORLDS_MAX - 1 - derivedNow);
  if (isFree) derivedNow++;
  return isFree;
}

/** Gives back the place of a world that was not derived. */
export function giveBack(): void {
  derivedNow--;
  wakeAll();
}

/** Resolves when there may be more room. */
export function whenReleased(): Promise<void> {
  return released.promise;
}

function wakeAll(): void {
  released.resolve();
  released = Promise.withResolvers();
}

/** Drops worlds that no answer uses: those of changed lines, and the least recently used ones above the bounds. */
function drop(worldsMax: number): boolean {
  let worlds = all.length;
  let bytes = all.reduce((sum, kept) => sum + kept.bytes, 0);
  all = all.filter((kept) => {
    const isAbove = worlds > worldsMax || bytes > BYTES_MAX;
    if (kept.users > 0 || (!isAbove && kept.isCurrent())) return true;
    worlds--;
    bytes -= kept.bytes;
    return false;
  });
  return worlds <= worldsMax && bytes <= BYTES_MAX;
}
