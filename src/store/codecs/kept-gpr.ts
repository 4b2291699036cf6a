// A GPR that has left memory, as bytes: number of words · words · its name, if any · what its request carried, if anything.

import type { Carried, KeptGpr } from '../../../sim/index.ts';
import { type Packer, Unpacker, Unreadable } from './packed.ts';

export function packGpr(packer: Packer, { words, count, name, carried }: KeptGpr): void {
  packer.number(count);
  packer.numbers(words, count);
  if (name !== undefined) packer.text(name);
  if (carried !== undefined) packer.text(JSON.stringify(carried));
}

/** @throws Unreadable if these are not the bytes of a GPR */
export function unpackGpr(bytes: Buffer): KeptGpr {
  const from = new Unpacker(bytes);
  const count = from.count(bytes.length);
  const words = from.numbers(count);
  const name = from.left === 0 ? undefined : from.text();
  const carried = from.left === 0 ? undefined : carriedIn(from.text());
  if (from.left > 0) throw new Unreadable(`${from.left} bytes are left over`);
  return { words, count, name, carried };
}

function carriedIn(text: string): Carried {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('what the request carried is not JSON');
  }
}
