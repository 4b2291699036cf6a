// GPRs of about the same age, as one row of the file's history has them:
//
//   number of GPRs · of each, 2 × its place in the stretch, and 1 if it was removed · bytes of each · the GPRs

import type { KeptGpr } from '../../sim/index.ts';
import { packGpr } from './kept-gpr.ts';
import { Packer, Unpacker, Unreadable } from './packed.ts';

/** Identities one after the other that share rows. */
const BLOCK = 256;

const packer = new Packer();

/** A GPR as bytes. */
export interface PackedGpr {
  readonly uid: number;
  /** By DELETE, so no longer shown. */
  readonly isRemoved: boolean;
  readonly bytes: Buffer;
}

export function blockOf(uid: number): number {
  return Math.floor(uid / BLOCK);
}

/** The first identity behind a stretch. */
export function endOf(stretch: number): number {
  return (stretch + 1) * BLOCK;
}

/** GPRs of a stretch that come together one at a time. */
export class GrowingBlock {
  readonly #uids: number[] = [];
  readonly #removed: boolean[] = [];
  /** Where the bytes of each end, and those of the next begin. */
  readonly #ends: number[] = [];
  readonly #gprs = new Packer();

  get count(): number {
    return this.#uids.length;
  }

  add(uid: number, gpr: KeptGpr, isRemoved: boolean): void {
    packGpr(this.#gprs, gpr);
    this.#uids.push(uid);
    this.#removed.push(isRemoved);
    this.#ends.push(this.#gprs.length);
  }

  /** Good until another one comes. */
  find(uid: number): PackedGpr | undefined {
    const i = this.#uids.indexOf(uid);
    if (i < 0) return undefined;
    return { uid, isRemoved: this.#removed[i], bytes: this.#gprs.written(this.#from(i), this.#ends[i]) };
  }

  /** Marks one that is there as removed. */
  remove(uid: number): void {
    this.#removed[this.#uids.indexOf(uid)] = true;
  }

  /** All of them; good until any stretch is packed. */
  pack(): Buffer {
    packer.clear();
    packer.number(this.count);
    for (let i = 0; i < this.count; i++) {
      packer.number(2 * (this.#uids[i] % BLOCK) + Number(this.#removed[i]));
    }
    for (let i = 0; i < this.count; i++) packer.number(this.#ends[i] - this.#from(i));
    packer.bytes(this.#gprs.written());
    return packer.written();
  }

  #from(i: number): number {
    return i === 0 ? 0 : this.#ends[i - 1];
  }
}

/** @throws Unreadable when these are not the bytes of a stretch */
export function unpackBlock(stretch: number, packed: Buffer): PackedGpr[] {
  const from = new Unpacker(packed);
  const count = from.count(BLOCK);
  const places = Array.from({ length: count }, () => from.count(2 * BLOCK - 1));
  const lengths = Array.from({ length: count }, () => from.count(packed.length));
  const gprs: PackedGpr[] = [];
  let at = from.at;
  for (const [i, place] of places.entries()) {
    const bytes = packed.subarray(at, at + lengths[i]);
    gprs.push({ uid: stretch * BLOCK + (place >> 1), isRemoved: (place & 1) === 1, bytes });
    at += lengths[i];
  }
  if (at === packed.length) return gprs;
  throw new Unreadable(`there are ${packed.length} bytes, not ${at}`);
}
