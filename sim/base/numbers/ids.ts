// Identities. In the engine, GPRs, endpoints and placements have a uid: origin × 2^32 + number, below 2^48. Clients see the
// uid of a GPR encrypted with keys from the seed: ids reveal nothing, never collide, and are the same in every run of a seed.

import { hexAt, hexOf } from './hex.ts';
import { mix32 } from './random.ts';

/** What made a GPR, an endpoint or a placement. For a workload entry: `Origin.workload` + its index in the scenario. */
export const Origin = {
  command: 0,
  workload: 1,
  /** An endpoint or a placement: `Origin.internal` + the ordinal of the GPR among its owner's GPRs. */
  internal: 2 ** 15,
} as const;

/** The most GPRs that one endpoint or placement can make. */
export const ORDINALS_MAX = 2 ** 15;

const NUMBERS = 2 ** 32;
const HALF_BITS = 24;
const HALF = 2 ** HALF_BITS;
const ROUNDS = 4;

/** @param origin below 2^16 @param number below 2^32 */
export function uidOf(origin: number, number: number): number {
  return origin * NUMBERS + number;
}

export function originOf(uid: number): number {
  return Math.floor(uid / NUMBERS);
}

export function numberOf(uid: number): number {
  return uid % NUMBERS;
}

/**
 * Returns the uid of a GPR that an endpoint or a placement makes. Its number derives from the owner's uid: the number of
 * the command (below 2^31), or 2^31 + workload entry (below 2^10) × 2^20 + scripted step (below 2^20).
 */
export function internalUid(owner: number, ordinal: number): number {
  const origin = originOf(owner);
  const number = numberOf(owner);
  const owning = origin === Origin.command ? number : 2 ** 31 + (origin - Origin.workload) * 2 ** 20 + number;
  return uidOf(Origin.internal + ordinal, owning);
}

/** Characters of an id: `gpr-`, 8 digits, `-`, 4 digits. */
const ID_LENGTH = 17;

/** Size of the cache of ids, a power of two. */
const CACHE_SIZE = 4_096;

/** Converts uids to ids and back, for one seed: a balanced Feistel network over 48 bits (Luby and Rackoff 1988: four rounds). */
export class IdCipher {
  readonly #keys: readonly number[];
  readonly #reversed: readonly number[];
  /** The cache: slot → uid, and slot → id of that uid. */
  readonly #uids: Float64Array = new Float64Array(CACHE_SIZE).fill(Number.NaN);
  readonly #ids: string[] = new Array<string>(CACHE_SIZE).fill('');

  constructor(seed: number) {
    const keys: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      keys.push(mix32((seed | 0) ^ mix32((seed / NUMBERS) ^ (round + 1))));
    }
    this.#keys = keys;
    this.#reversed = keys.toReversed();
  }

  /** Returns `gpr-`, 8 hex digits, `-`, 4 hex digits. */
  gprId(uid: number): string {
    const slot = uid & (CACHE_SIZE - 1);
    if (this.#uids[slot] !== uid) {
      this.#uids[slot] = uid;
      this.#ids[slot] = this.#encipher(uid);
    }
    return this.#ids[slot];
  }

  /** Returns the uid of an id, −1 if the text is not an id. Every well-formed id has a uid, used or not. */
  uid(gprId: string): number {
    if (gprId.length !== ID_LENGTH || !gprId.startsWith('gpr-') || gprId[12] !== '-') return -1;
    const first = hexAt(gprId, 4, 12);
    const last = hexAt(gprId, 13, ID_LENGTH);
    if (Number.isNaN(first + last)) return -1;
    let left = first >>> 8;
    let right = ((first & 255) << 16) | last;
    for (const key of this.#reversed) {
      const before = right ^ (mix32(left ^ key) & (HALF - 1));
      right = left;
      left = before;
    }
    return left * HALF + right;
  }

  /** Returns the twelve hex digits of an id as a number. */
  digits(uid: number): number {
    let left = Math.floor(uid / HALF);
    let right = uid % HALF;
    for (const key of this.#keys) {
      const next = left ^ (mix32(right ^ key) & (HALF - 1));
      left = right;
      right = next;
    }
    return left * HALF + right;
  }

  #encipher(uid: number): string {
    const digits = this.digits(uid);
    const left = Math.floor(digits / HALF);
    const right = digits % HALF;
    return `gpr-${hexOf((left << 8) | (right >>> 16))}-${hexOf(right).slice(4)}`;
  }
}
