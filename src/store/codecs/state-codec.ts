// Packs saved state without loss, whatever the program that reads it: plain values and columns, little-endian. A value is a tag and
// what the tag needs.

import type { Saved } from '../../../sim/index.ts';
import { type Packer, Unpacker, Unreadable } from './packed.ts';

const Tag = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  number: 4,
  minusZero: 5,
  text: 6,
  list: 7,
  object: 8,
  /** Of the first kind of column. */
  column: 9,
} as const;

const COLUMNS = [
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
] as const;
type Column = InstanceType<(typeof COLUMNS)[number]>;

/** Bytes of a column that are written at once. */
const PIECE_BYTES = 1 << 20;

/** Writes a state. Yields whenever the packer has at least `bytes` bytes. @throws TypeError for a value of another kind */
export function* writeState(to: Packer, state: Saved, bytes: number): Generator<void, void, undefined> {
  const write = function* (value: unknown): Generator<void, void, undefined> {
    if (ArrayBuffer.isView(value)) {
      for (const piece of piecesOf(to, value as Column)) {
        to.bytes(piece);
        if (to.length >= bytes) yield;
      }
      return;
    }
    const isList = Array.isArray(value);
    if (!isList && Object.getPrototypeOf(value) !== Object.prototype)
      throw new TypeError(`a state has no ${value}`);
    const entries = isList ? value : Object.entries(value as Saved);
    to.number(isList ? Tag.list : Tag.object);
    to.number(entries.length);
    for (const entry of entries) {
      if (!isList) to.text(entry[0]);
      const member = isList ? entry : entry[1];
      if (!writeScalar(to, member)) yield* write(member);
      if (to.length >= bytes) yield;
    }
  };
  yield* write(state);
}

/** Writes the head of a column, and returns its bytes in pieces. */
function piecesOf(to: Packer, column: Column): Buffer[] {
  const kind = COLUMNS.findIndex((Kind) => column instanceof Kind);
  if (kind < 0) throw new TypeError(`a state has no ${column.constructor.name}`);
  to.number(Tag.column + kind);
  to.number(column.length);
  const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength);
  return Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, index) =>
    bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  );
}

/** Returns false for what is not a scalar, without writing it. */
function writeScalar(to: Packer, value: unknown): boolean {
  if (typeof value === 'number') {
    if (Object.is(value, -0)) to.number(Tag.minusZero);
    else {
      to.number(Tag.number);
      to.number(value);
    }
  } else if (typeof value === 'string') {
    to.number(Tag.text);
    to.text(value);
  } else if (value === undefined || value === null || typeof value === 'boolean') {
    to.number(Tag[String(value) as 'undefined' | 'null' | 'false' | 'true']);
  } else return false;
  return true;
}

/** @throws Unreadable if the bytes are not of a state */
export function readState(bytes: Buffer): Saved {
  const from = new Unpacker(bytes);
  const state = readValue(from, 0);
  if (from.left > 0) throw new Unreadable(`there are ${from.left} bytes after the state`);
  return state as Saved;
}

const DEPTH_MAX = 1000;

function readValue(from: Unpacker, depth: number): unknown {
  if (depth > DEPTH_MAX) throw new Unreadable(`values are nested more than ${DEPTH_MAX} times`);
  const tag = from.number();
  switch (tag) {
    case Tag.undefined:
      return undefined;
    case Tag.null:
      return null;
    case Tag.false:
      return false;
    case Tag.true:
      return true;
    case Tag.number:
      return from.number();
    case Tag.minusZero:
      return -0;
    case Tag.text:
      return from.text();
    case Tag.list: {
      const list: unknown[] = [];
      for (let left = from.count(from.left); left > 0; left--) list.push(readValue(from, depth + 1));
      return list;
    }
    case Tag.object: {
      const object: Saved = {};
      for (let left = from.count(from.left); left > 0; left--) {
        const name = from.text();
        Object.defineProperty(object, name, {
          value: readValue(from, depth + 1),
          writable: true,
          enumerable: true,
          configurable: true,
        });
      }
      return object;
    }
    default: {
      const Kind = COLUMNS[tag - Tag.column];
      if (Kind === undefined) throw new Unreadable(`${tag} is no kind of value`);
      const length = from.count(from.left / Kind.BYTES_PER_ELEMENT);
      const column = new Kind(length);
      from.copyTo(new Uint8Array(column.buffer));
      return column;
    }
  }
}
