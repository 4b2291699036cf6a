// Packs changes of recorded estimates: the records of sim/facts/estimate-log.ts, as differences, which are small numbers.
//
//   number of records · unit of the instants · for each instant: its difference to the one before in units, and the number of
//   its records; for each record: its uid as the difference to the one before, with two bits: whether the shift of its start
//   and its bits are those of the record before; if not, the shift and the bits
//
// A shift is the difference to the last start of the GPR in the run, or to the instant. It is 2 × the difference, or odd
// without a start.

import { ESTIMATE_BITS, ESTIMATE_WORDS, EstimateWord } from '../../../sim/index.ts';
import { type Packer, Unpacker, Unreadable } from './packed.ts';

/** In place of a shift: no start is foreseen. */
const NONE = 1;

/** Returns the packed words of a run; valid until the next write of the packer. */
export function packEstimates(words: Float64Array, packer: Packer): Buffer {
  const unit = unitOf(words);
  const starts = new Map<number, number>();
  const before = { atMs: 0, uid: 0, shift: Number.NaN, bits: Number.NaN };
  packer.clear();
  packer.number(words.length / ESTIMATE_WORDS);
  packer.number(unit);
  for (let at = 0; at < words.length; at += ESTIMATE_WORDS) {
    const atMs = words[at + EstimateWord.atMs];
    const uid = words[at + EstimateWord.uid];
    const startMs = words[at + EstimateWord.startMs];
    const bits = words[at + EstimateWord.bits];
    if (at === 0 || atMs !== before.atMs) {
      packer.number((atMs - before.atMs) / unit);
      packer.number(countAt(words, at));
    }
    const shift = startMs < 0 ? NONE : 2 * (startMs - (starts.get(uid) ?? atMs));
    const isSameShift = shift === before.shift;
    const isSameBits = bits === before.bits;
    packer.number(4 * (uid - before.uid) + (isSameShift ? 2 : 0) + (isSameBits ? 1 : 0));
    if (!isSameShift) packer.number(shift);
    if (!isSameBits) packer.number(bits);
    if (startMs >= 0) starts.set(uid, startMs);
    Object.assign(before, { atMs, uid, shift, bits });
  }
  return packer.written();
}

/** Returns the packed words. @throws Unreadable if the bytes are invalid */
export function unpackEstimates(packed: Buffer): Float64Array {
  const unpacker = new Unpacker(packed);
  // A record takes at least one byte.
  const words = new Float64Array(unpacker.count(packed.length) * ESTIMATE_WORDS);
  const unit = unpacker.number();
  const starts = new Map<number, number>();
  const last = { uid: 0, shift: Number.NaN, bits: Number.NaN };
  let atMs = 0;
  let left = 0;
  for (let at = 0; at < words.length; at += ESTIMATE_WORDS) {
    if (left === 0) {
      atMs += unpacker.number() * unit;
      left = unpacker.count(packed.length);
      if (left === 0) throw new Unreadable('an instant has no records');
    }
    left--;
    const code = unpacker.number();
    const flags = ((code % 4) + 4) % 4;
    last.uid += (code - flags) / 4;
    if (flags < 2) last.shift = unpacker.number();
    if (flags % 2 === 0) last.bits = unpacker.count(ESTIMATE_BITS);
    if (Number.isNaN(last.shift + last.bits)) throw new Unreadable('the first record is not whole');
    words[at + EstimateWord.atMs] = atMs;
    words[at + EstimateWord.uid] = last.uid;
    words[at + EstimateWord.bits] = last.bits;
    if (last.shift === NONE) words[at + EstimateWord.startMs] = -1;
    else {
      const startMs = (starts.get(last.uid) ?? atMs) + last.shift / 2;
      words[at + EstimateWord.startMs] = startMs;
      starts.set(last.uid, startMs);
    }
  }
  if (left > 0 || unpacker.left > 0) throw new Unreadable(`${unpacker.left} bytes are left over`);
  return words;
}

/** The number of records from this one on that have its instant. */
function countAt(words: Float64Array, from: number): number {
  let at = from;
  while (at < words.length && words[at] === words[from]) at += ESTIMATE_WORDS;
  return (at - from) / ESTIMATE_WORDS;
}

/** The greatest common divisor of the instants: recordings are at multiples of an interval. */
function unitOf(words: Float64Array): number {
  let unit = 0;
  for (let at = 0; at < words.length; at += ESTIMATE_WORDS) {
    let rest = words[at];
    while (rest > 0) [unit, rest] = [rest, unit % rest];
  }
  return unit || 1;
}
