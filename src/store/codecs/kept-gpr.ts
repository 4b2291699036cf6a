// A GPR that has left memory, as bytes: number of words · words · its name, if any.

import type { KeptGpr } from '../../../sim/index.ts';
import { type Packer, Unpacker, Unreadable } from './packed.ts';

export function packGpr(packer: Packer, { words, count, name }: KeptGpr): void {
  packer.number(count);
  packer.numbers(words, count);
  if (name !== undefined) packer.text(name);
}

/** @throws Unreadable if these are not the bytes of a GPR */
export function unpackGpr(bytes: Buffer): KeptGpr {
  const from = new Unpacker(bytes);
  const count = from.count(bytes.length);
  const words = from.numbers(count);
  const name = from.left === 0 ? undefined : from.text();
  if (from.left > 0) throw new Unreadable(`${from.left} bytes are left over`);
  return { words, count, name };
}
