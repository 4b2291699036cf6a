// GPRs of about the same age, as one row of the file's history has them:
//
//   number of GPRs · of each, 2 × its place in the stretch, and 1 if it was removed · bytes of each · the GPRs

import { Packer, Unpacker, Unreadable } from './packed.ts';

/** Identities one after the other that share rows. */
const STRETCH = 256;

const packer = new Packer();

/** A GPR as bytes. */
export interface PackedGpr {
  readonly uid: number;
  /** By DELETE, so no longer shown. */
  readonly isRemoved: boolean;
  readonly bytes: Buffer;
}

export function stretchOf(uid: number): number {
  return Math.floor(uid / STRETCH);
}

/** The first identity behind a stretch. */
export function endOf(stretch: number): number {
  return (stretch + 1) * STRETCH;
}

/** @param gprs of one stretch. What comes back is good until the next call. */
export function packStretch(gprs: readonly PackedGpr[]): Buffer {
  packer.clear();
  packer.number(gprs.length);
  for (const { uid, isRemoved } of gprs) packer.number(2 * (uid % STRETCH) + Number(isRemoved));
  for (const { bytes } of gprs) packer.number(bytes.length);
  for (const { bytes } of gprs) packer.bytes(bytes);
  return packer.written();
}

/** @throws Unreadable when these are not the bytes of a stretch */
export function unpackStretch(stretch: number, packed: Buffer): PackedGpr[] {
  const from = new Unpacker(packed);
  const count = from.count(STRETCH);
  const places = Array.from({ length: count }, () => from.count(2 * STRETCH - 1));
  const lengths = Array.from({ length: count }, () => from.count(packed.length));
  const gprs: PackedGpr[] = [];
  let at = from.at;
  for (const [i, place] of places.entries()) {
    const bytes = packed.subarray(at, at + lengths[i]);
    gprs.push({ uid: stretch * STRETCH + (place >> 1), isRemoved: (place & 1) === 1, bytes });
    at += lengths[i];
  }
  if (at === packed.length) return gprs;
  throw new Unreadable(`there are ${packed.length} bytes, not ${at}`);
}
