// A uid block: 256 consecutive uids, so GPRs of about the same age. A row of the history packs GPRs of one block:
//
//   number of GPRs · for each, 2 × its offset in the block, plus 1 if removed · length in bytes of each · the GPRs

import type { KeptGpr } from '../../../sim/index.ts';
import { packGpr } from './kept-gpr.ts';
import { Packer, Unpacker, Unreadable } from './packed.ts';

/** Number of uids in a block. */
const BLOCK = 256;

export interface PackedGpr {
  readonly uid: number;
  /** Removed by DELETE, so no longer shown. */
  readonly isRemoved: boolean;
  readonly bytes: Buffer;
}

export function blockOf(uid: number): number {
  return Math.floor(uid / BLOCK);
}

/** Returns the first uid after a block. */
export function endOf(block: number): number {
  return (block + 1) * BLOCK;
}

/** Collects the unflushed GPRs of a block. */
export class GrowingBlock {
  readonly #uids: number[] = [];
  readonly #removed: boolean[] = [];
  /** End of the bytes of each GPR. */
  readonly #ends: number[] = [];
  readonly #gprs = new Packer();

  get uids(): readonly number[] {
    return this.#uids;
  }

  get count(): number {
    return this.#uids.length;
  }

  add(uid: number, gpr: KeptGpr, isRemoved: boolean): void {
    packGpr(this.#gprs, gpr);
    this.#uids.push(uid);
    this.#removed.push(isRemoved);
    this.#ends.push(this.#gprs.length);
  }

  copy(): GrowingBlock {
    const copy = new GrowingBlock();
    copy.#uids.push(...this.#uids);
    copy.#removed.push(...this.#removed);
    copy.#ends.push(...this.#ends);
    copy.#gprs.bytes(this.#gprs.written());
    return copy;
  }

  /** The result is valid until the next `add`. */
  find(uid: number): PackedGpr | undefined {
    const i = this.#uids.indexOf(uid);
    if (i < 0) return undefined;
    return { uid, isRemoved: this.#removed[i], bytes: this.#gprs.written(this.#from(i), this.#ends[i]) };
  }

  remove(uid: number): void {
    this.#removed[this.#uids.indexOf(uid)] = true;
  }

  /** Packs all GPRs. The result is valid until the next write of the packer. */
  pack(packer: Packer): Buffer {
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

/** @throws Unreadable if these are not the bytes of a block */
export function unpackBlock(block: number, packed: Buffer): PackedGpr[] {
  const from = new Unpacker(packed);
  const count = from.count(BLOCK);
  const offsets = Array.from({ length: count }, () => from.count(2 * BLOCK - 1));
  const lengths = Array.from({ length: count }, () => from.count(packed.length));
  const gprs: PackedGpr[] = [];
  let at = from.at;
  for (const [i, offset] of offsets.entries()) {
    const bytes = packed.subarray(at, at + lengths[i]);
    gprs.push({ uid: block * BLOCK + (offset >> 1), isRemoved: (offset & 1) === 1, bytes });
    at += lengths[i];
  }
  if (at === packed.length) return gprs;
  throw new Unreadable(`there are ${packed.length} bytes, not ${at}`);
}
