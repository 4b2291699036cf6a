// The state of a snapshot in a file: compressed in parts, to about an eighth.

import type { Saved } from '../../../sim/index.ts';
import { Packer } from './packed.ts';
import { readState, writeState } from './state-codec.ts';

/** Compressing at this level takes less time than writing the bytes that it saves. */
const LEVEL = 1;

/** Bytes of a part before it is compressed: this takes a few milliseconds. */
const PART_BYTES = 4 << 20;
/** A part that would expand to more than this number of times its size is stored uncompressed. */
const EXPANSION_MAX = 64;
const EXPANDED_MIN_BYTES = 1 << 16;
/** Rounded up. */
const NUMBER_BYTES = 8;
/** Larger states are not stored. */
const STATE_BYTES_MAX = 2 ** 30;

/** The first byte of a part. */
const PLAIN = Buffer.of(0);
const COMPRESSED = Buffer.of(1);

/** Yields the parts, each after some milliseconds. Returns false if the state is too large; then the parts are incomplete. */
export function* packState(state: Saved): Generator<Buffer, boolean, undefined> {
  const packer = new Packer();
  let bytes = 0;
  const part = () => {
    bytes += packer.length;
    const taken = packed(packer.written());
    packer.clear();
    return taken;
  };
  for (const _ of writeState(packer, state, PART_BYTES)) {
    yield part();
    if (bytes > STATE_BYTES_MAX) return false;
  }
  yield part();
  return true;
}

/** Takes memory in proportion to the packed bytes. @throws Error if the parts are not a packed state */
export function unpackState(parts: readonly Buffer[]): Saved {
  let left = STATE_BYTES_MAX;
  const plain = parts.map((part) => {
    const bytes = unpacked(part, left);
    left -= bytes.length;
    return bytes;
  });
  return readState(Buffer.concat(plain));
}

function packed(bytes: Buffer): Buffer {
  const { constants, zstdCompressSync } = zlib();
  const compressed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  const isSmall = bytes.length <= expandedMax(compressed);
  return Buffer.concat(isSmall ? [COMPRESSED, compressed] : [PLAIN, bytes]);
}

function unpacked(part: Buffer, bytesMax: number): Buffer {
  const bytes = part.subarray(1);
  if (part[0] === PLAIN[0]) return bytes;
  return zlib().zstdDecompressSync(bytes, { maxOutputLength: Math.min(bytesMax, expandedMax(bytes)) });
}

/** About the size of a serialized state. */
export function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length + NUMBER_BYTES;
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES;
  let bytes = NUMBER_BYTES;
  if (value instanceof Map) for (const [key, item] of value) bytes += bytesOf(key) + bytesOf(item);
  else if (Array.isArray(value)) for (const item of value) bytes += bytesOf(item);
  else for (const [name, item] of Object.entries(value)) bytes += name.length + bytesOf(item);
  return bytes;
}

function expandedMax(compressed: Buffer): number {
  return Math.max(EXPANDED_MIN_BYTES, EXPANSION_MAX * compressed.length);
}

/** Loads node:zlib at the first use: loading takes time, and most processes do not need it. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}
